/**
 * Checks many equations and many members of the subgroup at once, for a third of the time.
 *
 * Whatever is wrong, in however many places, is found but for a chance of 1 in 2^128 (1 in q for a q below that) that
 * nobody can influence: it depends on random numbers that are drawn when everything to check is known. What is wrong is
 * not told: check one by one then.
 *
 * - A member: the product of a random half of all members is in the subgroup, 128 times. Each half shows a stranger with a
 *   chance of at least 1 in 2, whatever its order is.
 * - An equation: both sides are raised to a random power of 128 bits, and all of them are multiplied.
 */
import { platformRandom, type RandomBytes } from "../random-scalar.ts";
import { bitProducts, productOf, type Power } from "./bit-products.ts";
import type { Group, Term } from "./group.ts";
import { bitLength } from "./modular.ts";

/** Bits of a random weight. */
const WEIGHT_BITS = 128;
/** With fewer things to check, one by one is as fast. */
const BATCH_MIN = 300;

export type Batch = {
  /** Computes as the group does, but takes every equation and member for true until `isValid` is asked. */
  readonly group: Group;
  /** Whether everything that was taken for true is. */
  readonly isValid: () => boolean;
};

/** Looks at many things in one batch; if anything in it is wrong, once more at each by itself to tell what. */
export function inBatch<Seen>(group: Group, look: (group: Group) => Seen): Seen {
  const batch = createBatch(group);
  const seen = look(batch.group);
  return batch.isValid() ? seen : look(group);
}

type Equation = { readonly commitment: bigint; readonly terms: readonly Term[] };

export function createBatch(group: Group, random: RandomBytes = platformRandom): Batch {
  const members = new Set<bigint>();
  const equations: Equation[] = [];
  return {
    group: {
      ...group,
      isElement: (value) => group.isResidue(value) && members.add(value).has(value),
      holds: (commitment, terms) => {
        for (const { base } of terms) members.add(base);
        return group.isResidue(commitment) && equations.push({ commitment, terms }) > 0;
      },
    },
    isValid: () =>
      members.size + equations.length < BATCH_MIN
        ? [...members].every(group.isElement) &&
          equations.every(({ commitment, terms }) => group.holds(commitment, terms))
        : areValid(group, { members, equations, random }),
  };
}

type Collected = { members: ReadonlySet<bigint>; equations: readonly Equation[]; random: RandomBytes };

function areValid(group: Group, { members, equations, random }: Collected): boolean {
  const { p, q, multiply } = group;
  const weighted = equations.map((equation) => ({ ...equation, weight: randomWeight(random) }));
  const commitments = bitProducts(
    weighted.map(({ commitment, weight }) => ({ base: commitment, exponent: weight })),
    { p, bits: WEIGHT_BITS },
  );
  const halves = bitProducts(
    [...members].map((base) => ({ base, exponent: randomWeight(random) })),
    { p, bits: WEIGHT_BITS },
  );
  const areMembers = halves.every((half, bit) => group.isElement(multiply(half, commitments[bit] ?? 1n)));
  if (!areMembers) return false;
  const right = bitProducts(sumExponents(group, weighted), { p, bits: bitLength(q) });
  return productOf(commitments, p) === productOf(right, p);
}

/** Each base once. All are members, so their exponents count modulo q. */
function sumExponents(group: Group, weighted: readonly (Equation & { weight: bigint })[]): Power[] {
  const exponents = new Map<bigint, bigint>();
  for (const { terms, weight } of weighted) {
    for (const { base, exponent } of terms) {
      exponents.set(base, group.scalar((exponents.get(base) ?? 0n) + exponent * weight));
    }
  }
  return [...exponents].map(([base, exponent]) => ({ base, exponent }));
}

function randomWeight(random: RandomBytes): bigint {
  const words = new BigUint64Array(random(new Uint8Array(WEIGHT_BITS / 8)).buffer);
  return words.reduce((value, word) => (value << 64n) | word, 0n);
}
