/** Tests money against published figures: the ISO table, 1,500 conversions at ECB rates, 600 allocations. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { describeWithTestData } from "../../../tools/test-data.ts";
import {
  convertAmount,
  convertLines,
  createRateTable,
  type ExchangeRate,
  formatRate,
  parseRate,
} from "../src/core/rate.ts";
import { CURRENCIES_WITHOUT_MINOR_UNIT, CURRENCY_EXPONENTS } from "../src/core/money.ts";

type Row = Readonly<Record<string, string>>;

describeWithTestData("ledger", (folder) => {
  const rows = (file: string): Row[] => parse(readFileSync(join(folder, file), "utf8"), { columns: true, bom: true });

  test("the table of currencies is that of ISO 4217: 165 with decimals, 13 without", () => {
    const current = rows("iso4217-codes-all.csv").filter(
      (row) => row["AlphabeticCode"] && row["WithdrawalDate"] === "",
    );
    const units = new Map(current.map((row) => [row["AlphabeticCode"] ?? "", row["MinorUnit"] ?? ""]));

    const expected = [...units].filter(([, unit]) => unit !== "-").map(([code, unit]) => [code, Number(unit)] as const);
    expect(CURRENCY_EXPONENTS).toEqual(new Map(expected));
    expect(CURRENCY_EXPONENTS.size).toBe(165);
    expect([...CURRENCIES_WITHOUT_MINOR_UNIT].every((code) => units.get(code) === "-")).toBe(true);
    expect(CURRENCIES_WITHOUT_MINOR_UNIT.size).toBe(13);
  });

  test("1,500 conversions are exact: rate found by date, half-up and half-even, decimals 0 and 2", () => {
    const table = createRateTable(ecbRates(rows("ecb-eurofxref-2019-2026.csv")), { mayInvert: true, ageDaysMax: 7 });
    const vectors = rows("fx-conversion-vectors.csv");

    const wrong = vectors.filter((vector) => {
      const { source: from = "", target: to = "", requested_date: date = "" } = vector;
      const found = table.find({ from, to, date });
      const amount = BigInt(vector["amount_minor_source"] ?? "");
      const conversion = { from, to, rate: found.rate };
      return !(
        found.date === vector["rate_date_used"] &&
        formatRate(found.rate) === vector["rate_8dp"] &&
        String(convertAmount(amount, conversion)) === vector["expected_minor_half_up"] &&
        String(convertAmount(amount, conversion, "half-even")) === vector["expected_minor_half_even"]
      );
    });

    expect(vectors).toHaveLength(1_500);
    expect(wrong).toEqual([]);
  });

  test("600 allocations are exact: totals and every line", () => {
    const vectors = rows("fx-allocation-vectors.csv");

    const wrong = vectors.filter((vector) => {
      const { source: from = "", target: to = "", rate_8dp: rate = "", line_amounts_minor: amounts = "" } = vector;
      const lines = convertLines(amounts.split(" ").map(BigInt), { from, to, rate: parseRate(rate) });
      const total = lines.reduce((sum, line) => sum + line, 0n);
      return !(
        lines.join(" ") === vector["expected_line_minor_largest_remainder"] &&
        String(total) === vector["expected_total_minor_half_up"]
      );
    });

    expect(vectors).toHaveLength(600);
    expect(wrong).toEqual([]);
  });
});

function ecbRates(rows: readonly Row[]): ExchangeRate[] {
  return rows.flatMap(({ date = "", ...columns }) =>
    Object.entries(columns)
      .filter(([, rate]) => rate !== "")
      .map(([to, rate]) => ({ from: "EUR", to, date, type: "SPOT" as const, rate: parseRate(rate) })),
  );
}
