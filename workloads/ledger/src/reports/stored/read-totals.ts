/** Adds up the journal of a tenant in the database, in one snapshot; what comes out are the totals that the pure reports take. */
import type { Database, Queryable } from "@rota/engine";
import type { Balances } from "../../accounts/balances.ts";
import { addTotals, NO_TOTALS, type Totals, totalsOfLine } from "../../accounts/totals.ts";
import { currentBooks } from "../../books/current-books.ts";
import type { TenantBooks } from "../../books/tenant-books.ts";
import { fiscalYearOf } from "../../periods/fiscal-year.ts";
import { requireDate } from "../../periods/iso-date.ts";
import type { CurrentEarnings } from "../balance-sheet.ts";
import { checkRange, type DateRange, type ReportSource } from "../report.ts";
import { selectBalancesIfLast, selectHead, sumBeside, sumEarnings, sumLines, type SumRow } from "./totals.sql.ts";

export type JournalTotals = {
  readonly books: TenantBooks;
  /** The end of the chain that all of it is from; undefined: there is no entry. */
  readonly source: ReportSource | undefined;
  /** For whatever else is read in the same snapshot. */
  readonly on: Queryable;
  until(asOf: string): Promise<Balances>;
  between(range: DateRange, options?: { readonly isWithoutClosing?: boolean }): Promise<Balances>;
  /** Revenue minus expenses that no closing entry has moved, by fiscal year. */
  earnings(asOf: string): Promise<CurrentEarnings[]>;
  /** Over entries with a line on one of the accounts: the totals of all others. */
  beside(accounts: readonly string[], range: DateRange): Promise<Balances>;
};

export function readTotals<Result>(
  database: Database,
  tenant: string,
  read: (totals: JournalTotals) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => read(await openTotals(tx, tenant)), { readOnlySnapshot: true });
}

/** In a transaction of the caller's, which sees what it has written itself. */
export async function openTotals(on: Queryable, tenant: string): Promise<JournalTotals> {
  const books = await currentBooks(on, tenant);
  const { ledgerId } = books;
  return {
    books,
    source: await readSource(on, ledgerId),
    on,
    async until(asOf) {
      requireDate(asOf, "asOf");
      const rows = await on.query(selectBalancesIfLast(ledgerId, asOf));
      if (rows.length > 0) return new Map(rows.map((row) => [row.code, totalsOf(row)]));
      return addSums(await on.query(sumLines({ ledgerId, from: null, to: asOf, isWithoutClosing: false })), books);
    },
    async between(range, { isWithoutClosing = false } = {}) {
      checkRange(range);
      return addSums(await on.query(sumLines({ ledgerId, ...range, isWithoutClosing })), books);
    },
    async earnings(asOf) {
      requireDate(asOf, "asOf");
      return byFiscalYear(await on.query(sumEarnings(ledgerId, asOf)), books);
    },
    async beside(accounts, range) {
      checkRange(range);
      return addSums(await on.query(sumBeside(ledgerId, accounts, range)), books);
    },
  };
}

async function readSource(on: Queryable, ledgerId: bigint): Promise<ReportSource | undefined> {
  const [head] = await on.query(selectHead(ledgerId));
  if (head === undefined || head.last_hash === null) return undefined;
  return { chainSeq: Number(head.next_chain_seq) - 1, hash: Buffer.from(head.last_hash).toString("hex") };
}

type StoredTotals = {
  readonly debit_minor: string;
  readonly credit_minor: string;
  readonly base_debit_minor: string;
  readonly base_credit_minor: string;
};

function totalsOf(row: StoredTotals): Totals {
  return {
    debit: BigInt(row.debit_minor),
    credit: BigInt(row.credit_minor),
    baseDebit: BigInt(row.base_debit_minor),
    baseCredit: BigInt(row.base_credit_minor),
  };
}

/** A sum of lines counts as one line: what a line adds depends on nothing but its account, side and currency. */
function addSums(rows: readonly SumRow[], { chart, baseCurrency }: TenantBooks): Balances {
  const balances = new Map<string, Totals>();
  for (const row of rows) {
    const { code: account, currency_code: currency } = row;
    const [amount, baseAmount] = [BigInt(row.amount), BigInt(row.base_amount)];
    const line = {
      n: 1,
      account,
      side: row.is_credit ? "C" : "D",
      currency,
      amount,
      baseAmount,
      dimensions: {},
    } as const;
    const added = totalsOfLine(line, chart.require(account), baseCurrency);
    balances.set(account, addTotals(balances.get(account) ?? NO_TOTALS, added));
  }
  return balances;
}

function byFiscalYear(
  rows: readonly { readonly day: string; readonly earned: string }[],
  { fiscalYearStartMonth }: TenantBooks,
): CurrentEarnings[] {
  const years = new Map<number, bigint>();
  for (const { day, earned } of rows) {
    const year = fiscalYearOf(day, fiscalYearStartMonth);
    years.set(year, (years.get(year) ?? 0n) + BigInt(earned));
  }
  return [...years]
    .filter(([, amount]) => amount !== 0n)
    .sort(([a], [b]) => a - b)
    .map(([fiscalYear, amount]) => ({ fiscalYear, amount }));
}
