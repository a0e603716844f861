/** The hash of ElectionGuard 2.0: HMAC-SHA-256 over parts whose lengths are fixed, so that no two lists read alike. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";

export const HASH_BYTES = 32;

/** A hash is kept as the number that its 32 bytes spell. */
export function keyedHash(key: bigint, ...parts: readonly Uint8Array[]): bigint {
  return numberOfBytes(hmac(sha256, toFixedBytes(key, HASH_BYTES), concatBytes(...parts)));
}

/** Big-endian, with leading zeros. A number that is negative or too large gets more bytes, and so never counts as another. */
export function toFixedBytes(value: bigint, length: number): Uint8Array {
  if (value < 0n) return toFixedBytes(-value, length + 1);
  const digits = value.toString(16).padStart(2 * length, "0");
  return hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`);
}

export function numberOfBytes(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`);
}
