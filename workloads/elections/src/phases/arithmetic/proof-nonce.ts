/** Nonces of shares: they follow from the guardian's secret and from what is decrypted, so a share that is made again is the same. Pure. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Ciphertext } from "../../crypto/elgamal.ts";
import { toBytes, toHex } from "../../crypto/hash/hex.ts";
import type { Place, Subject } from "../plan/slices.ts";

export type Statement = {
  /** The exponent that the share is made with. */
  readonly secret: bigint;
  readonly place: Subject & Place;
  readonly ciphertext: Ciphertext;
  readonly extendedHash: bigint;
};

const DOMAIN = utf8ToBytes("rota elections: nonce of a share");

/**
 * From 1 to q - 1. Two statements never share a nonce, which would give the secret away: election, place and ciphertext are
 * all part of it. Twice 256 bits are reduced, so none is more likely than another.
 */
export function proofNonce(
  { q }: { readonly q: bigint },
  { secret, place, ciphertext, extendedHash }: Statement,
): bigint {
  const { subject, subjectId, contest, selection } = place;
  const numbers = [extendedHash, ciphertext.pad, ciphertext.data].map(toHex);
  const message = utf8ToBytes(JSON.stringify([subject, subjectId, contest, selection, ...numbers]));
  const key = sha256(concatBytes(DOMAIN, toBytes(secret)));
  const halves = [0, 1].map((half) => hmac(sha256, key, concatBytes(Uint8Array.of(half), message)));
  return (BigInt(`0x${bytesToHex(concatBytes(...halves))}`) % (q - 1n)) + 1n;
}
