/** Tests of P-256 as a group. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createP256Group } from "./p256-group.ts";

const group = createP256Group();
const scalars = fc.bigInt({ min: 0n, max: group.q - 1n });
const FEW = { numRuns: 5 };

test("powers multiply as exponents add, with and without a table", () => {
  fc.assert(
    fc.property(scalars, scalars, (a, b) => {
      const product = group.multiply(group.fixedPower(group.g, a), group.power(group.g, b));

      return product === group.power(group.g, group.scalar(a + b)) && group.isElement(product);
    }),
    FEW,
  );
});

test("a base that is used often gives the same powers", () => {
  const base = group.power(group.g, 7n);
  for (let exponent = 0n; exponent < 45n; exponent++) {
    expect(group.fixedPower(base, exponent)).toBe(group.power(group.g, 7n * exponent));
  }
});

test("the neutral point is 33 bytes of FF, and a point divided by itself gives it", () => {
  const neutral = BigInt(`0x${"FF".repeat(33)}`);

  expect(group.product([])).toBe(neutral);
  expect(group.power(group.g, group.q)).toBe(neutral);
  expect(group.divide(group.g, group.g)).toBe(neutral);
  expect(group.multiply(neutral, group.g)).toBe(group.g);
  expect(group.isElement(neutral)).toBe(true);
});

test("a number that is not a point is not an element, and multiplying it is refused", () => {
  const [x, y] = [group.g & (2n ** 256n - 1n), group.g >> 256n];
  const offCurve = [...Array(20).keys()].map((step) => (y << 256n) | (x + BigInt(step)));

  expect(offCurve.some((value) => !group.isElement(value))).toBe(true);
  for (const value of [0n, -1n, 5n, 2n ** 264n, (4n << 256n) | x, (2n << 256n) | group.p]) {
    expect(group.isElement(value)).toBe(false);
    expect(() => group.power(value, 2n)).toThrow("does not spell a point of P-256");
  }
});
