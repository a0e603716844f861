/** Reads a private Ed25519 key and signs with it; the key is in no property, message or log. Needs Node. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { PassportError } from "../../errors.ts";
import type { RotaError } from "@rota/engine/errors";
import type { Signer } from "../passport/sign-receipt.ts";
import { fromBase64, type KeyStatus } from "../passport/verification-key.ts";

export type SigningKeyOptions = {
  readonly keyId: string;
  /** Private key in base64: the seed of 32 bytes, the seed with the public key, or PKCS#8 in DER. */
  readonly privateKey: string;
  /** Default: ACTIVE. */
  readonly status?: KeyStatus;
};

const SEED_BYTES = 32;
/** Start of the PKCS#8 form of an Ed25519 key, which the seed follows. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const RAW_PUBLIC_KEY_AT = -32;
const FORMS = "give the seed (32 bytes), seed and public key (64 bytes) or PKCS#8 (DER), in base64";

/** @example readSigningKey({ keyId: "2026-01", privateKey: process.env["PASSPORT_SIGNING_KEY"] ?? "" }) */
export function readSigningKey({ keyId, privateKey, status = "ACTIVE" }: SigningKeyOptions): Signer {
  if (keyId === "") throw new PassportError("SIGNING_KEY_MISSING", "the signing key has no id: give it one");
  const bytes = fromBase64(privateKey.trim());
  if (bytes === undefined || bytes.length === 0) throw refusal(keyId, "is missing or not in base64");
  const key = privateKeyOf(keyId, Buffer.from(bytes));
  const publicKeyObject = createPublicKey(key);
  const publicKey = rawPublicKey(publicKeyObject);
  const isPair = bytes.length === 2 * SEED_BYTES;
  if (isPair && !publicKey.equals(bytes.subarray(SEED_BYTES)))
    throw refusal(keyId, "has a public key that is not its own");
  return {
    keyId,
    status,
    publicKey: publicKey.toString("base64"),
    sign: (hash) => new Uint8Array(sign(null, hash, key)),
    accepts: (hash, signature) => verify(null, hash, publicKeyObject, signature),
  };
}

function privateKeyOf(keyId: string, bytes: Buffer): KeyObject {
  const isSeed = bytes.length === SEED_BYTES || bytes.length === 2 * SEED_BYTES;
  const der = isSeed ? Buffer.concat([PKCS8_PREFIX, bytes.subarray(0, SEED_BYTES)]) : bytes;
  try {
    const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The message of the parser may repeat the key, so the message here names the allowed forms.
  }
  throw refusal(keyId, "is no Ed25519 key");
}

function rawPublicKey(key: KeyObject): Buffer {
  return key.export({ format: "der", type: "spki" }).subarray(RAW_PUBLIC_KEY_AT);
}

function refusal(keyId: string, reason: string): RotaError {
  return new PassportError("SIGNING_KEY_MISSING", `the signing key ${keyId} ${reason}: ${FORMS}`, { keyId });
}
