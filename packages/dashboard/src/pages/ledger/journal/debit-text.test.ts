import { expect, test } from "vitest";
import { debitText } from "./debit-text.ts";

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
