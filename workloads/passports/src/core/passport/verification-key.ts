/** Defines the public part of signing keys: their validity, signatures, Base64 form, and lists of keys. */
import { ed25519 } from "@noble/curves/ed25519.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { PassportError } from "../../errors.ts";
import type { RotaError } from "@rota/engine/errors";
import { isJsonObject, isList, type JsonObject, type JsonValue, memberOf } from "../canonical/canonical-json.ts";
import { readJson } from "../canonical/read-json.ts";

/** Status of a key: ACTIVE signs, RETIRED signs only receipts that name it, COMPROMISED vouches for nothing. */
export type KeyStatus = "ACTIVE" | "RETIRED" | "COMPROMISED";

export type VerificationKey = {
  readonly keyId: string;
  /** Public key: 32 bytes in base64. */
  readonly publicKey: string;
  readonly status: KeyStatus;
  /** First time at which the key is valid, such as 2026-01-02T03:04:05Z. It is not valid for receipts issued before. */
  readonly notBefore?: string | undefined;
  readonly notAfter?: string | undefined;
};

const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const SIGNATURE_LENGTH = 88;

/** Returns true if the key made the signature of the 32 bytes of the hash. Never throws. */
export function isSignatureOf(
  key: Pick<VerificationKey, "publicKey">,
  receiptHash: string,
  signature: string,
): boolean {
  if (signature.length !== SIGNATURE_LENGTH) return false;
  const publicKey = fromBase64(key.publicKey);
  const bytes = fromBase64(signature);
  if (publicKey?.length !== PUBLIC_KEY_BYTES || bytes?.length !== SIGNATURE_BYTES) return false;
  try {
    // Strict as in RFC 8032, so that all verifiers accept the same signatures.
    return ed25519.verify(bytes, hexToBytes(receiptHash), publicKey, { zip215: false });
  } catch {
    return false;
  }
}

/** Returns why a key does not vouch for a receipt that was issued at a time, or undefined if it does. */
export function objectionToKey(key: VerificationKey, issuedAt: string): string | undefined {
  if (key.status === "COMPROMISED") return `the key ${key.keyId} is compromised: others may have signed with it`;
  if (key.notBefore !== undefined && issuedAt < key.notBefore)
    return `the key ${key.keyId} was valid only from ${key.notBefore} on`;
  if (key.notAfter !== undefined && issuedAt > key.notAfter)
    return `the key ${key.keyId} was valid only until ${key.notAfter}`;
  return undefined;
}

const STATUSES: readonly KeyStatus[] = ["ACTIVE", "RETIRED", "COMPROMISED"];
const KEYS_MAX = 10_000;

/** @example readVerificationKeys('[{"key_id":"2026-01","public_key":"11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="}]') */
export function readVerificationKeys(text: string): readonly VerificationKey[] {
  const content = readJson(text);
  const listed = isJsonObject(content) ? (memberOf(content, "keys") ?? memberOf(content, "items")) : content;
  if (!isList<JsonValue>(listed)) throw refusal("", "must be a list of keys");
  if (listed.length > KEYS_MAX) throw refusal("", `has more than ${String(KEYS_MAX)} keys`);
  return listed.map((key, index) => {
    if (!isJsonObject(key)) throw refusal(`/${String(index)}`, "must be an object with key_id and public_key");
    return readKey(key, `/${String(index)}`);
  });
}

/** Reads a key. A key without a status is active, because the author of the list trusts it. */
function readKey(key: JsonObject, pointer: string): VerificationKey {
  const keyId = textAt(key, "key_id", pointer);
  const publicKey = textAt(key, "public_key", pointer);
  if (keyId === undefined) throw refusal(`${pointer}/key_id`, "must name the key");
  if (publicKey === undefined || fromBase64(publicKey)?.length !== 32) {
    throw refusal(`${pointer}/public_key`, "must be the 32 bytes of an Ed25519 key in base64");
  }
  const declared = textAt(key, "status", pointer) ?? "ACTIVE";
  const status = STATUSES.find((known) => known === declared);
  if (status === undefined) throw refusal(`${pointer}/status`, `must be one of ${STATUSES.join(", ")}`);
  return {
    keyId,
    publicKey,
    status,
    notBefore: textAt(key, "not_before", pointer),
    notAfter: textAt(key, "not_after", pointer),
  };
}

function textAt(key: JsonObject, name: string, pointer: string): string | undefined {
  const value = memberOf(key, name) ?? null;
  if (value === null || value === "") return undefined;
  if (typeof value !== "string") throw refusal(`${pointer}/${name}`, "must be text");
  return value;
}

function refusal(pointer: string, reason: string): RotaError {
  const place = pointer === "" ? "the list of keys" : `the list of keys, ${pointer}`;
  return new PassportError("VALIDATION_ERROR", `${place}: ${reason}`, { pointer });
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Reads Base64. Returns undefined for any other form of the same bytes, so that a signature has only one form. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z\d+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}
