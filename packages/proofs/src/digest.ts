/** SHA-256 of bytes, of text as UTF-8, and of values by their canonical form. */
import { createHash, hash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** Returns 64 hexadecimal digits in lower case. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** Returns 32 bytes. */
export function sha256Bytes(content: string | Uint8Array): Uint8Array {
  return new Uint8Array(createHash("sha256").update(content).digest());
}

/**
 * Returns 64 hexadecimal digits, the same for equal values, whatever the order of their members. Throws NotJsonError.
 *
 * @example payloadHash({ a: 1, b: 2 }) === payloadHash({ b: 2, a: 1 })
 */
export function payloadHash(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}
