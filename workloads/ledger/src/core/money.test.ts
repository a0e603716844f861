/** Tests of money: whole minor units, decimals by ISO 4217, conversions and shares that lose nothing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AMOUNT_MAX,
  CURRENCY_EXPONENTS,
  divideRounded,
  exponentOf,
  formatAmount,
  isCurrency,
  parseAmount,
} from "./money.ts";
import {
  allocate,
  convertAmount,
  convertLines,
  crossRate,
  formatRate,
  invertRate,
  parseRate,
  RATE_ONE,
} from "./rate.ts";

const currency = fc.constantFrom("EUR", "JPY", "KWD", "CLF", "HUF");
const amount = fc.bigInt(0n, 10n ** 11n);
const rate = fc.bigInt(1n, 10n ** 11n);

describe("amounts", () => {
  test("decimals are those of ISO 4217, also where Intl has others", () => {
    const decimalsOfIntl = (code: string) =>
      new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions().maximumFractionDigits;

    const different = [...CURRENCY_EXPONENTS].filter(([code, exponent]) => decimalsOfIntl(code) !== exponent);

    expect(exponentOf("HUF")).toBe(2);
    expect(different.map(([code]) => code)).toContain("IDR");
  });

  test.each(["XAU", "XTS", "DEM", "eur", "", "EURO"])("%j is refused as a currency of amounts", (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => exponentOf(code)).toThrow(JSON.stringify(code));
  });

  test("what is written is read back, for every currency and amount", () => {
    fc.assert(
      fc.property(currency, fc.bigInt(-AMOUNT_MAX, AMOUNT_MAX), (code, minor) => {
        expect(parseAmount(formatAmount(minor, code), code)).toBe(minor);
      }),
    );
  });

  test("a decimal that the currency does not have is refused, never cut off", () => {
    expect(parseAmount("12.99", "EUR")).toBe(1299n);
    expect(parseAmount("12.990", "EUR")).toBe(1299n);
    expect(() => parseAmount("12.999", "EUR")).toThrow("EUR has 2 decimals");
    expect(() => parseAmount("12.5", "JPY")).toThrow("JPY has 0 decimals");
  });

  test.each(["", "1,5", "1e3", "+1", " 1", "0x10", "1.", ".5", "NaN", "99999999999999999999"])(
    "%j is no amount",
    (text) => {
      expect(() => parseAmount(text, "EUR")).toThrow("is not an amount of EUR");
    },
  );
});

describe("rates", () => {
  test("have eight decimals, and what is stored is what was given", () => {
    expect(formatRate(parseRate("1.0795"))).toBe("1.07950000");
    expect(formatRate(invertRate(parseRate("1.0523")))).toBe("0.95029934");
    expect(formatRate(crossRate(parseRate("1.1"), parseRate("0.5")))).toBe("0.55000000");
  });

  test.each(["0", "-1", "1.123456789", "1e5", "", "0.00000000"])("%j is no rate", (text) => {
    expect(() => parseRate(text)).toThrow("is not an exchange rate");
  });
});

describe("conversions", () => {
  test("a half is rounded away from zero, or to the even neighbour, on both sides of zero alike", () => {
    expect([5n, -5n, 7n, -7n].map((value) => divideRounded(value, 2n))).toEqual([3n, -3n, 4n, -4n]);
    expect([5n, -5n, 7n, -7n].map((value) => divideRounded(value, 2n, "half-even"))).toEqual([2n, -2n, 4n, -4n]);
  });

  test("the decimals of both currencies count", () => {
    expect(convertAmount(100n, { from: "JPY", to: "USD", rate: parseRate("0.0067") })).toBe(67n);
    expect(convertAmount(67n, { from: "USD", to: "JPY", rate: parseRate("150") })).toBe(101n);
    expect(convertAmount(1000n, { from: "KWD", to: "USD", rate: parseRate("3.25") })).toBe(325n);
  });

  test("a conversion is off by at most half a unit", () => {
    fc.assert(
      fc.property(amount, rate, currency, currency, (value, by, from, to) => {
        const converted = convertAmount(value, { from, to, rate: by });
        const shift = exponentOf(to) - exponentOf(from);
        const [times, over] = shift < 0 ? [1n, 10n ** BigInt(-shift)] : [10n ** BigInt(shift), 1n];
        const rest = converted * RATE_ONE * over - value * by * times;
        expect(rest < 0n ? -rest * 2n : rest * 2n).toBeLessThanOrEqual(RATE_ONE * over);
      }),
    );
  });

  test("lines add up to the conversion of their sum, and none is off by a whole unit", () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 20 }), rate, currency, currency, (lines, by, from, to) => {
        const conversion = { from, to, rate: by };
        const converted = convertLines(lines, conversion);
        const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n);
        expect(sum(converted)).toBe(convertAmount(sum(lines), conversion));
        for (const [index, value] of converted.entries()) {
          const alone = convertAmount(lines[index] ?? 0n, conversion);
          expect(value - alone >= -1n && value - alone <= 1n).toBe(true);
        }
      }),
    );
  });

  test("two sides of equal sum stay equal, however they are cut into lines", () => {
    const twoCuts = fc.tuple(fc.array(fc.bigInt(1n, 10n ** 9n), { minLength: 2, maxLength: 8 }), rate);
    fc.assert(
      fc.property(twoCuts, ([debits, by]) => {
        const total = debits.reduce((sum, value) => sum + value, 0n);
        const conversion = { from: "EUR", to: "USD", rate: by };
        const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n);
        expect(sum(convertLines(debits, conversion))).toBe(sum(convertLines([total], conversion)));
      }),
    );
  });
});

describe("shares", () => {
  test("nothing is lost or made: shares add up, keep their order, and equal weights differ by one unit at most", () => {
    const weights = fc.array(fc.bigInt(0n, 1_000n), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), weights, (value, shares) => {
        const parts = allocate(value, shares);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(value);
        expect(parts.every((part) => (value < 0n ? part <= 0n : part >= 0n))).toBe(true);
      }),
    );
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(allocate(-100n, [1n, 1n, 1n])).toEqual([-34n, -33n, -33n]);
    expect(allocate(5n, [0n, 0n])).toEqual([5n, 0n]);
  });
});
