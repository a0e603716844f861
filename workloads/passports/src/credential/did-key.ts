/** Writes Ed25519 public keys as did:key, identifiers that nobody has to look up, and reads them. */
import { fromBase64, toBase64 } from "../sign/base64.ts";
import { fromBase58, toBase58 } from "./base58.ts";

/** The multicodec of an Ed25519 public key. */
const ED25519_PUBLIC = [0xed, 0x01];
const KEY_BYTES = 32;

/** Of 32 bytes in base64. */
export function didKeyOf(publicKey: string): string {
  return `did:key:z${toBase58(Uint8Array.from([...ED25519_PUBLIC, ...(fromBase64(publicKey) ?? [])]))}`;
}

/** The key of `did:key:z6Mk…`, with or without a fragment, as base64; undefined for any other identifier. */
export function publicKeyOf(did: string): string | undefined {
  const [, value = "", fragment] = /^did:key:z([^#]+)(?:#z(.+))?$/.exec(did) ?? [];
  const bytes = fragment === undefined || fragment === value ? fromBase58(value) : undefined;
  const isKey = bytes?.length === KEY_BYTES + ED25519_PUBLIC.length && ED25519_PUBLIC.every((b, i) => bytes[i] === b);
  return isKey ? toBase64(bytes.subarray(ED25519_PUBLIC.length)) : undefined;
}
