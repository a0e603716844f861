/** The two groups over which there are records of ElectionGuard 2.0, and how their numbers are written into hashes. */
import { expand_message_xmd } from "@noble/curves/abstract/hash-to-curve.js";
import { p256 } from "@noble/curves/nist.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { createP256Group, POINT_BYTES } from "../curve/p256-group.ts";
import type { Group } from "../group/group.ts";
import { bitLength } from "../group/modular.ts";
import { HASH_BYTES, keyedHash, numberOfBytes, toFixedBytes } from "../hash/keyed-hash.ts";

export type Setting20 = {
  readonly group: Group;
  readonly elementBytes: number;
  /** Counts and places: 4 bytes, in drafts of 2.0 they were 2. */
  readonly countBytes: number;
  /** A hash as an exponent. */
  readonly toScalar: (hash: bigint) => bigint;
  readonly parameterHash: bigint;
  /** The numbers that a record has to name, by the names that egk-ec gives them. */
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

/** As egk-ec does it; no specification of ElectionGuard has curves. */
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

/** RFC 9380: more bytes than the order has, so that the remainder favours no exponent. */
const CURVE_TAG = "QUUX-V01-CS02-with-P256_XMD:SHA-256_SSWU_RO_";
const WIDE_BYTES = 48;

/** The name of the version, filled up with zeros. */
function keyOf(version: string): bigint {
  const key = new Uint8Array(HASH_BYTES);
  key.set(new TextEncoder().encode(version));
  return numberOfBytes(key);
}
