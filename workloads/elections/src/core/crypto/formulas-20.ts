/** Implements the formulas that only ElectionGuard 2.0 has: its groups, its tagged hashes, and its contest data. */
import { expand_message_xmd } from "@noble/curves/abstract/hash-to-curve.js";
import { p256 } from "@noble/curves/nist.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Ciphertext } from "./elgamal.ts";
import { bitLength, type Group } from "./group.ts";
import { HASH_BYTES, keyedHash, numberOfBytes, toFixedBytes } from "./hash.ts";
import { createP256Group, POINT_BYTES } from "./p256-group.ts";

export type Hashes20 = ReturnType<typeof createHashes20>;

const TAG = {
  manifest: 0x01,
  base: 0x02,
  schnorr: 0x10,
  extended: 0x12,
  range: 0x21,
  dataKey: 0x22,
  contest: 0x23,
  code: 0x24,
  opening: 0x30,
  openedData: 0x31,
} as const;

/** Creates the hashes of ElectionGuard 2.0. Each formula starts with a tag that no other formula has. */
export function createHashes20(setting: Setting20) {
  const { countBytes, elementBytes, parameterHash, toScalar } = setting;
  const tagged = (tag: keyof typeof TAG) => Uint8Array.of(TAG[tag]);
  const count = (value: number) => toFixedBytes(BigInt(value), countBytes);
  const element = (value: bigint) => toFixedBytes(value, elementBytes);
  const pair = ({ pad, data }: Ciphertext) => [element(pad), element(data)];
  return {
    parameterHash,
    manifestHash: (text: string) => {
      const bytes = utf8ToBytes(text);
      return keyedHash(parameterHash, tagged("manifest"), count(bytes.length), bytes);
    },
    baseHash: ({ manifestHash, guardians, quorum }: { manifestHash: bigint; guardians: number; quorum: number }) =>
      keyedHash(parameterHash, tagged("base"), hashBytes(manifestHash), count(guardians), count(quorum)),
    extendedHash: (baseHash: bigint, publicKey: bigint) => keyedHash(baseHash, tagged("extended"), element(publicKey)),
    schnorrChallenge: (about: { sequence: number; degree: number; publicKey: bigint; commitment: bigint }) => {
      const { sequence, degree, publicKey, commitment } = about;
      const places = [count(sequence), count(degree)];
      return toScalar(keyedHash(parameterHash, tagged("schnorr"), ...places, element(publicKey), element(commitment)));
    },
    /** Creates the hashes of one election. */
    of: ({ extendedHash, publicKey }: { extendedHash: bigint; publicKey: bigint }) => ({
      rangeChallenge: (ciphertext: Ciphertext, commitments: readonly Ciphertext[]) => {
        const parts = [element(publicKey), ...[ciphertext, ...commitments].flatMap(pair)];
        return toScalar(keyedHash(extendedHash, tagged("range"), ...parts));
      },
      contestHash: (sequence: number, ciphertexts: readonly Ciphertext[]) => {
        const parts = [count(sequence), element(publicKey), ...ciphertexts.flatMap(pair)];
        return keyedHash(extendedHash, tagged("contest"), ...parts);
      },
      /** Hashes the contests and the bytes of the device or of the previous code, given as hexadecimal digits. */
      code: (contestHashes: readonly bigint[], bytes: string) =>
        keyedHash(extendedHash, tagged("code"), ...contestHashes.map(hashBytes), hexToBytes(bytes)),
      openingChallenge: (ciphertext: Ciphertext, commitment: Ciphertext, shares: bigint) => {
        const parts = [element(publicKey), ...pair(ciphertext), ...pair(commitment), element(shares)];
        return toScalar(keyedHash(extendedHash, tagged("opening"), ...parts));
      },
      /** Hashes the encrypted bytes as upper-case hexadecimal digits, as egk-ec does. */
      openedDataChallenge: (sealed: Sealed, commitment: Ciphertext, beta: bigint) => {
        const parts = [
          element(publicKey),
          element(sealed.pad),
          utf8ToBytes(sealed.data.toUpperCase()),
          hashBytes(sealed.mac),
        ];
        return toScalar(keyedHash(extendedHash, tagged("openedData"), ...parts, ...pair(commitment), element(beta)));
      },
      dataKey: (pad: bigint, beta: bigint) =>
        keyedHash(extendedHash, tagged("dataKey"), element(publicKey), element(pad), element(beta)),
      /** Returns an element as it is written into hashes. */
      element,
    }),
  };
}

type Sealed = { readonly pad: bigint; readonly data: string; readonly mac: bigint };

export function hashBytes(value: bigint): Uint8Array {
  return toFixedBytes(value, HASH_BYTES);
}

export type Setting20 = {
  readonly group: Group;
  readonly elementBytes: number;
  /** Bytes of counts and places: 4, or 2 in drafts of 2.0. */
  readonly countBytes: number;
  /** Converts a hash to an exponent. */
  readonly toScalar: (hash: bigint) => bigint;
  readonly parameterHash: bigint;
  /** Numbers that a record has to state, by the names that egk-ec gives them. */
  readonly constants: Readonly<Record<string, bigint>>;
};

const COUNT_BYTES = 4;
const PARAMETERS = Uint8Array.of(0x00);

export function integerSetting(group: Group, { version = "v2.0.0", countBytes = COUNT_BYTES } = {}): Setting20 {
  const { p, q, r, g, scalar } = group;
  const elementBytes = Math.ceil(bitLength(p) / 8);
  const numbers = [toFixedBytes(p, elementBytes), toFixedBytes(q, HASH_BYTES), toFixedBytes(g, elementBytes)];
  return {
    group,
    elementBytes,
    countBytes,
    toScalar: scalar,
    parameterHash: keyedHash(keyOf(version), PARAMETERS, ...numbers),
    constants: { largePrime: p, smallPrime: q, cofactor: r, generator: g },
  };
}

/** Returns the setting for P-256 as egk-ec uses it; no specification of ElectionGuard has curves. */
export function curveSetting(group: Group = createP256Group()): Setting20 {
  const { a, b, p, n, h, Gx, Gy } = p256.Point.CURVE();
  const numbers = [a, b, p, Gx, Gy, h].map((value) => toFixedBytes(value, HASH_BYTES));
  return {
    group,
    elementBytes: POINT_BYTES,
    countBytes: COUNT_BYTES,
    toScalar: (hash) => {
      const wide = expand_message_xmd(toFixedBytes(hash, HASH_BYTES), CURVE_TAG, WIDE_BYTES, sha256);
      return group.scalar(numberOfBytes(wide));
    },
    parameterHash: keyedHash(keyOf("v2.1.0"), PARAMETERS, ...numbers),
    constants: { a, b, primeModulus: p, order: n, "g.x": Gx, "g.y": Gy, h },
  };
}

/** RFC 9380: the hash has more bytes than the order, so that the remainder favours no exponent. */
const CURVE_TAG = "QUUX-V01-CS02-with-P256_XMD:SHA-256_SSWU_RO_";
const WIDE_BYTES = 48;

/** Returns the name of the version, padded with zeros. */
function keyOf(version: string): bigint {
  const key = new Uint8Array(HASH_BYTES);
  key.set(new TextEncoder().encode(version));
  return numberOfBytes(key);
}

type ToOpen = {
  readonly contestId: string;
  /** Hash that can only be computed from the joint secret or from the nonce. */
  readonly key: bigint;
  /** Element C0 as bytes. */
  readonly pad: Uint8Array;
  /** Hexadecimal digits. */
  readonly data: string;
  readonly mac: bigint;
  /** Length of the plaintext; the rest of the last block is padding. */
  readonly bytes: number;
};

type ContestText = {
  readonly overVotes: readonly number[];
  readonly writeIns: readonly string[];
  readonly status: string;
};

const LABEL = utf8ToBytes("share_enc_keys");
const WORD_BYTES = 4;

/** Returns undefined when the authentication code or the length is wrong. */
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

/** Returns whether the opened bytes are this text, padded with zeros. */
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

/** Writes seven bits in each byte, the lowest first. The highest bit means that more bytes follow. */
function writeCount(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Uint8Array.from([...bytes, rest]);
}
