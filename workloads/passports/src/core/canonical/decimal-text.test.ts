/** Tests of how numbers of documents become numbers of facts. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { plainDecimal, readJson } from "./read-json.ts";

const digits = (lengthMax: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${String(lengthMax)}}$`));
const token = fc
  .tuple(fc.constantFrom("", "-"), digits(20), fc.option(digits(15)), fc.option(fc.integer({ min: -60, max: 60 })))
  .map(([sign, whole, fraction, exponent]) => {
    const point = fraction === null ? "" : `.${fraction}`;
    return `${sign}${whole.replace(/^0+(?=\d)/, "")}${point}${exponent === null ? "" : `e${String(exponent)}`}`;
  });

test("a number keeps its value, digit for digit, without an exponent", () => {
  fc.assert(
    fc.property(token, (written) => {
      const plain = plainDecimal(written);

      expect(String(plain)).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
      expect(new Decimal(String(plain)).equals(new Decimal(written))).toBe(true);
    }),
  );
});

test.each([
  ["12.678", "12.678"],
  ["12.50", "12.50"],
  ["2e-3", "0.002"],
  ["1.5E2", "150"],
  ["-0.0", "0.0"],
  ["1e2", "100"],
  ["7", 7n],
  ["-0", 0n],
])("%s of a document becomes %s", (written, plain) => {
  expect(plainDecimal(written)).toBe(plain);
});

test.each(["-1.7976931348623157E308", "9".repeat(309), "1e61", "1e-61", "0.12345678901234567890123456789012345678901"])(
  "%s is refused, because no battery has it",
  (written) => {
    expect(plainDecimal(written)).toBeUndefined();
    expect(() => readJson(`{"value":${written}}`, { numbers: "decimals" })).toThrow(
      /\(\/value\): the number .* has more than 40 significant digits or an exponent beyond 60: round it/,
    );
  },
);

test("fractions of a document become decimal text where canonical JSON has none", () => {
  expect(readJson('{"capacity":75.50,"cycles":1000}', { numbers: "decimals" })).toMatchObject({
    capacity: "75.50",
    cycles: 1000n,
  });
});
