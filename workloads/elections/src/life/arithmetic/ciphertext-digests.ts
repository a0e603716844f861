/** Digests of the ciphertexts of a ballot: by them a ballot that copies from another is found. Pure. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { toHex } from "../../crypto/hash/hex.ts";
import type { EncryptedBallot } from "../../ballots/ballot.ts";

const DIGITS = 32;

/** Of every ciphertext, options and placeholders, in hexadecimal digits. */
export function ciphertextDigests({ contests }: EncryptedBallot): string[] {
  return contests.flatMap(({ selections }) =>
    selections.map(({ ciphertext: { pad, data } }) =>
      bytesToHex(sha256(utf8ToBytes(`${toHex(pad)}|${toHex(data)}`))).slice(0, DIGITS),
    ),
  );
}
