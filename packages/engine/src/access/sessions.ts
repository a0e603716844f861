/** Creates sign-in links, each good for one browser session, and starts and ends these sessions. */
import assert from "node:assert/strict";
import { appendAudit } from "../audit-log/append-audit.ts";
import type { Transaction } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { type CredentialRow, deleteOver, endCredential, insertCredential, selectValid } from "./access.sql.ts";
import { type Actor, checkGrant, type Grant } from "./actor.ts";
import { ACCESS_TENANT } from "./api-keys.ts";
import { isSameHash, newCredential, readCredential } from "./credential.ts";

export const SIGN_IN_LINK_MS = 15 * 60_000;
export const SESSION_MS = 12 * 3_600_000;
const DELETED_MAX = 100;

export type NewSignInLink = Grant & {
  /** Address of the server, such as `http://127.0.0.1:7400` or `https://example.org/jobs`. */
  readonly baseUrl: string;
  /** Creator for the audit log. Default: the program itself. */
  readonly actor?: string | undefined;
};

export type SignInLink = {
  /** Address to open in a browser, once. The token is after `#`, so that no server logs it. */
  readonly url: string;
  readonly token: string;
  readonly expiresAt: Date;
};

/** @example const { url } = await createSignInLink(database, { name: "ann", roles: ["admin"], baseUrl: server.url }); */
export async function createSignInLink(on: Transaction, request: NewSignInLink): Promise<SignInLink> {
  checkGrant(request);
  const { name, tenant, roles, baseUrl, actor } = request;
  return on.transaction(async (tx) => {
    await tx.query(deleteOver(DELETED_MAX));
    const { text, row } = await add(tx, "link", { name, tenant, roles, actor, lifeMs: SIGN_IN_LINK_MS });
    await audit(tx, { row, actor: actor ?? null, action: "sign-in-link.created" });
    return { url: `${baseUrl.replace(/\/$/, "")}/sign-in#token=${text}`, token: text, expiresAt: expiryOf(row) };
  });
}

export type StartedSession = {
  /** Value of the browser's cookie. */
  readonly session: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly actor: Actor;
};

/** Starts a session with a link, which works once. Throws SIGN_IN_INVALID when it was used, is too old or does not exist. */
export async function signIn(on: Transaction, token: string): Promise<StartedSession> {
  const shown = readCredential(token);
  if (shown === undefined) throw signInInvalid();
  return on.transaction(async (tx) => {
    const [valid] = await tx.query(selectValid({ id: shown.id, kind: "link" }));
    if (valid === undefined || !isSameHash(valid.secret_hash, shown.secretHash)) throw signInInvalid();
    const [link] = await tx.query(endCredential({ id: shown.id, kind: "link", tenant: null, actor: valid.name }));
    if (link === undefined) throw signInInvalid(); // another browser was first
    const { name, roles } = link;
    const tenant = link.tenant ?? undefined;
    const { text, row } = await add(tx, "session", { name, roles, tenant, actor: name, lifeMs: SESSION_MS });
    await audit(tx, { row, actor: name, action: "session.started" });
    const sessionId = row.credential_id;
    return {
      session: text,
      sessionId,
      expiresAt: expiryOf(row),
      actor: { kind: "session", id: sessionId, name, tenant, roles },
    };
  });
}

/** Ends a session. Does nothing for one that has ended. */
export async function endSession(on: Transaction, { sessionId, actor = null }: SessionRequest): Promise<void> {
  await on.transaction(async (tx) => {
    const [row] = await tx.query(endCredential({ id: sessionId, kind: "session", tenant: null, actor }));
    if (row !== undefined) await audit(tx, { row, actor, action: "session.ended" });
  });
}

export type SessionRequest = { readonly sessionId: string; readonly actor?: string | null };

type NewRow = Grant & { readonly actor: string | undefined; readonly lifeMs: number };

async function add(
  tx: Transaction,
  kind: "link" | "session",
  request: NewRow,
): Promise<{ text: string; row: CredentialRow }> {
  const { text, id, secretHash } = newCredential();
  const { name, roles, tenant = null, actor = null, lifeMs } = request;
  const fields = { id, kind, secretHash, name, tenant, roles: [...new Set(roles)], actor, expiresAt: null, lifeMs };
  const [row] = await tx.query(insertCredential(fields));
  assert(row !== undefined, "what is inserted comes back");
  return { text, row };
}

type SessionAction = { readonly row: CredentialRow; readonly actor: string | null; readonly action: string };

async function audit(tx: Transaction, { row, actor, action }: SessionAction): Promise<void> {
  const subject = { type: "session", id: row.credential_id };
  const details = { name: row.name, roles: row.roles };
  await appendAudit(tx, { tenant: row.tenant ?? ACCESS_TENANT, actor, action, subject, details });
}

function expiryOf({ expires_at: expiresAt }: CredentialRow): Date {
  assert(expiresAt !== null, "links and sessions expire");
  return expiresAt;
}

function signInInvalid(): RotaError {
  return new RotaError(
    "SIGN_IN_INVALID",
    "this sign-in link was used before, is older than 15 minutes or never was: ask for another with rota sign-in",
  );
}
