/**
 * The hash of ElectionGuard 1: SHA-256 over parts between bars, as a number modulo q.
 *
 * Text is hashed as it is, so ("1", "2|3") and ("1", "2", "3") have one hash: identifiers must not hold a bar.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { toHex } from "./hex.ts";

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
