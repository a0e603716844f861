/** Checks values that come from outside a group, draws random scalars, and evaluates secret-sharing polynomials. */
import { ElectionError } from "../../errors.ts";
import { bitLength, type Group, inverse } from "./group.ts";

/** Refuses a value outside the subgroup of order q. Costs one power. */
export function requireElement(group: Group, value: bigint, what: string): void {
  const objection = objectionToElement(group, value);
  if (objection !== undefined) throw new ElectionError("CRYPTO_VALUE_INVALID", `${what} ${objection}`, { what });
}

export function requireScalar(group: Group, value: bigint, what: string): void {
  if (group.isScalar(value)) return;
  throw new ElectionError("CRYPTO_VALUE_INVALID", `${what} must be from 0 to q - 1`, { what });
}

/** Returns why a value is not an element of the subgroup; undefined when it is one. */
export function objectionToElement(group: Group, value: bigint): string | undefined {
  if (!group.isResidue(value)) return "must be from 1 to p - 1";
  return group.isElement(value) ? undefined : "is not in the subgroup of order q";
}

/** Fills bytes with randomness. Tests replace it to repeat a run. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

export const platformRandom: RandomBytes = (bytes) => globalThis.crypto.getRandomValues(bytes);

/** Draws a scalar from 1 to q - 1. Numbers that are too large are drawn again: a remainder would favour small ones. */
export function randomScalar({ q }: { q: bigint }, random: RandomBytes = platformRandom): bigint {
  const bits = bitLength(q);
  const bytes = new Uint8Array(Math.ceil(bits / 8));
  for (;;) {
    const drawn = [...random(bytes)].reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
    const value = BigInt.asUintN(bits, drawn);
    if (value > 0n && value < q) return value;
  }
}

/** Returns the value of a polynomial at x; the first coefficient is the value at 0. */
export function pointAt(group: Group, coefficients: readonly bigint[], x: number): bigint {
  return coefficients.reduceRight((sum, coefficient) => group.scalar(sum * BigInt(x) + coefficient), 0n);
}

/** Returns g^(value at x), computed from the powers g^coefficient alone. */
export function publicPointAt(group: Group, commitments: readonly bigint[], x: number): bigint {
  return group.product(
    commitments.map((commitment, degree) => group.power(commitment, group.scalar(BigInt(x) ** BigInt(degree)))),
  );
}

/** Returns the weight of the point at x when the value at 0 is computed from the points of all of `present`. */
export function lagrangeWeight(group: Group, x: number, present: readonly number[]): bigint {
  const others = present.filter((other) => other !== x).map(BigInt);
  const numerator = others.reduce((product, other) => group.scalar(product * other), 1n);
  const denominator = others.reduce((product, other) => group.scalar(product * (other - BigInt(x))), 1n);
  return group.scalar(numerator * inverse(denominator, group.q));
}
