/** Checks generated books: three other programs and ours compute the same figures. */
import { describe, expect, test } from "vitest";
import { accountName, beancountJournal, beancountName, hledgerJournal } from "../src/core/plain-text-journal.ts";
import { balanceSheet, trialBalance } from "../src/core/financial-statement.ts";
import { beancountBalances, beancountCheck, hledger, hledgerBalances, ledgerBalances } from "./bookkeepers.ts";
import { exampleBook, journalsOf } from "./example-books.ts";
import type { SmallJournal } from "./small-books.ts";

const isLong = process.env["ROTA_LONG"] === "1";
const FIRST_SEED = Number(process.env["ROTA_SEED"] ?? 1);
const seeds = Array.from({ length: isLong ? 20 : 2 }, (_, index) => FIRST_SEED + index);
const END = "2030-12-31";

describe.each(seeds)("bean-example --seed %i", (seed) => {
  test("hledger, ledger, beancount and we find the same balances; sheets balance; our exports pass their checks", async () => {
    const book = await exampleBook(seed);
    const journals = await journalsOf(book);

    const ours = journals.flatMap((journal) => balancesOf(journal)).sort();
    expect(ours.length).toBeGreaterThan(30);
    expect(await beancountBalances(book.beancount)).toEqual(ours);
    expect(await hledgerBalances(book.hledger)).toEqual(ours);
    expect(await ledgerBalances(book.ledger)).toEqual(ours);
    for (const { entries, books } of journals) {
      const days = [...new Set(entries.map(({ effectiveDate }) => effectiveDate))];
      expect(days.filter((day) => !balanceSheet(entries, day, books).isBalanced)).toEqual([]);
    }
    // The first journal is in dollars and has nearly all entries.
    for (const journal of isLong ? journals : journals.slice(0, 1)) await compareExports(journal);
  });
});

async function compareExports(journal: SmallJournal): Promise<void> {
  const { entries, books } = journal;
  const forHledger = [...hledgerJournal(entries, books)].join("");
  const forBeancount = [...beancountJournal(entries, books)].join("");

  await hledger(forHledger, "check", "accounts", "commodities", "ordereddates");
  await beancountCheck(forBeancount);

  expect(await hledgerBalances(forHledger)).toEqual(balancesOf(journal));
  expect(await ledgerBalances(forHledger)).toEqual(balancesOf(journal));
  expect(await beancountBalances(forBeancount)).toEqual(balancesOf(journal, beancountName));
}

/** Returns lines "account currency minor-units" without balances of 0. */
function balancesOf({ entries, books }: SmallJournal, nameOf = accountName): string[] {
  return trialBalance(entries, END, books)
    .rows.filter(({ balance }) => balance !== 0n)
    .map(({ code, currency, balance }) => `${nameOf(books.chart.require(code))} ${currency} ${String(balance)}`)
    .sort();
}
