/** Creates, lists and revokes API keys, each in a transaction with its audit entry. */
import assert from "node:assert/strict";
import { appendAudit } from "../audit-log/append-audit.ts";
import type { Queryable, Transaction } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { definePaging, nextCursor, type Page, type PageQuery } from "../paging.ts";
import {
  type CredentialRow,
  endCredential,
  findValidKey,
  insertCredential,
  type KeysPlace,
  selectKey,
  selectKeys,
  selectTime,
} from "./access.sql.ts";
import { checkExpiry, checkGrant, type Grant, type Role } from "./actor.ts";
import { newCredential } from "./credential.ts";

/** Tenant whose audit log records keys that open every tenant. */
export const ACCESS_TENANT = "system";

/** Key to create: who it names, and what it opens. */
export type NewKey = Grant & {
  /** Time at which the key expires. Default: never. */
  readonly expiresAt?: Date | undefined;
  /** Creator for the audit log. Default: the program itself. */
  readonly actor?: string | undefined;
};

/** API key without its secret. */
export type AccessKey = {
  readonly keyId: string;
  readonly name: string;
  readonly tenant: string | undefined;
  readonly roles: readonly Role[];
  readonly createdAt: Date;
  readonly createdBy: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  readonly revokedBy: string | undefined;
  /** Time of the latest use, recorded once a minute. */
  readonly lastUsedAt: Date | undefined;
};

/**
 * Creates a key.
 *
 * @returns the key with its text, which is never shown again.
 * @example const { key } = await createKey(database, { name: "ann@example.org", roles: ["operator"], tenant: "acme" });
 */
export async function createKey(on: Transaction, request: NewKey): Promise<AccessKey & { readonly key: string }> {
  checkGrant(request);
  const { name, tenant = null, expiresAt = null, actor = null } = request;
  const roles = [...new Set(request.roles)];
  return on.transaction(async (tx) => {
    if (expiresAt !== null) checkExpiry(expiresAt, await databaseTime(tx));
    const { id, secretHash, text } = newCredential();
    const fields = { id, kind: "key", secretHash, name, tenant, roles, actor, expiresAt, lifeMs: null } as const;
    const [row] = await tx.query(insertCredential(fields));
    assert(row !== undefined, "a key that is inserted comes back");
    const details = { name, roles, expiresAt: expiresAt?.toISOString() ?? null };
    await audit(tx, { row, actor, action: "key.created", details });
    return { ...toKey(row), key: text };
  });
}

/**
 * Revokes a key permanently. A server that has cached it may accept it for some more seconds.
 *
 * @example await revokeKey(database, { keyId, actor: "root" });
 */
export async function revokeKey(on: Transaction, request: KeyRequest): Promise<AccessKey> {
  const { keyId } = request;
  const tenant = request.tenant ?? null;
  const actor = request.actor ?? null;
  return on.transaction(async (tx) => {
    const [row] = await tx.query(endCredential({ id: keyId, kind: "key", tenant, actor }));
    if (row === undefined) return revokedBefore(tx, keyId, tenant);
    await audit(tx, { row, actor, action: "key.revoked", details: { name: row.name } });
    return toKey(row);
  });
}

/** Key to revoke. */
export type KeyRequest = {
  readonly keyId: string;
  /** Tenant that the key must belong to. Default: any. */
  readonly tenant?: string | undefined;
  readonly actor?: string | undefined;
};

const paging = definePaging({ code: "ACCESS_INVALID", refusal: "keys cannot be listed", limit: 50, limitMax: 200 });
/** The last time that JavaScript knows. */
const MS_MAX = 8_640_000_000_000_000;

/** Lists keys, revoked and expired ones too, the newest first. */
export async function listKeys(
  on: Queryable,
  { tenant, limit: askedLimit, after }: PageQuery = {},
): Promise<Page<AccessKey>> {
  const limit = paging.limitOf(askedLimit);
  const rows = await on.query(selectKeys({ tenant: tenant ?? null, after: placeOf(after), limit }));
  const items = rows.map(toKey);
  return { items, next: nextCursor(items, limit, ({ createdAt, keyId }) => [createdAt.getTime(), keyId]) };
}

/** Returns whether there is a valid key. */
export async function hasValidKey(on: Queryable): Promise<boolean> {
  const [row] = await on.query(findValidKey());
  return row?.has_key ?? false;
}

async function revokedBefore(tx: Queryable, keyId: string, tenant: string | null): Promise<AccessKey> {
  const [row] = await tx.query(selectKey({ id: keyId, tenant }));
  if (row !== undefined) return toKey(row); // it was revoked before, as requested
  throw new RotaError("KEY_NOT_FOUND", `there is no key ${JSON.stringify(keyId)}: look it up with rota keys`, {
    keyId,
  });
}

async function databaseTime(tx: Queryable): Promise<Date> {
  const [row] = await tx.query(selectTime());
  assert(row !== undefined, "the time always comes back");
  return row.now;
}

type KeyAction = {
  readonly row: CredentialRow;
  readonly actor: string | null;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
};

async function audit(tx: Transaction, { row, actor, action, details }: KeyAction): Promise<void> {
  const subject = { type: "key", id: row.credential_id };
  await appendAudit(tx, { tenant: row.tenant ?? ACCESS_TENANT, actor, action, subject, details });
}

function toKey(row: CredentialRow): AccessKey {
  return {
    keyId: row.credential_id,
    name: row.name,
    tenant: row.tenant ?? undefined,
    roles: row.roles,
    createdAt: row.created_at,
    createdBy: row.created_by ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.ended_at ?? undefined,
    revokedBy: row.ended_by ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}

function placeOf(after: string | undefined): KeysPlace | undefined {
  const place = paging.placeOf(after);
  if (place === undefined) return undefined;
  const [ms, id] = place;
  if (typeof ms === "number" && ms >= 0 && ms <= MS_MAX && typeof id === "string")
    return { createdAt: new Date(ms), id };
  throw paging.unreadable();
}
