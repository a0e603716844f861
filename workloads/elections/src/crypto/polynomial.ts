/** Secret sharing: polynomials over the scalars, their points, what everybody sees of them, and Lagrange weights. */
import type { Group } from "./group/group.ts";
import { inverse } from "./group/modular.ts";

/** The value at x; the first coefficient is the value at 0. */
export function pointAt(group: Group, coefficients: readonly bigint[], x: number): bigint {
  return coefficients.reduceRight((sum, coefficient) => group.scalar(sum * BigInt(x) + coefficient), 0n);
}

/** g^(value at x), from the powers g^coefficient alone. */
export function publicPointAt(group: Group, commitments: readonly bigint[], x: number): bigint {
  return group.product(
    commitments.map((commitment, degree) => group.power(commitment, group.scalar(BigInt(x) ** BigInt(degree)))),
  );
}

/** What the point at x weighs when the value at 0 is computed from the points of all of `present`. */
export function lagrangeWeight(group: Group, x: number, present: readonly number[]): bigint {
  const others = present.filter((other) => other !== x).map(BigInt);
  const numerator = others.reduce((product, other) => group.scalar(product * other), 1n);
  const denominator = others.reduce((product, other) => group.scalar(product * (other - BigInt(x))), 1n);
  return group.scalar(numerator * inverse(denominator, group.q));
}
