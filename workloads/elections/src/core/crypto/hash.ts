/**
 * Computes the hashes of ElectionGuard 1 and 2.0, derives nonces, and writes numbers as hexadecimal digits.
 *
 * ElectionGuard 1 hashes text as it is, so ("1", "2|3") and ("1", "2", "3") have the same hash: identifiers must not
 * contain a bar. The parts of a 2.0 hash have fixed lengths, so two different lists never have the same bytes.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { ElectionError } from "../../errors.ts";

/** A bigint is an element or scalar, a number is a count, and a list stands for the hash of its members. */
export type HashPart = bigint | number | string | null | readonly HashPart[];

export function hash({ q }: { readonly q: bigint }, ...parts: readonly HashPart[]): bigint {
  const text = `|${parts.map((part) => `${textOf({ q }, part)}|`).join("")}`;
  return BigInt(`0x${bytesToHex(sha256(utf8ToBytes(text)))}`) % q;
}

function textOf(group: { readonly q: bigint }, part: HashPart): string {
  if (typeof part === "bigint") return toHex(part);
  if (typeof part === "string") return part;
  if (typeof part === "number") return String(part);
  return part === null || part.length === 0 ? "null" : toHex(hash(group, ...part));
}

/** Derives the number at an index from a seed and headers: the ballot nonce alone repeats the whole encryption. */
export function nonceAt(
  group: { readonly q: bigint },
  { seed, headers = [], index }: { seed: bigint; headers?: readonly HashPart[]; index: number },
): bigint {
  const start = headers.length === 0 ? seed : hash(group, seed, ...headers);
  return hash(group, start, index);
}

/** Zero is "00"; there is no further padding. */
export function toHex(value: bigint): string {
  const digits = value.toString(16).toUpperCase();
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/** Refuses what is not hexadecimal digits, such as a sign, a point or nothing. */
export function fromHex(text: string, what: string): bigint {
  if (!/^[0-9A-Fa-f]+$/.test(text)) {
    throw new ElectionError("CRYPTO_VALUE_INVALID", `${what} must be written in hexadecimal digits`, { what });
  }
  return BigInt(`0x${text}`);
}

/** The bytes of the digits: leading zeros of a number are not kept. */
export function toBytes(value: bigint): Uint8Array {
  return hexToBytes(toHex(value));
}

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
