/** A short name for a guardian's public keys, to be compared by people and bound into what is sealed. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { guardianToJson } from "../records/writing/write-guardian.ts";
import type { GuardianPublic } from "./guardian-keys.ts";

/** 64 hexadecimal digits: the SHA-256 of the published keys as a record writes them. */
export function fingerprintOf(guardian: GuardianPublic): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(guardianToJson(guardian)))));
}
