/** Adds, rotates, retires and revokes signing keys by their public part, chooses the key of a new version and finds its signer. */
import type { Queryable, RotaError, Transaction } from "@rota/engine";
import type { Signer } from "../core/passport/sign-receipt.ts";
import { fromBase64, type VerificationKey } from "../core/passport/verification-key.ts";
import { PassportError } from "../errors.ts";
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

/** Tenant of events that concern every tenant, and of the audit log about keys that open every tenant. */
const INSTALLATION_TENANT = "system";
type KeyToAdd = {
  readonly keyId: string;
  /** Public key: 32 bytes in base64. */
  readonly publicKey: string;
  /** Tenant whose passports the key signs, or undefined for all tenants without a key of their own. */
  readonly tenant: string | undefined;
  readonly actor: string;
};

const PUBLIC_KEY_BYTES = 32;

/** Adds a key and retires the active one, which still signs receipts that name it. */
export async function addKey(tx: Transaction, { keyId, publicKey, tenant, actor }: KeyToAdd): Promise<KeyRow> {
  const bytes = fromBase64(publicKey);
  if (!isKeyId(keyId)) throw invalid("keyId has 1 to 100 letters, digits and . _ : -");
  if (bytes?.length !== PUBLIC_KEY_BYTES) throw invalid("publicKey must be the 32 bytes of an Ed25519 key, in base64");
  await tx.query(lockKeys());
  const [held] = await tx.query(selectKey(keyId));
  if (held !== undefined) return sameKey(held, { bytes, tenant });
  const [retired] = await tx.query(retireActiveKey(tenant));
  if (retired !== undefined) await appendKeyEvent(tx, retired, { type: "SIGNING_KEY_RETIRED", actor });
  const [added] = await tx.query(insertKey({ keyId, tenant, publicKey: bytes, createdBy: actor }));
  if (added === undefined) throw new Error("a key was inserted and no row came back");
  await appendKeyEvent(tx, added, { type: "SIGNING_KEY_ADDED", actor });
  return added;
}

/** Retires a key. Later compilations need another one. */
export async function retireKey(tx: Transaction, request: KeyChange): Promise<KeyRow> {
  return change(tx, request, { type: "SIGNING_KEY_RETIRED", statement: setKeyRetired(request.keyId) });
}

/** Marks a key as compromised. It then vouches for nothing, not even for receipts that it signed before. */
export async function compromiseKey(
  tx: Transaction,
  request: KeyChange & { readonly reason: string },
): Promise<KeyRow> {
  const statement = setKeyCompromised(request.keyId, request.reason);
  return change(tx, request, { type: "SIGNING_KEY_COMPROMISED", statement });
}

type KeyChange = {
  readonly keyId: string;
  /** Tenant that the caller may change, or undefined for all. */
  readonly tenant: string | undefined;
  readonly actor: string;
};

export async function readKey(on: Queryable, keyId: string): Promise<KeyRow> {
  return found(on, selectKey(keyId), { what: "signing key", id: keyId });
}

/** Returns the key in the form that verifiers use. */
export function verificationKey({ key_id, public_key, status, not_before, not_after }: KeyRow): VerificationKey {
  return {
    keyId: key_id,
    publicKey: Buffer.from(public_key).toString("base64"),
    status,
    notBefore: secondOf(not_before),
    ...(not_after === null ? {} : { notAfter: secondOf(not_after) }),
  };
}

/** Returns a time such as `2026-01-02T03:04:05Z`. A receipt of the same second as the end of a key counts as issued before the end. */
export function secondOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

async function change(
  tx: Transaction,
  { keyId, tenant, actor }: KeyChange,
  { type, statement }: { type: PassportEventType; statement: ReturnType<typeof setKeyRetired> },
): Promise<KeyRow> {
  const [held] = await tx.query(lockKey(keyId));
  if (held === undefined || (tenant !== undefined && held.tenant !== tenant)) throw notFound("signing key", keyId);
  const [changed] = await tx.query(statement);
  if (changed === undefined) return held;
  await appendKeyEvent(tx, changed, { type, actor });
  return changed;
}

async function appendKeyEvent(
  tx: Transaction,
  key: KeyRow,
  { type, actor }: { type: PassportEventType; actor: string },
): Promise<void> {
  await appendPassportEvent(tx, {
    tenant: key.tenant ?? INSTALLATION_TENANT,
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
  return new PassportError("VALIDATION_ERROR", message);
}

function conflict(message: string): RotaError {
  return new PassportError("INVALID_STATE", message);
}

/** Returns the id of the key that signs for the tenant. If there is none, adds the key of this process. */
export async function chooseKey(
  tx: Transaction,
  { tenant, actor }: { tenant: string; actor: string },
): Promise<string> {
  const [active] = await tx.query(selectActiveKey(tenant));
  if (active !== undefined) return active.key_id;
  // Another transaction may be adding a key: after the lock, its key is visible.
  await tx.query(lockKeys());
  const [later] = await tx.query(selectActiveKey(tenant));
  if (later !== undefined) return later.key_id;
  const [own] = signersOf();
  if (own !== undefined) {
    const { keyId, publicKey } = own;
    const added = await addKey(tx, { keyId, publicKey, tenant: undefined, actor });
    if (added.status === "ACTIVE") return added.key_id;
  }
  throw new PassportError(
    "SIGNING_KEY_MISSING",
    "no signing key is active: add one with POST /v1/signing-keys, or give PASSPORTS_SIGNING_PRIVATE_KEY",
  );
}

/**
 * Finds the key that signs a receipt. This process holds the private key, and the database holds its status.
 *
 * @throws SIGNING_KEY_MISSING if this process does not have the key, or has another one with the same id.
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
  return new PassportError("SIGNING_KEY_MISSING", message, { keyId });
}
