/** The public side of signing keys: added, rotated, retired, declared compromised; each in a transaction of the caller's. */
import { ACCESS_TENANT, RotaError, type Queryable, type Transaction } from "@rota/engine";
import { fromBase64 } from "../../sign/base64.ts";
import type { VerificationKey } from "../../sign/verification-key.ts";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import type { PassportEventType } from "../events/event-types.ts";
import { found } from "../found.ts";
import { notFound } from "../refusals.ts";
import { isKeyId } from "../settings/signing-keys.ts";
import * as statements from "./keys.sql.ts";
import type { KeyRow } from "./keys.sql.ts";

export type KeyToAdd = {
  readonly keyId: string;
  /** 32 bytes in base64. */
  readonly publicKey: string;
  /** Whose passports it signs. Undefined: those of all tenants that have no key of their own. */
  readonly tenant: string | undefined;
  readonly actor: string;
};

const PUBLIC_KEY_BYTES = 32;

/** The key that signed until now is retired by it: it still signs what was compiled for it. */
export async function addKey(tx: Transaction, { keyId, publicKey, tenant, actor }: KeyToAdd): Promise<KeyRow> {
  const bytes = fromBase64(publicKey);
  if (!isKeyId(keyId)) throw invalid("keyId has 1 to 100 letters, digits and . _ : -");
  if (bytes?.length !== PUBLIC_KEY_BYTES) throw invalid("publicKey must be the 32 bytes of an Ed25519 key, in base64");
  await tx.query(statements.lockKeys());
  const [held] = await tx.query(statements.selectKey(keyId));
  if (held !== undefined) return sameKey(held, { bytes, tenant });
  const [retired] = await tx.query(statements.retireActiveKey(tenant));
  if (retired !== undefined) await tell(tx, retired, { type: "SIGNING_KEY_RETIRED", actor });
  const [added] = await tx.query(statements.insertKey({ keyId, tenant, publicKey: bytes, createdBy: actor }));
  if (added === undefined) throw new Error("a key was inserted and no row came back");
  await tell(tx, added, { type: "SIGNING_KEY_ADDED", actor });
  return added;
}

/** Compilations that follow need another key. */
export async function retireKey(tx: Transaction, wish: KeyAct): Promise<KeyRow> {
  return change(tx, wish, { type: "SIGNING_KEY_RETIRED", statement: statements.retireKey(wish.keyId) });
}

/** From now on it vouches for nothing, whenever it signed. */
export async function compromiseKey(tx: Transaction, wish: KeyAct & { readonly reason: string }): Promise<KeyRow> {
  const statement = statements.compromiseKey(wish.keyId, wish.reason);
  return change(tx, wish, { type: "SIGNING_KEY_COMPROMISED", statement });
}

export type KeyAct = {
  readonly keyId: string;
  /** The one tenant that the caller may change; undefined: all. */
  readonly tenant: string | undefined;
  readonly actor: string;
};

export async function readKey(on: Queryable, keyId: string): Promise<KeyRow> {
  return found(on, statements.selectKey(keyId), { what: "signing key", id: keyId });
}

/** As verifiers want it. */
export function verificationKey({ key_id, public_key, status, not_before, not_after }: KeyRow): VerificationKey {
  return {
    keyId: key_id,
    publicKey: Buffer.from(public_key).toString("base64"),
    status,
    notBefore: secondOf(not_before),
    ...(not_after === null ? {} : { notAfter: secondOf(not_after) }),
  };
}

/** `2026-01-02T03:04:05Z`: what is issued within a second that a key ends in was issued before. */
export function secondOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

async function change(
  tx: Transaction,
  { keyId, tenant, actor }: KeyAct,
  { type, statement }: { type: PassportEventType; statement: ReturnType<typeof statements.retireKey> },
): Promise<KeyRow> {
  const [held] = await tx.query(statements.lockKey(keyId));
  if (held === undefined || (tenant !== undefined && held.tenant !== tenant)) throw notFound("signing key", keyId);
  const [changed] = await tx.query(statement);
  if (changed === undefined) return held;
  await tell(tx, changed, { type, actor });
  return changed;
}

async function tell(
  tx: Transaction,
  key: KeyRow,
  { type, actor }: { type: PassportEventType; actor: string },
): Promise<void> {
  await appendPassportEvent(tx, {
    tenant: key.tenant ?? ACCESS_TENANT,
    aggregate: { type: "SigningKey", id: key.registration_id },
    type,
    actor,
    payload: { key_id: key.key_id, status: key.status, public_key: Buffer.from(key.public_key).toString("base64") },
  });
}

function sameKey(held: KeyRow, { bytes, tenant }: { bytes: Uint8Array; tenant: string | undefined }): KeyRow {
  if (Buffer.from(held.public_key).equals(bytes) && (held.tenant ?? undefined) === tenant) return held;
  throw conflict(`there is another key ${held.key_id}: give the new one an id of its own`);
}

function invalid(message: string): RotaError {
  return new RotaError("VALIDATION_ERROR", message);
}

function conflict(message: string): RotaError {
  return new RotaError("INVALID_STATE", message);
}
