/** Tests for every sequence of entries that reports from the database equal those of the pure functions. */
import type { Database } from "@rota/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { currentBooks } from "../../src/store/books-store.ts";
import type { JournalEntry } from "../../src/core/entry.ts";
import { allocate } from "../../src/core/rate.ts";
import { addDays } from "../../src/core/iso-date.ts";
import { accountStatement, openItems } from "../../src/core/account-report.ts";
import { balanceSheet, cashFlow, incomeStatement, trialBalance } from "../../src/core/financial-statement.ts";
import {
  type StatementPage,
  storedAging,
  storedBalanceSheets,
  storedCashFlow,
  storedIncomeStatements,
  storedStatement,
  storedTrialBalances,
} from "../../src/store/report-store.ts";
import { openStoredBooks } from "../posting/stored-books.ts";
import { addSmallTenant, postDrafts, type DraftToPost } from "./small-tenant.ts";

const DOLLARS = ["cash", "receivable", "equipment", "depreciation", "payable", "capital", "sales", "returns", "rent"];
const EUROS = [...DOLLARS, "receivable-eur", "payable-eur", "sales-eur"];
const RUNS = { numRuns: process.env["ROTA_LONG"] === "1" ? 200 : 12 };

const places = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
type Step = {
  readonly currency: string;
  readonly total: bigint;
  readonly debits: readonly number[];
  readonly credits: readonly number[];
  readonly day: number;
  readonly isTakenBack: boolean;
  readonly reference: string | undefined;
};
const step: fc.Arbitrary<Step> = fc.record({
  currency: fc.constantFrom("USD", "EUR"),
  total: fc.bigInt(10n, 10n ** 9n),
  debits: places,
  credits: places,
  day: fc.nat({ max: 300 }),
  isTakenBack: fc.boolean(),
  reference: fc.option(fc.constantFrom("one", "two"), { nil: undefined }),
});
const steps = fc.array(step, { minLength: 1, maxLength: 12 });

function draftOf({ currency, total, debits, credits, day, isTakenBack, reference }: Step, index: number): DraftToPost {
  const accounts = currency === "USD" ? DOLLARS : EUROS;
  const sideOf = (side: "D" | "C", chosen: readonly number[]) =>
    allocate(
      total,
      chosen.map(() => 1n),
    ).map((amount, place) => ({
      ...{ account: accounts[(chosen[place] ?? 0) % accounts.length] ?? "cash", side, amount },
    }));
  return {
    eventId: `event-${String(index)}`,
    postedDate: addDays("2026-01-01", day),
    transactionDate: "2026-06-01",
    createdBy: "ann",
    currency,
    reference,
    lines: [...sideOf("D", debits), ...sideOf("C", credits)],
    isTakenBack,
  };
}

const DAYS = ["2026-01-01", "2026-03-31", "2026-06-15", "2026-12-31"];
const RANGE = { from: "2026-02-01", to: "2026-09-30" };

test("every report from the database is the pure one over the same entries", async () => {
  const database = await openStoredBooks();
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const tenant = await addSmallTenant(database);
      const entries = await postDrafts(database, tenant, all.map(draftOf));
      await compareReports(database, tenant, entries);
    }),
    RUNS,
  );
});

async function compareReports(database: Database, tenant: string, entries: readonly JournalEntry[]): Promise<void> {
  const books = await currentBooks(database, tenant);
  const sheets = DAYS.map((day) => balanceSheet(entries, day, books));

  expect(await storedTrialBalances(database, tenant, DAYS)).toEqual(
    DAYS.map((day) => trialBalance(entries, day, books)),
  );
  expect(await storedBalanceSheets(database, tenant, DAYS)).toEqual(sheets);
  expect(sheets.every(({ isBalanced }) => isBalanced)).toBe(true);
  expect(await storedIncomeStatements(database, tenant, [RANGE])).toEqual([incomeStatement(entries, RANGE, books)]);
  expect(await storedCashFlow(database, tenant, RANGE)).toEqual(cashFlow(entries, RANGE, books));
  for (const account of ["cash", "receivable-eur", "depreciation"])
    expect(await wholeStatement(database, tenant, account)).toEqual(
      accountStatement(entries, { account, ...RANGE }, books),
    );
  for (const account of ["receivable", "receivable-eur", "payable"]) {
    const question = { account, asOf: "2026-06-15", dimension: "customer" };
    const { items, sums } = await storedAging(database, tenant, { ...question, itemsMax: 1_000 });
    expect(items).toEqual(openItems(entries, question, books));
    expect(sumOf(sums)).toBe(sumOf(items));
  }
}

function sumOf(all: readonly { readonly own: bigint }[]): bigint {
  return all.reduce((sum, { own }) => sum + own, 0n);
}

/** Reads a statement two lines at a time. */
async function wholeStatement(database: Database, tenant: string, account: string) {
  const pages: StatementPage[] = [];
  let after: string | undefined;
  do {
    const page: StatementPage = await storedStatement(database, tenant, { account, ...RANGE, limit: 2, after });
    pages.push(page);
    after = page.next;
  } while (after !== undefined);
  const [first] = pages;
  if (first === undefined) throw new Error("a page was asked for");
  const { account: found, from, to, opening, closing } = first;
  return { account: found, from, to, opening, lines: pages.flatMap(({ lines }) => lines), closing };
}

test("a report of an old day does not change when later entries arrive", async () => {
  const database = await openStoredBooks();
  await fc.assert(
    fc.asyncProperty(steps, steps, async (early, late) => {
      const tenant = await addSmallTenant(database);
      const days = ["2026-01-31", "2026-03-31"];
      const read = async () => ({
        balances: (await storedTrialBalances(database, tenant, days)).map(withoutSource),
        sheets: (await storedBalanceSheets(database, tenant, days)).map(withoutSource),
      });
      await postDrafts(
        database,
        tenant,
        early.map((each, index) => draftOf({ ...each, day: each.day % 90 }, index)),
      );
      const before = await read();

      const later = late.map((each, index) => draftOf({ ...each, day: 90 + (each.day % 200) }, 1_000 + index));
      await postDrafts(database, tenant, later);

      expect(await read()).toEqual(before);
    }),
    { numRuns: Math.ceil(RUNS.numRuns / 2) },
  );
});

/** Removes the end of the chain, which other tests compare. */
function withoutSource<Report extends object>(report: Report) {
  return { ...report, source: undefined };
}

test("the sum of what the months moved is the difference of the balances", async () => {
  const database = await openStoredBooks();
  const tenant = await addSmallTenant(database);
  const drafts = fc.sample(steps, { numRuns: 4, seed: 7 }).flat().map(draftOf);
  const entries = await postDrafts(database, tenant, drafts);
  const months = Array.from({ length: 12 }, (_, index) => ({
    from: `2026-${String(index + 1).padStart(2, "0")}-01`,
    to: new Date(Date.UTC(2026, index + 1, 0)).toISOString().slice(0, 10),
  }));

  const statements = await storedIncomeStatements(database, tenant, months);
  const [year] = await storedIncomeStatements(database, tenant, [{ from: "2026-01-01", to: "2026-12-31" }]);

  expect(entries.length).toBeGreaterThan(4);
  expect(statements.reduce((sum, { net }) => sum + net, 0n)).toBe(year?.net);
});
