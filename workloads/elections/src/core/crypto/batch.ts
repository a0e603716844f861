/**
 * Checks many equations and subgroup memberships at once, in a third of the time of checking each alone.
 *
 * The chance that an error stays undetected is 1 in 2^128 (1 in q for a smaller q), and no prover can influence it: the
 * random weights are drawn when everything to check is known. A batch does not show which item is wrong; in that case
 * check the items one by one.
 *
 * - Membership: 128 times, the product of a random half of all members must be in the subgroup. Each half exposes a
 *   non-member with a chance of at least 1 in 2, whatever its order.
 * - Equation: both sides are raised to a random power of 128 bits, and all of them are multiplied.
 *
 * Bases with the same digit share their multiplications, so one base of a thousand costs about 20 of them and no
 * squaring. Exponents must be public, because the steps depend on them.
 */
import { bitLength, type Group, type Term } from "./group.ts";
import { platformRandom, type RandomBytes } from "./scalars.ts";

/** Number of bits of a random weight. */
const WEIGHT_BITS = 128;
/** Minimum number of items for a batch. With fewer, checking one by one is as fast. */
const BATCH_MIN = 300;

export type Batch = {
  /** Computes like the group, but assumes that every equation and member is valid until `isValid` is called. */
  readonly group: Group;
  /** Returns whether everything that was assumed is valid. */
  readonly isValid: () => boolean;
};

/** Runs a check in one batch. If anything in the batch is wrong, runs the check again item by item, to find which. */
export function inBatch<Result>(group: Group, check: (group: Group) => Result): Result {
  const batch = createBatch(group);
  const result = check(batch.group);
  return batch.isValid() ? result : check(group);
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

/** Lists each base once. All bases are members, so their exponents count modulo q. */
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

type Power = { readonly base: bigint; readonly exponent: bigint };

/** Returns `bits` products, the one of the lowest bit first. */
export function bitProducts(powers: readonly Power[], { p, bits }: { p: bigint; bits: number }): bigint[] {
  const width = digitBitsFor(powers.length, bits);
  const products: bigint[] = [];
  for (let from = 0; from < bits; from += width) products.push(...digitProducts(powers, { p, from, width }));
  return products.slice(0, bits);
}

/** Returns the product of all powers. */
export function productOf(products: readonly bigint[], p: bigint): bigint {
  return products.reduceRight((result, product) => (((result * result) % p) * product) % p, 1n);
}

const DIGIT_BITS_MAX = 12;

/** Returns the digit width that takes the fewest multiplications. */
function digitBitsFor(count: number, bits: number): number {
  const widths = Array.from({ length: DIGIT_BITS_MAX }, (_, index) => index + 1);
  const cost = (width: number) => Math.ceil(bits / width) * (count + 2 * 2 ** width);
  return widths.reduce((best, width) => (cost(width) < cost(best) ? width : best));
}

/** Multiplies first all bases with the same digit, then the digits that share a bit. */
function digitProducts(
  powers: readonly Power[],
  { p, from, width }: { p: bigint; from: number; width: number },
): bigint[] {
  const shift = BigInt(from);
  let byDigit = Array.from({ length: 2 ** width }, () => 1n);
  for (const { base, exponent } of powers) {
    const digit = Number(BigInt.asUintN(width, exponent >> shift));
    if (digit !== 0) byDigit[digit] = ((byDigit[digit] ?? 1n) * base) % p;
  }
  const products: bigint[] = [];
  while (byDigit.length > 1) {
    const half = byDigit.length / 2;
    const [without, having] = [byDigit.slice(0, half), byDigit.slice(half)];
    products.unshift(having.reduce((product, factor) => (product * factor) % p, 1n));
    byDigit = without.map((factor, digit) => (factor * (having[digit] ?? 1n)) % p);
  }
  return products;
}
