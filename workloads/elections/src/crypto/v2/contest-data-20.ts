/** Opens what voters wrote in, as egk-ec encrypts it: a key of each 32 bytes from the joint secret, and one for the seal. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { HASH_BYTES, numberOfBytes, toFixedBytes } from "../hash/keyed-hash.ts";
import { hashBytes } from "./hashes-20.ts";

export type ToOpen = {
  readonly contestId: string;
  /** The hash that only the joint secret, or the nonce, leads to. */
  readonly key: bigint;
  /** The element C0 as bytes. */
  readonly pad: Uint8Array;
  /** Hexadecimal digits. */
  readonly data: string;
  readonly mac: bigint;
  /** The length of what was encrypted; the rest of the last block is filled up. */
  readonly bytes: number;
};

export type ContestText = {
  readonly overVotes: readonly number[];
  readonly writeIns: readonly string[];
  readonly status: string;
};

const LABEL = utf8ToBytes("share_enc_keys");
const WORD_BYTES = 4;

/** Undefined when the seal is broken or the length is wrong. */
export function openContestData({ contestId, key, pad, data, mac, bytes }: ToOpen): Uint8Array | undefined {
  const sealed = hexToBytes(data);
  if (bytes < 0 || bytes > sealed.length || sealed.length % HASH_BYTES !== 0) return undefined;
  const word = (value: number) => toFixedBytes(BigInt(value), WORD_BYTES);
  const context = utf8ToBytes(`contest_data${contestId}`);
  const keyAt = (block: number) =>
    hmac(sha256, hashBytes(key), concatBytes(word(block), LABEL, Uint8Array.of(0), context, word(bytes * 8)));
  if (numberOfBytes(hmac(sha256, keyAt(0), concatBytes(pad, sealed))) !== mac) return undefined;
  const keys = Array.from({ length: sealed.length / HASH_BYTES }, (_, block) => keyAt(block + 1));
  const stream = concatBytes(...keys);
  return sealed.map((byte, index) => byte ^ (stream[index] ?? 0)).slice(0, bytes);
}

/** Whether the opened bytes are this text, filled up with zeros. */
export function isContestText(opened: Uint8Array, text: ContestText): boolean {
  const written = writeContestText(text);
  if (written.length > opened.length) return false;
  const filled = new Uint8Array(opened.length);
  filled.set(written);
  return bytesToHex(filled) === bytesToHex(opened);
}

function writeContestText({ overVotes, writeIns, status }: ContestText): Uint8Array {
  const text = (value: string) => {
    const bytes = utf8ToBytes(value);
    return concatBytes(writeCount(bytes.length), bytes);
  };
  return concatBytes(
    writeCount(overVotes.length),
    ...overVotes.map(writeCount),
    writeCount(writeIns.length),
    ...writeIns.map(text),
    text(status),
  );
}

/** Seven bits in each byte, the lowest first; the highest bit says that more follow. */
function writeCount(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Uint8Array.from([...bytes, rest]);
}
