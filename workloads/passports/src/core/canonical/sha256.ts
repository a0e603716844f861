/** Computes SHA-256 in Node and in browsers. Node's own implementation is several times as fast and is used where it exists. */
import { sha256 as portableSha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson, type CanonicalValue } from "./canonical-json.ts";

const nodeCrypto = "process" in globalThis ? globalThis.process.getBuiltinModule("node:crypto") : undefined;

/** Returns 64 hexadecimal digits in lower case. Text is hashed as UTF-8. */
export const sha256Hex: (content: string | Uint8Array) => string =
  nodeCrypto === undefined ? portableSha256Hex : (content) => nodeCrypto.hash("sha256", content, "hex");

export function portableSha256Hex(content: string | Uint8Array): string {
  return bytesToHex(portableSha256(typeof content === "string" ? utf8ToBytes(content) : content));
}

export function canonicalHash(value: CanonicalValue): string {
  return sha256Hex(canonicalJson(value));
}
