/** Adds up the journal of a tenant in one snapshot and makes reports from the totals, for any day. */
import type { Database, Queryable } from "@rota/engine";
import {
  type AccountStatement,
  type Age,
  ageOf,
  type AgingQuestion,
  byAge,
  type OpenItem,
  requireAged,
  type StatementBalance,
  type StatementLine,
  type StatementQuestion,
} from "../core/account-report.ts";
import type { Account } from "../core/account.ts";
import {
  addTotals,
  type Balances,
  NO_TOTALS,
  onNormalSide,
  signedBalance,
  signedBaseBalance,
  type Totals,
  totalsOfLine,
} from "../core/balance.ts";
import type { TenantBooks } from "../core/books.ts";
import type { JournalLine } from "../core/entry.ts";
import {
  type BalanceSheet,
  balanceSheetOf,
  cashAccounts,
  type CashFlow,
  cashFlowOf,
  type CurrentEarnings,
  type IncomeStatement,
  incomeStatementOf,
  type TrialBalance,
  trialBalanceOf,
} from "../core/financial-statement.ts";
import { fiscalYearOf } from "../core/fiscal-year.ts";
import { addDays, isDate, requireDate } from "../core/iso-date.ts";
import { checkRange, type DateRange, type ReportSource } from "../core/report.ts";
import { LedgerError } from "../errors.ts";
import { currentBooks } from "./books-store.ts";
import {
  type AgingRow,
  type LinePlace,
  selectAging,
  selectBalancesIfLast,
  selectHead,
  selectStatementLines,
  type StatementLineRow,
  sumBefore,
  sumBeside,
  sumEarnings,
  sumLines,
  type SumRow,
} from "./report.sql.ts";

export type JournalTotals = {
  readonly books: TenantBooks;
  /** End of the chain in this snapshot. Undefined if there is no entry. */
  readonly source: ReportSource | undefined;
  /** Connection for other reads in the same snapshot. */
  readonly on: Queryable;
  until(asOf: string): Promise<Balances>;
  between(range: DateRange, options?: { readonly isWithoutClosing?: boolean }): Promise<Balances>;
  /** Returns revenue minus expenses that no closing entry has moved, by fiscal year. */
  earnings(asOf: string): Promise<CurrentEarnings[]>;
  /** Returns the totals of all other accounts over the entries that have a line on one of the accounts. */
  beside(accounts: readonly string[], range: DateRange): Promise<Balances>;
};

export function readTotals<Result>(
  database: Database,
  tenant: string,
  read: (totals: JournalTotals) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => read(await openTotals(tx, tenant)), { readOnlySnapshot: true });
}

/** Opens the totals in a transaction of the caller, including its own writes. */
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

/** Adds up sums of lines like lines, which works because only account, side and currency decide what a line adds. */
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

/** Reads one trial balance per day, all from one snapshot. */
export function storedTrialBalances(
  database: Database,
  tenant: string,
  days: readonly string[],
): Promise<TrialBalance[]> {
  return readTotals(database, tenant, (totals) => each(days, (asOf) => trialBalanceAt(totals, asOf)));
}

async function trialBalanceAt(totals: JournalTotals, asOf: string): Promise<TrialBalance> {
  const { books, source } = totals;
  return trialBalanceOf({ asOf, balances: await totals.until(asOf), source }, books);
}

export function storedBalanceSheets(
  database: Database,
  tenant: string,
  days: readonly string[],
): Promise<BalanceSheet[]> {
  return readTotals(database, tenant, (totals) =>
    each(days, async (asOf) => {
      const { books, source } = totals;
      const balances = await totals.until(asOf);
      return balanceSheetOf({ asOf, balances, source, currentEarnings: await totals.earnings(asOf) }, books);
    }),
  );
}

export function storedIncomeStatements(
  database: Database,
  tenant: string,
  ranges: readonly DateRange[],
): Promise<IncomeStatement[]> {
  return readTotals(database, tenant, (totals) =>
    each(ranges, async (range) => {
      const { books, source } = totals;
      const balances = await totals.between(range, { isWithoutClosing: true });
      return incomeStatementOf({ range, balances, source }, books);
    }),
  );
}

export function storedCashFlow(database: Database, tenant: string, range: DateRange): Promise<CashFlow> {
  checkRange(range);
  return readTotals(database, tenant, async (totals) => {
    const { books, source } = totals;
    const before = await totals.until(addDays(range.from, -1));
    const after = await totals.until(range.to);
    const others = await totals.beside(cashAccounts(books.chart), range);
    return cashFlowOf({ range, before, after, others, source }, books);
  });
}

/** Reads items one after the other, because they share a connection. */
async function each<Item, Result>(items: readonly Item[], read: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await read(item));
  return results;
}

export type StatementPage = AccountStatement & {
  readonly baseCurrency: string;
  readonly source: ReportSource | undefined;
  /** Start of the next page. Undefined on the last page. `closing` is the balance after the whole range on every page. */
  readonly next: string | undefined;
};

type StatementPageQuery = StatementQuestion & { readonly limit: number; readonly after?: string | undefined };

/** Reads one page of an account statement from the database, with the balance after each line. */
export function storedStatement(database: Database, tenant: string, query: StatementPageQuery): Promise<StatementPage> {
  const { account: code, from, to, limit } = query;
  checkRange({ from, to });
  const start: LinePlace = query.after === undefined ? dayStart(from) : readPlace(query.after);
  return readTotals(database, tenant, async (totals) => {
    const { books, source, on } = totals;
    const account = books.chart.require(code);
    const accountId = books.accountId(code);
    const opening = await totalsBefore(totals, account, dayStart(from));
    const closing = await totalsBefore(totals, account, dayStart(addDays(to, 1)));
    const rows = await on.query(selectStatementLines(accountId, start, to, limit + 1));
    const next = rows[limit];
    const sum = query.after === undefined ? opening : await totalsBefore(totals, account, start);
    return {
      ...{ account, from, to, source, baseCurrency: books.baseCurrency },
      opening: balanceOf(opening, account),
      lines: withBalances(rows.slice(0, limit), sum, account, books.baseCurrency),
      closing: balanceOf(closing, account),
      next: next && writePlace(next),
    };
  });
}

/** Computes the totals of an account before and after a range, without its lines. */
export async function accountActivity(totals: JournalTotals, { account: code, from, to }: StatementQuestion) {
  checkRange({ from, to });
  const account = totals.books.chart.require(code);
  const opening = await totalsBefore(totals, account, dayStart(from));
  const closing = await totalsBefore(totals, account, dayStart(addDays(to, 1)));
  return { account, opening, closing };
}

async function totalsBefore({ books, on }: JournalTotals, account: Account, place: LinePlace): Promise<Totals> {
  const rows = await on.query(sumBefore(books.accountId(account.code), place));
  return rows
    .map((row) => totalsOfLine(lineOf({ ...row, line_no: 1, dimensions: null }, account), account, books.baseCurrency))
    .reduce(addTotals, NO_TOTALS);
}

function withBalances(
  rows: readonly StatementLineRow[],
  before: Totals,
  account: Account,
  baseCurrency: string,
): StatementLine[] {
  let totals = before;
  return rows.map((row) => {
    const line = lineOf(row, account);
    totals = addTotals(totals, totalsOfLine(line, account, baseCurrency));
    return {
      entryId: row.journal_entry_id,
      eventId: row.event_id,
      fiscalYear: row.fiscal_year,
      number: Number(row.sequence_number),
      chainSeq: Number(row.chain_seq),
      effectiveDate: row.effective_date,
      description: row.description,
      line,
      balance: balanceOf(totals, account),
    };
  });
}

type StoredLine = Pick<StatementLineRow, "line_no" | "is_credit" | "currency_code" | "dimensions"> & {
  readonly amount: bigint | string;
  readonly base_amount: bigint | string;
};

function lineOf(row: StoredLine, { code }: Account): JournalLine {
  return {
    n: row.line_no,
    account: code,
    side: row.is_credit ? "C" : "D",
    currency: row.currency_code,
    amount: BigInt(row.amount),
    baseAmount: BigInt(row.base_amount),
    dimensions: row.dimensions ?? {},
  };
}

export function balanceOf(totals: Totals, account: Account): StatementBalance {
  return {
    own: onNormalSide(signedBalance(totals), account),
    base: onNormalSide(signedBaseBalance(totals), account),
  };
}

function dayStart(date: string): LinePlace {
  return { date, chainSeq: 0n, lineNo: 0 };
}

function writePlace({ effective_date: date, chain_seq: seq, line_no: line }: StatementLineRow): string {
  return `${date}.${String(seq)}.${String(line)}`;
}

function readPlace(text: string): LinePlace {
  const [, date = "", chainSeq = "", lineNo = ""] = /^([\d-]{10})\.(\d{1,18})\.(\d{1,9})$/.exec(text) ?? [];
  if (isDate(date)) return { date, chainSeq: BigInt(chainSeq), lineNo: Number(lineNo) };
  const message = "after cannot be read: give the next of the page before, or leave it out";
  throw new LedgerError("REPORT_INVALID_PARAMS", message, { field: "after" });
}

export type AgeSum = {
  readonly value: string | null;
  readonly age: Age;
  readonly items: number;
  readonly own: bigint;
  readonly base: bigint;
};

type Aging = {
  readonly account: Account;
  readonly asOf: string;
  readonly baseCurrency: string;
  readonly source: ReportSource | undefined;
  /** Sums over all items, by value of the dimension, then by age. */
  readonly sums: readonly AgeSum[];
  /** Oldest items, at most `itemsMax`. */
  readonly items: readonly OpenItem[];
};

/** Reads the open items of an account from the database, with the sums of each age. */
export function storedAging(
  database: Database,
  tenant: string,
  { account: code, asOf, dimension, itemsMax }: AgingQuestion & { readonly itemsMax: number },
): Promise<Aging> {
  requireDate(asOf, "asOfDate");
  return readTotals(database, tenant, async ({ books, source, on }) => {
    const { baseCurrency } = books;
    const account = requireAged(books.chart.require(code));
    const query = { accountId: books.accountId(code), currency: account.currency, baseCurrency, asOf };
    const rows = await on.query(selectAging({ ...query, dimension: dimension ?? null, itemsMax }));
    return {
      ...{ account, asOf, baseCurrency, source },
      sums: rows.filter(({ since }) => since === null).map((row) => sumOf(row, account)),
      items: rows.flatMap((row) => itemOf(row, account)).sort(byAge),
    };
  });
}

function sumOf({ value, days, items, own, base }: AgingRow, account: Account): AgeSum {
  return { value, age: ageOf(days), items, ...amounts({ own, base }, account) };
}

function itemOf(row: AgingRow, account: Account): OpenItem[] {
  const { reference, journal_entry_id: entryId, value, since, days } = row;
  if (since === null || entryId === null) return [];
  return [{ reference, entryId, value, since, days, age: ageOf(days), ...amounts(row, account) }];
}

function amounts({ own, base }: Pick<AgingRow, "own" | "base">, account: Account) {
  return { own: onNormalSide(BigInt(own), account), base: onNormalSide(BigInt(base), account) };
}
