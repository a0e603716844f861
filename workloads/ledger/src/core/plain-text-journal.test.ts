/** Tests of exports: other programs read them and compute the same balances. */
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { beancountBalances, beancountCheck, hledger, hledgerBalances, ledgerBalances } from "../../test/bookkeepers.ts";
import { account, credit, debit, SmallJournal } from "../../test/small-books.ts";
import type { Account } from "./account.ts";
import { journalCsv, trialBalanceCsv } from "./csv-export.ts";
import { trialBalance } from "./financial-statement.ts";
import { accountName, beancountJournal, beancountName, hledgerJournal } from "./plain-text-journal.ts";

function business(): SmallJournal {
  const journal = new SmallJournal();
  journal.post([debit("cash", 500000n), credit("capital", 500000n)], { postedDate: "2026-01-01" });
  journal.post([debit("receivable-eur", 1001n), credit("sales", 1001n)], {
    currency: "EUR",
    description: "Sale; 1 | a\nb",
  });
  journal.post([debit("receivable-eur", 101n), credit("cash", 112n, { currency: "USD" })], { currency: "EUR" });
  journal.post([debit("returns", 100n), credit("cash", 100n)], { description: '=HYPERLINK("x")', eventId: "a,b" });
  return journal;
}

test("a journal of hledger has every line, foreign amounts with their base values, and no text that breaks it", () => {
  const { entries, books } = business();
  const text = [...hledgerJournal(entries, books)].join("");

  expect(text).toContain("2026-01-01 * (JE-2026-00001) POSTED  ; event-1\n    Assets:cash  5000.00 USD\n");
  expect(text).toContain("* (JE-2026-00002) Sale 1 a b  ; event-2\n");
  expect(text).toContain("    Assets:receivable-eur  10.01 EUR @@ 11.01 USD\n    Income:sales  -11.01 USD\n");
});

test("a journal of beancount opens every account before its first entry, with names as it takes them", () => {
  const { entries, books } = business();
  const text = [...beancountJournal(entries, books)].join("");

  expect(text).toContain("2026-01-01 open Assets:Receivable-eur\n");
  expect(text).toContain(`2026-03-15 * "=HYPERLINK('x')"\n  number: "JE-2026-00004"\n  event: "a,b"\n`);
  expect(beancountName(account("a.b:c_d", "EXPENSE"))).toBe("Expenses:A-b:C-d");
  expect(beancountName(account("Assets:Cash", "ASSET"))).toBe("Assets:Cash");
});

test("CSV comes back cell by cell, and spreadsheets find no formula in it", () => {
  const { entries, books } = business();
  const rows = parse([...journalCsv(entries, books.chart)].join(""), { columns: true });

  expect(rows).toHaveLength(9);
  expect(rows[7]).toMatchObject({
    event_id: "a,b",
    description: `'=HYPERLINK("x")`,
    account: "returns",
    amount: "1.00",
  });
  expect(rows[2]).toMatchObject({ currency: "EUR", amount: "10.01", base_amount: "11.01", rate: "1.10000000" });
  const [, ...trial] = parse(trialBalanceCsv(trialBalance(entries, "2026-12-31", books)));
  expect(trial.at(-1)).toEqual(["total", "", "", "5011.01", "5011.01"]);
});

test("three other programs find the exports in order and the same balances, in every currency and in the base currency", async () => {
  const { entries, books } = business();
  const forHledger = [...hledgerJournal(entries, books)].join("");
  const forBeancount = [...beancountJournal(entries, books)].join("");
  const { rows } = trialBalance(entries, "2026-12-31", books);
  const lines = (nameOf: (account: Account) => string) =>
    rows.map(({ code, currency, balance }) => `${nameOf(books.chart.require(code))} ${currency} ${String(balance)}`);
  const base = rows.map(
    ({ code, debit: left, credit: right }) => `${accountName(books.chart.require(code))} USD ${String(left - right)}`,
  );

  await hledger(forHledger, "check", "accounts", "balancednoautoconversion", "ordereddates");
  await beancountCheck(forBeancount);

  expect(await hledgerBalances(forHledger)).toEqual(lines(accountName).sort());
  expect(await hledgerBalances(forHledger, "-B")).toEqual(base.sort());
  expect(await ledgerBalances(forHledger)).toEqual(lines(accountName).sort());
  expect(await ledgerBalances(forHledger, "-B")).toEqual(base.sort());
  expect(await beancountBalances(forBeancount)).toEqual(lines(beancountName).sort());
});
