import { expect, test } from "vitest";
import { debitText, rangeOf } from "./ledger-values.ts";

const line = (isCredit: boolean, baseAmountCents: string, formattedBaseAmount: string) => ({
  isCredit,
  baseAmountCents,
  formattedBaseAmount,
});

test("an entry moves the sum of its debits, with the decimals of the currency", () => {
  const euros = [line(false, "1299", "12.99"), line(false, "1", "0.01"), line(true, "1300", "13.00")];

  expect(debitText({ baseCurrency: "EUR", lines: euros })).toBe("13.00 EUR");
  expect(debitText({ baseCurrency: "EUR", lines: [line(false, "5", "0.05"), line(true, "5", "0.05")] })).toBe(
    "0.05 EUR",
  );
  expect(debitText({ baseCurrency: "JPY", lines: [line(false, "1300", "1300")] })).toBe("1300 JPY");
});

test("reports cover this year until today, or the days in the address", () => {
  const now = new Date(2026, 2, 5, 23, 59);

  expect(rangeOf({}, now)).toEqual({ from: "2026-01-01", to: "2026-03-05" });
  expect(rangeOf({ to: "2024-06-30" }, now)).toEqual({ from: "2024-01-01", to: "2024-06-30" });
  expect(rangeOf({ from: "2023-07-01", to: "soon" }, now)).toEqual({ from: "2023-07-01", to: "2026-03-05" });
});
