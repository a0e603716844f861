/** Tests that sample books give the figures that three other programs agree on. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { describeWithTestData } from "../../../tools/test-data.ts";
import type { Account } from "../src/core/account.ts";
import { verifyJournal } from "../src/verify/verify-journal.ts";
import { accountName, beancountJournal, beancountName, hledgerJournal } from "../src/core/plain-text-journal.ts";
import { parseAmount } from "../src/core/money.ts";
import { addDays } from "../src/core/iso-date.ts";
import { generalLedger } from "../src/core/account-report.ts";
import { balanceSheet, incomeStatement, trialBalance } from "../src/core/financial-statement.ts";
import type { ReportSection } from "../src/core/report.ts";
import { beancountBalances, beancountCheck, hledger, hledgerBalances, ledgerBalances } from "./bookkeepers.ts";
import { journalOf, readRows, type Row } from "./sample-books.ts";
import type { SmallJournal } from "./small-books.ts";

const END = "2030-12-31";

describeWithTestData("ledger", (folder) => {
  let dollars: SmallJournal;
  beforeAll(() => {
    dollars = journalOf(readRows(folder, "bean42-postings.csv"), "USD");
  });

  test.each(["bean42", "ledger-standard"])("%s: every closing balance is the one that the others agreed on", (name) => {
    const rows = readRows(folder, `${name}-postings.csv`);
    const expected = readRows(folder, `${name}-balances.csv`);
    const commodities = [...new Set(rows.map((row) => row["currency"] ?? ""))];

    const found = commodities.flatMap((commodity) => balancesOf(journalOf(rows, commodity), commodity));

    expect(found.filter(([, balance]) => balance !== 0n).sort()).toEqual(expected.map(agreed).filter(isNotZero).sort());
  });

  test("balances at 36 month ends are those of hledger", () => {
    const expected = readRows(folder, "bean42-monthend-usd.csv");
    const months = Object.keys(expected[0] ?? {}).filter((column) => column !== "account");

    for (const month of months) {
      const { rows } = trialBalance(dollars.entries, monthEnd(month), dollars.books);
      const found = new Map(rows.map(({ code, balance }) => [code, balance]));
      for (const row of expected)
        expect([month, row["account"], found.get(row["account"] ?? "") ?? 0n]).toEqual([
          ...[month, row["account"], BigInt(row[month] ?? "")],
        ]);
    }
    expect(months).toHaveLength(36);
  });

  test("twelve quarterly income statements are those of hledger", () => {
    const table = readReport(folder, "bean42-income-statement-quarterly-usd.csv");
    for (const [column, quarter] of table.columns.entries()) {
      const [year = "", number = ""] = quarter.split("Q");
      const from = `${year}-${String(Number(number) * 3 - 2).padStart(2, "0")}-01`;
      const to = monthEnd(`${year}-${String(Number(number) * 3).padStart(2, "0")}`);

      const { revenue, expenses, net } = incomeStatement(dollars.entries, { from, to }, dollars.books);

      expect(amountsOf(revenue)).toEqual(table.section("Revenues", column));
      expect(amountsOf(expenses)).toEqual(table.section("Expenses", column));
      expect([revenue.total, expenses.total, net]).toEqual(table.totals(column));
    }
  });

  test("36 monthly balance sheets are those of hledger, and balance on every day of the books", () => {
    const table = readReport(folder, "bean42-balance-sheet-monthly-usd.csv");
    for (const [column, date] of table.columns.entries()) {
      const { assets, liabilities } = balanceSheet(dollars.entries, date, dollars.books);

      expect(amountsOf(assets)).toEqual(table.section("Assets", column));
      expect(amountsOf(liabilities)).toEqual(table.section("Liabilities", column));
      expect([assets.total, liabilities.total, assets.total - liabilities.total]).toEqual(table.totals(column));
    }
    const days = [...new Set(dollars.entries.map(({ effectiveDate }) => effectiveDate))];
    expect(days.filter((day) => !balanceSheet(dollars.entries, day, dollars.books).isBalanced)).toEqual([]);
  });

  test("the general ledger ends with the trial balance, and the chain verifies", () => {
    const statements = generalLedger(dollars.entries, { from: "2024-01-01", to: END }, dollars.books);
    const { rows } = trialBalance(dollars.entries, END, dollars.books);

    const ends = statements.map(({ account, closing }) => [
      account.code,
      account.type === "ASSET" || account.type === "EXPENSE" ? closing.base : -closing.base,
    ]);
    expect(ends).toEqual(rows.map(({ code, balance }) => [code, balance]));
    expect(verifyJournal(dollars.entries, { tenant: "tenant-1", ledger: "main" })).toBeUndefined();
  });
});

describeWithTestData("ledger", (folder) => {
  test.each(["bean42", "ledger-standard"])(
    "%s, exported by us, passes the checks of others and has the balances that we report",
    async (name) => {
      const { entries, books } = journalOf(readRows(folder, `${name}-postings.csv`), "USD");
      const forHledger = [...hledgerJournal(entries, books)].join("");
      const forBeancount = [...beancountJournal(entries, books)].join("");
      const rows = trialBalance(entries, END, books).rows.filter(({ balance }) => balance !== 0n);
      const balances = (nameOf: (account: Account) => string) =>
        rows.map(({ code, balance }) => `${nameOf(books.chart.require(code))} USD ${String(balance)}`).sort();

      await hledger(forHledger, "check", "accounts", "ordereddates");
      await beancountCheck(forBeancount);

      expect(await hledgerBalances(forHledger)).toEqual(balances(accountName));
      expect(await ledgerBalances(forHledger)).toEqual(balances(accountName));
      expect(await beancountBalances(forBeancount)).toEqual(balances(beancountName));
    },
  );
});

function balancesOf({ entries, books }: SmallJournal, commodity: string): [string, bigint][] {
  return trialBalance(entries, END, books).rows.map(({ code, balance }) => [`${code} ${commodity}`, balance]);
}

function agreed(row: Row): [string, bigint] {
  return [`${row["account"] ?? ""} ${row["currency"] ?? ""}`, BigInt(row["balance_minor_dr_minus_cr"] ?? "")];
}

function isNotZero([, balance]: readonly [string, bigint]): boolean {
  return balance !== 0n;
}

function monthEnd(month: string): string {
  const [year = "", number = ""] = month.split("-");
  const next =
    number === "12" ? `${String(Number(year) + 1)}-01` : `${year}-${String(Number(number) + 1).padStart(2, "0")}`;
  return addDays(`${next}-01`, -1);
}

/** Returns the amounts of a section by account, without those that are 0. */
function amountsOf({ rows }: ReportSection): [string, bigint][] {
  return rows.map(({ code, amount }): [string, bigint] => [code, amount]).filter(isNotZero);
}

/** Reads a report that hledger printed: a title, the columns, sections that end with a total, and the net. */
function readReport(folder: string, file: string) {
  const [, head = [], ...rows] = parse(readFileSync(join(folder, file), "utf8"));
  const amount = (cell = "0") => parseAmount(cell.replace(" USD", ""), "USD");
  return {
    columns: head.slice(1),
    section(name: string, column: number): [string, bigint][] {
      return rows
        .filter(([account = ""]) => account.startsWith(`${name === "Revenues" ? "Income" : name}:`))
        .map((row): [string, bigint] => [row[0] ?? "", amount(row[column + 1])])
        .filter(isNotZero)
        .sort(([a], [b]) => (a < b ? -1 : 1));
    },
    totals(column: number): bigint[] {
      return rows.filter(([name = ""]) => /^(total|Net:?)$/i.test(name)).map((row) => amount(row[column + 1]));
    },
  };
}
