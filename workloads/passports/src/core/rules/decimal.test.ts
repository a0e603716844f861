/** Tests of decimals against BigInt and against another implementation. */
import { Decimal as Other } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compareDecimals,
  divideDecimals,
  divideHalfEven,
  formatDecimal,
  multiplyDecimals,
  readDecimal,
  rescale,
} from "./decimal.ts";
import { isCalendarDate, isMicrosecondTime, isSecondTime } from "../canonical/calendar-date.ts";

Other.set({ precision: 200, rounding: Other.ROUND_HALF_EVEN });

const scale = fc.integer({ min: 0, max: 18 });
const decimal = fc.record({ digits: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), scale });
const other = (value: { digits: bigint; scale: number }) => new Other(formatDecimal(value));

test("a formatted decimal is read back unchanged", () => {
  fc.assert(
    fc.property(decimal, (value) => {
      expect(readDecimal(formatDecimal(value))).toEqual(value);
    }),
  );
});

test("dropped digits round halves to the even neighbour", () => {
  fc.assert(
    fc.property(decimal, scale, (value, wanted) => {
      expect(formatDecimal(rescale(value, wanted))).toBe(
        other(value)
          .toFixed(wanted)
          .replace(/^-(?=[0.]*$)/, ""),
      );
    }),
  );
  expect([5n, 15n, 25n, -5n, -15n, -25n].map((digits) => rescale({ digits, scale: 1 }, 0).digits)).toEqual([
    0n,
    2n,
    2n,
    0n,
    -2n,
    -2n,
  ]);
});

test("products, quotients and comparisons are exact", () => {
  fc.assert(
    fc.property(decimal, decimal, scale, (left, right, wanted) => {
      const unsigned = (text: string) => text.replace(/^-(?=[0.]*$)/, "");
      expect(formatDecimal(multiplyDecimals(left, right, wanted))).toBe(
        unsigned(other(left).times(other(right)).toFixed(wanted)),
      );
      const quotient = divideDecimals(left, right, wanted);
      if (right.digits === 0n) expect(quotient).toBeUndefined();
      else expect(quotient).toEqual({ digits: exactQuotient(left, right, wanted), scale: wanted });
      expect(compareDecimals(left, right)).toBe(other(left).comparedTo(other(right)));
    }),
  );
});

test("a quotient is rounded to the nearest number, and halves to the even one", () => {
  fc.assert(
    fc.property(
      fc.bigInt(),
      fc.bigInt().filter((value) => value !== 0n),
      (numerator, denominator) => {
        const quotient = divideHalfEven(numerator, denominator);
        const error = 2n * (numerator - quotient * denominator);
        const [distance, half] = [error < 0n ? -error : error, denominator < 0n ? -denominator : denominator];

        expect(distance <= half).toBe(true);
        if (distance === half) expect(quotient % 2n).toBe(0n);
      },
    ),
  );
});

test("dates and times are checked against the calendar", () => {
  expect(["2028-02-29", "2026-12-31", "0001-01-01"].every(isCalendarDate)).toBe(true);
  expect(["2026-02-29", "7172-75-08", "2026-00-10", "2026-01-00", "2026-1-1", "0000-01-01"].some(isCalendarDate)).toBe(
    false,
  );
  expect(isSecondTime("2026-01-02T03:04:05Z")).toBe(true);
  expect(["2026-01-02T24:00:00Z", "2026-01-02T03:04:05.000001Z", "2026-01-02T03:04:05+00:00"].some(isSecondTime)).toBe(
    false,
  );
  expect(isMicrosecondTime("2026-01-02T03:04:05.000001Z")).toBe(true);
  expect(isMicrosecondTime("2026-01-02T03:04:05.001Z")).toBe(false);
});

/** Divides with integers only. */
function exactQuotient(
  left: { digits: bigint; scale: number },
  right: { digits: bigint; scale: number },
  wanted: number,
): bigint {
  return divideHalfEven(left.digits * 10n ** BigInt(wanted + right.scale), right.digits * 10n ** BigInt(left.scale));
}
