/** Tests of reports in cases where the original system was wrong. */
import { describe, expect, test } from "vitest";
import { ACCOUNTS, booksWith, credit, debit, SmallJournal } from "../../test/small-books.ts";
import { accountStatement, generalLedger } from "./account-report.ts";
import { createChart } from "./account.ts";
import { balanceSheet, incomeStatement, trialBalance } from "./financial-statement.ts";
import { compareSections } from "./report.ts";
import { reverseEntry } from "./reverse-entry.ts";

const YEAR = { from: "2026-01-01", to: "2026-12-31" };

function business(): SmallJournal {
  const journal = new SmallJournal();
  journal.post([debit("cash", 5000n), credit("capital", 5000n)], { postedDate: "2026-01-01" });
  journal.post([debit("equipment", 2000n), credit("cash", 2000n)], { postedDate: "2026-01-02" });
  journal.post([debit("rent", 300n), credit("depreciation", 300n)], { postedDate: "2026-02-01" });
  journal.post([debit("cash", 900n), credit("sales", 900n)], { postedDate: "2026-02-02" });
  journal.post([debit("returns", 100n), credit("cash", 100n)], { postedDate: "2026-03-01" });
  return journal;
}

describe("reports", () => {
  test("count reversals and corrections like any other entry", () => {
    const journal = business();
    const wrong = journal.post([debit("cash", 7n), credit("sales", 7n)]);
    const before = incomeStatement(journal.entries, YEAR, journal.books).net;
    journal.append(reverseEntry(wrong, { eventId: "undo", createdBy: "ann" }, journal.books, { isReversed: false }));

    expect(before - incomeStatement(journal.entries, YEAR, journal.books).net).toBe(7n);
  });

  test("keep the history of accounts that are no longer active", () => {
    const { entries } = business();
    const chart = createChart(ACCOUNTS.map((account) => ({ ...account, isActive: false })));

    expect(trialBalance(entries, "2026-12-31", booksWith({ chart })).rows).toEqual(
      trialBalance(entries, "2026-12-31", booksWith()).rows,
    );
  });

  test("name the end of the chain that they were made from", () => {
    const { entries, books, head } = business();

    expect(trialBalance(entries, "2026-01-15", books).source).toEqual({ chainSeq: 5, hash: head.hash });
    expect(balanceSheet([], "2026-01-15", books).source).toBeUndefined();
  });

  test("of days that are none, or ranges that end before they start, are refused", () => {
    const { entries, books } = business();

    expect(() => trialBalance(entries, "yesterday", books)).toThrow("asOf");
    expect(() => incomeStatement(entries, { from: "2026-02-01", to: "2026-01-01" }, books)).toThrow("is after to");
  });
});

test("a trial balance shows accounts with lines and those above them, rolled up", () => {
  const { entries, books } = business();
  const { rows, debit: left, credit: right, isBalanced } = trialBalance(entries, "2026-12-31", books);

  const equipment = rows.find(({ code }) => code === "equipment");
  expect(equipment).toMatchObject({ level: 0, isLeaf: false, debit: 2000n, rolledUp: 1700n });
  expect(rows.find(({ code }) => code === "depreciation")).toMatchObject({ level: 1, credit: 300n });
  expect(rows.some(({ code }) => code === "payable")).toBe(false);
  expect([left, right, isBalanced]).toEqual([6200n, 6200n, true]);
});

test("an income statement has signs: contra accounts take away, a loss is negative", () => {
  const { entries, books } = business();
  const { revenue, net } = incomeStatement(entries, YEAR, books);
  const february = incomeStatement(entries, { from: "2026-03-01", to: "2026-03-31" }, books);

  expect(revenue.rows.map(({ code, amount }) => [code, amount])).toEqual([
    ["returns", -100n],
    ["sales", 900n],
  ]);
  expect(net).toBe(500n);
  expect(february.net).toBe(-100n);
});

test("a balance sheet balances in the middle of a year, by the earnings of that year", () => {
  const { entries, books } = business();
  const sheet = balanceSheet(entries, "2026-02-15", books);

  expect(sheet.currentEarnings).toEqual([{ fiscalYear: 2026, amount: 600n }]);
  expect([sheet.assets.total, sheet.equity.total, sheet.equityTotal, sheet.isBalanced]).toEqual([
    5600n,
    5000n,
    5600n,
    true,
  ]);
});

test("a statement has opening, every line with the balance after it, and closing, in the order of days", () => {
  const journal = business();
  journal.post([debit("cash", 1n), credit("sales", 1n)], { postedDate: "2026-01-20" });
  const statement = accountStatement(
    journal.entries,
    { account: "cash", from: "2026-01-02", to: "2026-02-28" },
    journal.books,
  );

  expect(statement.opening.base).toBe(5000n);
  expect(statement.lines.map(({ effectiveDate, balance }) => [effectiveDate, balance.base])).toEqual([
    ["2026-01-02", 3000n],
    ["2026-01-20", 3001n],
    ["2026-02-02", 3901n],
  ]);
  expect(statement.closing.base).toBe(3901n);
  expect(statement.lines[0]).toMatchObject({ entryId: "id-2", eventId: "event-2", number: 2 });
});

test("the general ledger has a statement for every account that has lines", () => {
  const { entries, books } = business();
  const statements = generalLedger(entries, { from: "2026-02-01", to: "2026-02-28" }, books);

  expect(statements.map(({ account, lines }) => [account.code, lines.length])).toEqual([
    ["capital", 0],
    ["cash", 1],
    ["depreciation", 1],
    ["equipment", 0],
    ["rent", 1],
    ["sales", 1],
  ]);
});

test("sections of several reports are compared side by side, with the change", () => {
  const { entries, books } = business();
  const months = [
    { from: "2026-02-01", to: "2026-02-28" },
    { from: "2026-03-01", to: "2026-03-31" },
  ];
  const compared = compareSections(months.map((month) => incomeStatement(entries, month, books).revenue));

  expect(compared.rows.map(({ code, amounts, change }) => [code, amounts, change])).toEqual([
    ["returns", [0n, -100n], -100n],
    ["sales", [900n, 0n], -900n],
  ]);
  expect([compared.totals, compared.change]).toEqual([[900n, -100n], -1000n]);
});
