/** Tests that a batch finds every error in it, and nothing else. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Batch, bitProducts, createBatch, productOf } from "./batch.ts";
import { createGroup } from "./group.ts";
import { TOY_GROUP_256 } from "./group-parameters.ts";

const group = createGroup(TOY_GROUP_256);
const { p, q, g } = group;
const scalar = fc.bigInt({ min: 0n, max: q - 1n });

const EQUATIONS = Array.from({ length: 400 }, (_, index) => {
  const base = group.fixedPower(g, BigInt(index + 2));
  const [response, challenge] = [BigInt(index) ** 7n + 3n, BigInt(index) ** 5n + 1n];
  const terms = [
    { base: g, exponent: response, isFixed: true },
    { base, exponent: -challenge },
  ];
  const commitment = group.product(terms.map((term) => group.power(term.base, group.scalar(term.exponent))));
  return { base, commitment, terms };
});

/** Numbers of equations: enough for a batch, and so few that they are checked one by one. */
const SIZES = [3, 400];

test("the product of powers by bits is the product of the powers", () => {
  const power = fc.record({ base: fc.bigInt({ min: 0n, max: p - 1n }), exponent: scalar });
  fc.assert(
    fc.property(fc.array(power, { maxLength: 40 }), (powers) => {
      const products = bitProducts(powers, { p, bits: 64 });

      expect(products).toHaveLength(64);
      expect(productOf(products, p)).toBe(
        group.product(powers.map(({ base, exponent }) => group.power(base, exponent))),
      );
    }),
    { numRuns: 30 },
  );
});

test.each(SIZES)("a batch of %d true statements is valid", (size) => {
  const batch = createBatch(group);

  expect(fill(batch, size)).toBe(true);
  expect(batch.isValid()).toBe(true);
});

test.each(SIZES)("one wrong equation among %d is found, wherever it is and however it is wrong", (size) => {
  const wrong = fc.record({ at: fc.nat(size - 1), factor: fc.bigInt({ min: 1n, max: q - 1n }) });
  fc.assert(
    fc.property(wrong, ({ at, factor }) => {
      const batch = createBatch(group);
      fill(batch, size, { at, spoil: (commitment) => group.multiply(commitment, group.power(g, factor)) });
      expect(batch.isValid()).toBe(false);
    }),
    { numRuns: 5 },
  );
});

test.each(SIZES)("two errors that cancel each other among %d are found", (size) => {
  const batch = createBatch(group);
  fill(batch, size, { at: 0, spoil: (commitment) => group.multiply(commitment, g) });
  fill(batch, 1, { at: 0, spoil: (commitment) => group.divide(commitment, g) });

  expect(batch.isValid()).toBe(false);
});

// Orders: 2, the small factors of r, and all the rest. A product of everything would miss them half of the time.
test.each([p - 1n, group.power(5n, (p - 1n) / 6n), group.power(7n, q)])(
  "a member and a commitment that a factor takes out of the subgroup are found: %d",
  (stranger) => {
    expect(group.isElement(stranger)).toBe(false);
    const members = createBatch(group);
    fill(members, 400);
    expect(members.group.isElement(group.multiply(group.power(g, 9n), stranger))).toBe(true);
    expect(members.isValid()).toBe(false);

    const commitments = createBatch(group);
    fill(commitments, 400, { at: 5, spoil: (commitment) => group.multiply(commitment, stranger) });
    expect(commitments.isValid()).toBe(false);
  },
);

test("two non-members whose product is a member are found", () => {
  const batch = createBatch(group);
  fill(batch, 400);
  batch.group.isElement(group.multiply(group.power(g, 8n), p - 1n));
  batch.group.isElement(group.multiply(group.power(g, 9n), p - 1n));

  expect(batch.isValid()).toBe(false);
});

test("a value that is not from 1 to p - 1 is refused at once", () => {
  const batch = createBatch(group);

  for (const value of [0n, -1n, p, p + g]) {
    expect(batch.group.isElement(value)).toBe(false);
    expect(batch.group.holds(value, [{ base: g, exponent: 1n }])).toBe(false);
  }
});

/** Puts equations a = g^v x^-c into the batch. */
function fill(batch: Batch, size: number, wrong?: { at: number; spoil: (commitment: bigint) => bigint }): boolean {
  const believed = EQUATIONS.slice(0, size).map(({ base, commitment, terms }, index) => {
    const given = wrong?.at === index ? wrong.spoil(commitment) : commitment;
    return batch.group.isElement(base) && batch.group.holds(given, terms);
  });
  return believed.every(Boolean);
}
