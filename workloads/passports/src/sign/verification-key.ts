/** The public side of signing keys: what everybody may know, and for which receipts a key stands. */
import { ed25519 } from "@noble/curves/ed25519.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { fromBase64 } from "./base64.ts";

/** ACTIVE signs, RETIRED signs only what was compiled for it, COMPROMISED vouches for nothing. */
export type KeyStatus = "ACTIVE" | "RETIRED" | "COMPROMISED";

export type VerificationKey = {
  readonly keyId: string;
  /** 32 bytes in base64. */
  readonly publicKey: string;
  readonly status: KeyStatus;
  /** Such as 2026-01-02T03:04:05Z; receipts issued before are not signed with it. */
  readonly notBefore?: string | undefined;
  readonly notAfter?: string | undefined;
};

const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const SIGNATURE_LENGTH = 88;

/** True when the signature over the 32 bytes of the hash is that of the key. Never throws. */
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
    // Strict, as RFC 8032 has it: whatever one verifier accepts, all do.
    return ed25519.verify(bytes, hexToBytes(receiptHash), publicKey, { zip215: false });
  } catch {
    return false;
  }
}

/** Why a key does not stand for what was issued then, undefined when it does. */
export function objectionToKey(key: VerificationKey, issuedAt: string): string | undefined {
  if (key.status === "COMPROMISED") return `the key ${key.keyId} is compromised: others may have signed with it`;
  if (key.notBefore !== undefined && issuedAt < key.notBefore)
    return `the key ${key.keyId} was valid only from ${key.notBefore} on`;
  if (key.notAfter !== undefined && issuedAt > key.notAfter)
    return `the key ${key.keyId} was valid only until ${key.notAfter}`;
  return undefined;
}
