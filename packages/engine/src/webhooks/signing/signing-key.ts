/** Key pairs of Ed25519, for receivers who must not be able to sign: `whsk_` and `whpk_` with the base64 of 32 bytes. */
import { createPrivateKey, createPublicKey, randomBytes, type KeyObject } from "node:crypto";

const SEED_BYTES = 32;
/** What PKCS #8 puts before the seed of an Ed25519 key. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

export type SigningKey = {
  readonly seed: Uint8Array;
  readonly key: KeyObject;
  /** The public half, which receivers verify with. */
  readonly verificationKey: string;
};

export function generateSigningKey(): SigningKey {
  return readSigningKey(new Uint8Array(randomBytes(SEED_BYTES)));
}

export function readSigningKey(seed: Uint8Array): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  const verificationKey = `whpk_${der.subarray(-SEED_BYTES).toString("base64")}`;
  return { seed, key, verificationKey };
}
