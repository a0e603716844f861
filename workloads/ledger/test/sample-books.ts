/** Reads sample books of other programs into our journals: one per commodity, since an entry has one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { type Account, type AccountType, createChart } from "../src/core/account.ts";
import type { DraftLine } from "../src/core/entry.ts";
import { createRateTable } from "../src/core/rate.ts";
import { account, booksWith, SmallJournal } from "./small-books.ts";

export type Row = Readonly<Record<string, string>>;

export function readRows(folder: string, file: string): Row[] {
  return parse(readFileSync(join(folder, file), "utf8"), { columns: true, bom: true });
}

const TYPES: Readonly<Record<string, AccountType>> = {
  Assets: "ASSET",
  Liabilities: "LIABILITY",
  Equity: "EQUITY",
  Income: "REVENUE",
  Expenses: "EXPENSE",
};

/** Currencies with the same decimals for units that are not in ISO 4217. */
export const STAND_INS: Readonly<Record<string, string>> = { IRAUSD: "CHF", VACHR: "NOK" };

/** Returns the journal of one commodity, posted entry by entry through every check. */
export function journalOf(rows: readonly Row[], commodity: string): SmallJournal {
  const own = rows.filter((row) => row["currency"] === commodity);
  const currency = STAND_INS[commodity] ?? commodity;
  const journal = new SmallJournal(
    booksWith({
      baseCurrency: currency,
      chart: createChart(accountsOf(own, currency)),
      periods: [{ name: "all", start: "2000-01-01", end: "2030-12-31", status: "OPEN" }],
      rates: createRateTable([]),
      roundingAccount: undefined,
    }),
  );
  for (const lines of groupByEntry(own)) {
    const { date = "", description = "", entry_no: number = "" } = lines[0] ?? {};
    journal.post(lines.map(lineOf), { eventId: `sample-${number}`, postedDate: date, description, currency });
  }
  return journal;
}

function accountsOf(rows: readonly Row[], currency: string): Account[] {
  const codes = [...new Set(rows.map((row) => row["account"] ?? ""))];
  return codes.map((code) => account(code, TYPES[code.split(":")[0] ?? ""] ?? "ASSET", { currency }));
}

function groupByEntry(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row["entry_no"] ?? "");
    if (group === undefined) groups.set(row["entry_no"] ?? "", [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

function lineOf(row: Row): DraftLine {
  return {
    account: row["account"] ?? "",
    side: row["side"] === "D" ? "D" : "C",
    amount: BigInt(row["amount_minor"] ?? ""),
  };
}
