/** Tests of the checks before a posting, and of the base amounts of accepted entries. */
import { describe, expect, test } from "vitest";
import { booksWith, credit, debit, draft, MONTHS } from "../../test/small-books.ts";
import { checkDraft } from "./check-entry.ts";
import type { DraftLine, EntryDraft } from "./entry.ts";
import { createRateTable, parseRate } from "./rate.ts";

const books = booksWith();
const two = [debit("cash", 500n), credit("sales", 500n)];
const EURO = { currency: "EUR" };

test("an entry that balances is accepted, with numbers and dates filled in", () => {
  const entry = checkDraft(draft(two), books);

  expect(entry).toMatchObject({ kind: "POSTED", effectiveDate: "2026-03-15", fiscalYear: 2026, baseCurrency: "USD" });
  expect(entry.lines.map(({ n, side, baseAmount }) => [n, side, baseAmount])).toEqual([
    [1, "D", 500n],
    [2, "C", 500n],
  ]);
});

test.each<[title: string, lines: readonly DraftLine[], changes: Partial<EntryDraft>, reason: string]>([
  ["debits that differ from credits", [debit("cash", 500n), credit("sales", 499n)], {}, "5.00 and credits of 4.99 USD"],
  ["one side only", [debit("cash", 500n)], {}, "needs a debit and a credit line"],
  ["no line", [], {}, "needs a debit and a credit line"],
  ["an amount of zero", [debit("cash", 0n), credit("sales", 0n)], {}, "amount 0 in line 1"],
  ["a negative amount", [debit("cash", -5n), credit("sales", -5n)], {}, "amount -5 in line 1"],
  ["an unknown account", [debit("cash", 5n), credit("nowhere", 5n)], {}, '"nowhere" is not in the chart'],
  ["an inactive account", [debit("old", 5n), credit("cash", 5n)], {}, "account old of line 1 is not active"],
  ["a foreign account", [debit("receivable-eur", 5n), credit("sales", 5n)], {}, "is kept in EUR and takes no USD"],
  ["a third currency", [debit("cash", 5n, { currency: "GBP" }), credit("sales", 5n)], {}, "line 1 is in GBP"],
  ["an unknown currency", two, { currency: "XYZ" }, '"XYZ" is not a currency'],
  ["a currency without a rate", two, { currency: "GBP" }, "no SPOT rate from GBP to USD"],
  ["a date that is none", two, { postedDate: "2026-02-30" }, "is no day of the calendar"],
  ["a day without a period", two, { postedDate: "2031-01-01" }, "no accounting period holds 2031-01-01"],
  ["an empty event id", two, { eventId: "" }, "eventId is empty"],
  ["a description that is too long", two, { description: "x".repeat(1_001) }, "more than 1000 characters"],
  ["a NUL in a text", two, { reference: "a\0b" }, "reference holds a NUL"],
  ["half a character", two, { description: "\ud800" }, "half a character"],
])("%s is refused", (_, lines, changes, reason) => {
  expect(() => checkDraft(draft(lines, changes), books)).toThrow(reason);
});

describe("periods", () => {
  const closed = (status: "SOFT_CLOSED" | "HARD_CLOSED") =>
    booksWith({ periods: MONTHS.map((period) => ({ ...period, status })) });

  test("the effective date decides the period and the fiscal year, not the posted date", () => {
    const changes = { postedDate: "2026-03-15", effectiveDate: "2027-01-31" };

    expect(checkDraft(draft(two, changes), books).fiscalYear).toBe(2027);
    expect(() => checkDraft(draft(two, { ...changes, effectiveDate: "2027-02-01" }), books)).toThrow(
      "no accounting period",
    );
  });

  test("a period that is closed softly takes entries of those who may, one closed hard takes none", () => {
    const poster = { mayPostToSoftClosed: true };

    expect(() => checkDraft(draft(two), closed("SOFT_CLOSED"))).toThrow("period 2026-03, which holds 2026-03-15");
    expect(checkDraft(draft(two), closed("SOFT_CLOSED"), poster).kind).toBe("POSTED");
    expect(() => checkDraft(draft(two), closed("HARD_CLOSED"), poster)).toThrow("is HARD_CLOSED");
  });
});

test("an entry of a day that has not come yet is refused where today is known", () => {
  const until = (today: string) => checkDraft(draft(two), booksWith({ today }));

  expect(until("2026-03-15").effectiveDate).toBe("2026-03-15");
  expect(() => until("2026-03-14")).toThrow("postedDate (2026-03-15) is after today (2026-03-14)");
});

describe("several currencies", () => {
  test("a sale in euros may credit an account in the base currency, which takes the base amount", () => {
    const entry = checkDraft(draft([debit("receivable-eur", 1001n), credit("sales", 1001n)], EURO), books);

    expect(entry.rate).toBe(parseRate("1.1"));
    expect(entry.lines.map(({ amount, baseAmount }) => [amount, baseAmount])).toEqual([
      [1001n, 1101n],
      [1001n, 1101n],
    ]);
  });

  test("the transaction date decides the rate", () => {
    const changes = { ...EURO, transactionDate: "2026-06-02" };
    const entry = checkDraft(draft([debit("receivable-eur", 100n), credit("sales", 100n)], changes), books);

    expect(entry.rate).toBe(parseRate("1.2"));
  });

  test("a rate that is too old refuses the entry", () => {
    const old = booksWith({
      rates: createRateTable([{ from: "EUR", to: "USD", type: "SPOT", date: "2026-03-01", rate: 1n }]),
    });
    const lines = [debit("receivable-eur", 100n), credit("sales", 100n)];

    expect(() => checkDraft(draft(lines, EURO), old)).toThrow("more than 7 days old");
  });

  test("both sides have the same base amount, however unevenly they are cut", () => {
    const lines = [debit("receivable-eur", 100n), credit("sales", 33n), credit("sales", 33n), credit("returns", 34n)];
    const base = checkDraft(draft(lines, EURO), books).lines.map(({ baseAmount }) => baseAmount);

    expect(base).toEqual([110n, 36n, 36n, 38n]);
  });

  test("units that rounding leaves over in entries of two currencies go to the rounding account", () => {
    const lines = [debit("receivable-eur", 101n), credit("cash", 112n, { currency: "USD" })];
    const entry = checkDraft(draft(lines, EURO), books);

    expect(entry.lines.at(-1)).toMatchObject({ account: "rounding", side: "D", amount: 1n, currency: "USD" });
  });

  test("a difference that is no rounding is refused, and so is rounding without an account for it", () => {
    const lines = (base: bigint) => [debit("receivable-eur", 101n), credit("cash", base, { currency: "USD" })];

    expect(() => checkDraft(draft(lines(150n), EURO), books)).toThrow("differs by 0.39 USD");
    expect(() => checkDraft(draft(lines(112n), EURO), booksWith({ roundingAccount: undefined }))).toThrow(
      "no rounding account",
    );
  });
});

test("an undeclared dimension is probably a typo and refused", () => {
  const known = booksWith({ dimensionNames: ["project"] });
  const lines = (name: string) => [debit("cash", 5n, { dimensions: { [name]: "x" } }), credit("sales", 5n)];

  expect(checkDraft(draft(lines("project")), known).lines[0]?.dimensions).toEqual({ project: "x" });
  expect(() => checkDraft(draft(lines("porject")), known)).toThrow('"porject", known are project');
});
