/** Adds, rotates, retires and disowns the public side of signing keys, chooses the key of a new version and finds its signer. */
import { type Queryable, RotaError, type Transaction } from "@rota/engine";
import { ACCESS_TENANT } from "@rota/engine/internal";
import type { Signer } from "../core/passport/sign-receipt.ts";
import { fromBase64, type VerificationKey } from "../core/passport/verification-key.ts";
import { appendPassportEvent, type PassportEventType } from "./events.ts";
import { found, notFound } from "./rows.ts";
import { isKeyId, signersOf } from "./settings.ts";
import {
  insertKey,
  type KeyRow,
  lockKey,
  lockKeys,
  retireActiveKey,
  selectActiveKey,
  selectKey,
  setKeyCompromised,
  setKeyRetired,
} from "./signing-keys.sql.ts";
type KeyToAdd = {
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
  await tx.query(lockKeys());
  const [held] = await tx.query(selectKey(keyId));
  if (held !== undefined) return sameKey(held, { bytes, tenant });
  const [retired] = await tx.query(retireActiveKey(tenant));
  if (retired !== undefined) await tell(tx, retired, { type: "SIGNING_KEY_RETIRED", actor });
  const [added] = await tx.query(insertKey({ keyId, tenant, publicKey: bytes, createdBy: actor }));
  if (added === undefined) throw new Error("a key was inserted and no row came back");
  await tell(tx, added, { type: "SIGNING_KEY_ADDED", actor });
  return added;
}

/** Compilations that follow need another key. */
export async function retireKey(tx: Transaction, wish: KeyAct): Promise<KeyRow> {
  return change(tx, wish, { type: "SIGNING_KEY_RETIRED", statement: setKeyRetired(wish.keyId) });
}

/** From now on it vouches for nothing, whenever it signed. */
export async function compromiseKey(tx: Transaction, wish: KeyAct & { readonly reason: string }): Promise<KeyRow> {
  const statement = setKeyCompromised(wish.keyId, wish.reason);
  return change(tx, wish, { type: "SIGNING_KEY_COMPROMISED", statement });
}

type KeyAct = {
  readonly keyId: string;
  /** The one tenant that the caller may change; undefined: all. */
  readonly tenant: string | undefined;
  readonly actor: string;
};

export async function readKey(on: Queryable, keyId: string): Promise<KeyRow> {
  return found(on, selectKey(keyId), { what: "signing key", id: keyId });
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
  { type, statement }: { type: PassportEventType; statement: ReturnType<typeof setKeyRetired> },
): Promise<KeyRow> {
  const [held] = await tx.query(lockKey(keyId));
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

/** The key that signs for the tenant; the first time, the one that this process was given. */
export async function chooseKey(
  tx: Transaction,
  { tenant, actor }: { tenant: string; actor: string },
): Promise<string> {
  const [active] = await tx.query(selectActiveKey(tenant));
  if (active !== undefined) return active.key_id;
  // Somebody may be adding or rotating one at this moment: afterwards it is seen.
  await tx.query(lockKeys());
  const [later] = await tx.query(selectActiveKey(tenant));
  if (later !== undefined) return later.key_id;
  const [own] = signersOf();
  if (own !== undefined) {
    const { keyId, publicKey } = own;
    const added = await addKey(tx, { keyId, publicKey, tenant: undefined, actor });
    if (added.status === "ACTIVE") return added.key_id;
  }
  throw new RotaError(
    "SIGNING_KEY_MISSING",
    "no signing key is active: add one with POST /v1/signing-keys, or give BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64",
  );
}

/**
 * Finds the key that signs a receipt. This process holds the private key; the database says whether it may still sign.
 *
 * @throws SIGNING_KEY_MISSING when this process was not given it, or another one under its id.
 */
export async function signerFor(database: Queryable, keyId: string): Promise<Signer> {
  const { status, publicKey } = verificationKey(await readKey(database, keyId));
  const signer = signersOf().find((held) => held.keyId === keyId);
  if (signer === undefined) throw missing(keyId, "was not given to this worker");
  if (signer.publicKey !== publicKey) throw missing(keyId, "that this worker was given is not the one that was added");
  return { ...signer, status };
}

function missing(keyId: string, why: string): RotaError {
  const message = `the signing key ${keyId} ${why}: give it to the workers and retry the task, or compile for another key`;
  return new RotaError("SIGNING_KEY_MISSING", message, { keyId });
}
