/** Tests for every sequence of valid entries that money is neither created nor lost, and that reports agree. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { balancesOf, signedBalance, signedBaseBalance } from "../src/core/balance.ts";
import { verifyJournal } from "../src/verify/verify-journal.ts";
import { closeYear } from "../src/core/fiscal-year.ts";
import type { DraftLine } from "../src/core/entry.ts";
import { reverseEntry } from "../src/core/reverse-entry.ts";
import { allocate } from "../src/core/rate.ts";
import { addDays } from "../src/core/iso-date.ts";
import type { Period } from "../src/core/period.ts";
import { accountStatement } from "../src/core/account-report.ts";
import { balanceSheet, incomeStatement, trialBalance } from "../src/core/financial-statement.ts";
import { booksWith, MONTHS, SmallJournal } from "./small-books.ts";

const DOLLARS = ["cash", "receivable", "equipment", "depreciation", "payable", "capital", "sales", "returns", "rent"];
const EUROS = [...DOLLARS, "receivable-eur", "payable-eur", "sales-eur"];

type Step = {
  readonly currency: "USD" | "EUR";
  readonly total: bigint;
  readonly debits: readonly number[];
  readonly credits: readonly number[];
  readonly day: number;
  readonly isTakenBack: boolean;
};

const places = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.record({
  currency: fc.constantFrom("USD", "EUR"),
  total: fc.bigInt(10n, 10n ** 9n),
  debits: places,
  credits: places,
  day: fc.nat({ max: 364 }),
  isTakenBack: fc.boolean(),
});
const steps = fc.array(step, { maxLength: 12 });
const RUNS = { numRuns: process.env["ROTA_LONG"] === "1" ? 2_000 : 60 };

function linesOf({ currency, total, debits, credits }: Step): DraftLine[] {
  const accounts = currency === "USD" ? DOLLARS : EUROS;
  const sideOf = (side: "D" | "C", chosen: readonly number[]) =>
    allocate(
      total,
      chosen.map(() => 1n),
    ).map((amount, index) => ({ account: accounts[(chosen[index] ?? 0) % accounts.length] ?? "cash", side, amount }));
  return [...sideOf("D", debits), ...sideOf("C", credits)];
}

function journalOf(all: readonly Step[]): SmallJournal {
  const journal = new SmallJournal();
  for (const [index, each] of all.entries()) {
    const { currency, day, isTakenBack } = each;
    const entry = journal.post(linesOf(each), {
      currency,
      postedDate: addDays("2026-01-01", day),
      transactionDate: "2026-06-01",
    });
    const undo = {
      eventId: `undo-${String(index)}`,
      createdBy: "ann",
      effectiveDate: addDays("2026-01-01", Math.min(day + 7, 364)),
    };
    if (isTakenBack) journal.append(reverseEntry(entry, undo, journal.books, { isReversed: false }));
  }
  return journal;
}

describe("for every sequence of entries, reversals and currencies", () => {
  test("the trial balance is zero and the balance sheet balances, on every day", () => {
    fc.assert(
      fc.property(steps, fc.nat({ max: 364 }), (all, day) => {
        const { entries, books } = journalOf(all);
        const date = addDays("2026-01-01", day);
        expect(trialBalance(entries, date, books).isBalanced).toBe(true);
        expect(balanceSheet(entries, date, books).isBalanced).toBe(true);
      }),
      RUNS,
    );
  });

  test("taking everything back restores every balance in every currency", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { entries, books } = journalOf(all.map((each) => ({ ...each, isTakenBack: true })));
        for (const totals of balancesOf(entries, books.chart).values())
          expect([signedBalance(totals), signedBaseBalance(totals)]).toEqual([0n, 0n]);
      }),
      RUNS,
    );
  });

  test("the chain verifies", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { entries, head } = journalOf(all);
        const journal = { tenant: "tenant-1", ledger: "main", heads: [{ number: head.chainSeq, hash: head.hash }] };
        expect(verifyJournal(entries, entries.length === 0 ? { ...journal, heads: [] } : journal)).toBeUndefined();
      }),
      RUNS,
    );
  });

  test("the movements of all months add up to the balance, and a statement starts where the one before ended", () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...EUROS), (all, account) => {
        const { entries, books } = journalOf(all);
        const months = MONTHS.map(({ start: from, end: to }) =>
          accountStatement(entries, { account, from, to }, books),
        );
        for (const [index, month] of months.entries())
          expect(month.opening).toEqual(months[index - 1]?.closing ?? { own: 0n, base: 0n });
        const whole = accountStatement(entries, { account, from: "2026-01-01", to: "2027-01-31" }, books);
        expect(months.at(-1)?.closing).toEqual(whole.closing);
        expect(whole.lines.at(-1)?.balance ?? whole.opening).toEqual(whole.closing);
      }),
      RUNS,
    );
  });

  test("a report of a day stays the same when entries of later days come", () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 363 }), (all, day) => {
        const date = addDays("2026-01-01", day);
        const journal = journalOf(all);
        const before = trialBalance(journal.entries, date, journal.books);
        journal.post(linesOf({ currency: "USD", total: 99n, debits: [0], credits: [6], day, isTakenBack: false }), {
          postedDate: addDays(date, 1),
        });
        expect(trialBalance(journal.entries, date, journal.books).rows).toEqual(before.rows);
      }),
      RUNS,
    );
  });

  test("closing the year moves exactly what the income statement says", () => {
    const closed = booksWith({ periods: MONTHS.map((period): Period => ({ ...period, status: "HARD_CLOSED" })) });
    const year = { tenant: "tenant-1", fiscalYear: 2026, retainedEarnings: "retained", createdBy: "ann" };
    fc.assert(
      fc.property(steps, (all) => {
        const journal = journalOf(all);
        const { net } = incomeStatement(journal.entries, { from: "2026-01-01", to: "2026-12-31" }, journal.books);
        const closing = closeYear(journal.entries, year, closed);
        if (closing !== undefined) journal.append(closing);
        const sheet = balanceSheet(journal.entries, "2026-12-31", journal.books);
        expect(sheet.equity.rows.find(({ code }) => code === "retained")?.amount ?? 0n).toBe(net);
        expect([sheet.currentEarnings, sheet.isBalanced]).toEqual([[], true]);
      }),
      RUNS,
    );
  });
});
