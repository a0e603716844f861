/**
 * Presents the curve P-256 as a group whose elements are compressed points, read as numbers.
 *
 * Compressed points have 33 bytes. The neutral point has no such form: it is written as 33 bytes of FF, as egk-ec does.
 */
import { p256 } from "@noble/curves/nist.js";
import { numberToBytesBE } from "@noble/curves/utils.js";
import { ElectionError } from "../../errors.ts";
import { RotaError } from "@rota/engine/errors";
import { type Group, mod } from "./group.ts";

type Point = typeof p256.Point.BASE;

export const POINT_BYTES = 33;

const NEUTRAL = 2n ** BigInt(8 * POINT_BYTES) - 1n;
/** Number of decoded points that are kept, because decoding a point takes a square root. */
const POINTS_KEPT = 4_096;
/** Number of powers after which a base gets a table, about the cost of making the table. */
const TABLE_AFTER = 40;
const BASES_KEPT = 64;
const WINDOW_BITS = 8;

export function createP256Group(): Group {
  const { Point } = p256;
  const { p, n: q, h: r } = Point.CURVE();
  const { pointOf, numberOf } = createPoints();
  const raise = (point: Point, exponent: bigint) => numberOf(point.multiplyUnsafe(mod(exponent, q)));
  const product = (factors: Iterable<bigint>) =>
    numberOf([...factors].reduce((sum, factor) => sum.add(pointOf(factor)), Point.ZERO));
  const isElement = (value: bigint) => isPoint(value, pointOf);
  const fixedPoint = createFixedPoints(pointOf);
  return {
    name: "P-256",
    p,
    q,
    r,
    g: numberOf(Point.BASE),
    power: (base, exponent) => raise(pointOf(base), exponent),
    fixedPower: (base, exponent) => raise(fixedPoint(base), exponent),
    multiply: (a, b) => product([a, b]),
    divide: (a, b) => numberOf(pointOf(a).subtract(pointOf(b))),
    product,
    scalar: (value) => mod(value, q),
    // The cofactor is 1: every point on the curve is in the group.
    isElement,
    isResidue: isElement,
    isScalar: (value) => value >= 0n && value < q,
    holds: (commitment, terms) =>
      product(terms.map(({ base, exponent }) => raise(pointOf(base), exponent))) === commitment,
  };
}

/** Creates a lookup of points that gives a table to each point that is used often. */
function createFixedPoints(pointOf: (value: bigint) => Point) {
  const bases = new Map<bigint, { point: Point; powers: number }>();
  return (value: bigint): Point => {
    if (bases.size >= BASES_KEPT && !bases.has(value)) bases.clear();
    const base = bases.get(value) ?? { point: pointOf(value), powers: 0 };
    bases.set(value, base);
    base.powers++;
    if (base.powers === TABLE_AFTER && value !== NEUTRAL) base.point.precompute(WINDOW_BITS, false);
    return base.point;
  };
}

function createPoints() {
  const kept = new Map<bigint, Point>([[NEUTRAL, p256.Point.ZERO]]);
  const keep = (value: bigint, point: Point): Point => {
    if (kept.size >= POINTS_KEPT) forgetOldest(kept);
    kept.set(value, point);
    return point;
  };
  return {
    pointOf: (value: bigint): Point => kept.get(value) ?? keep(value, decode(value)),
    numberOf: (point: Point): bigint => {
      if (point.is0()) return NEUTRAL;
      const value = BigInt(`0x${point.toHex(true)}`);
      if (!kept.has(value)) keep(value, point);
      return value;
    },
  };
}

/** Removes half of the points at once, but never the first one, which is the neutral point. */
function forgetOldest(kept: Map<bigint, Point>): void {
  for (const value of [...kept.keys()].slice(1, POINTS_KEPT / 2)) kept.delete(value);
}

function decode(value: bigint): Point {
  try {
    return p256.Point.fromBytes(numberToBytesBE(value, POINT_BYTES));
  } catch (cause) {
    throw new ElectionError("CRYPTO_VALUE_INVALID", "a number does not spell a point of P-256", {}, { cause });
  }
}

function isPoint(value: bigint, pointOf: (value: bigint) => Point): boolean {
  if (value < 0n || value > NEUTRAL) return false;
  try {
    pointOf(value);
    return true;
  } catch (error) {
    if (error instanceof RotaError) return false;
    throw error;
  }
}
