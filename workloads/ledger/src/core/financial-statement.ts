/** Computes the trial balance, balance sheet, income statement and cash flow from entries or from totals. */
import { LedgerError } from "../errors.ts";
import { type Account, ACCOUNT_TYPES, type AccountType, type Chart, isOfIncome } from "./account.ts";
import { aggregatedBase, type Balances, balancesOf, NO_TOTALS, signedBalance, signedBaseBalance } from "./balance.ts";
import type { JournalEntry } from "./entry.ts";
import { fiscalYearOf } from "./fiscal-year.ts";
import { addDays } from "./iso-date.ts";
import {
  type BalancesAt,
  checkRange,
  type DateRange,
  entriesBetween,
  entriesUntil,
  type ReportBooks,
  type ReportRow,
  type ReportSection,
  type ReportSource,
  sectionOf,
  sourceOf,
} from "./report.ts";

export type TrialBalanceRow = {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly parent: string | null;
  readonly level: number;
  readonly isLeaf: boolean;
  readonly currency: string;
  /** Debits minus credits in the currency of the account. */
  readonly balance: bigint;
  /** Own balance in the base currency, in one of the two columns. */
  readonly debit: bigint;
  readonly credit: bigint;
  /** Debits minus credits in the base currency, including all accounts below it. */
  readonly rolledUp: bigint;
};

export type TrialBalance = {
  readonly asOf: string;
  readonly baseCurrency: string;
  readonly rows: readonly TrialBalanceRow[];
  readonly debit: bigint;
  readonly credit: bigint;
  readonly isBalanced: boolean;
  readonly source: ReportSource | undefined;
};

/** Lists the balance of every account with lines up to a day, in two columns whose sums must be equal. */
export function trialBalance(entries: Iterable<JournalEntry>, asOf: string, books: ReportBooks): TrialBalance {
  const all = [...entries];
  const balances = balancesOf(entriesUntil(all, asOf), books.chart);
  return trialBalanceOf({ asOf, balances, source: sourceOf(all) }, books);
}

/** Makes a trial balance from the totals of all accounts up to a day. */
export function trialBalanceOf({ asOf, balances, source }: BalancesAt, books: ReportBooks): TrialBalance {
  const rows = books.chart.accounts
    .filter(({ code }) => isShown(code, balances, books))
    .map((account) => rowOf(account, balances, books));
  const debit = rows.reduce((sum, row) => sum + row.debit, 0n);
  const credit = rows.reduce((sum, row) => sum + row.credit, 0n);
  const { baseCurrency } = books;
  return { asOf, baseCurrency, rows, debit, credit, isBalanced: debit === credit, source };
}

/** Returns true for an account with lines and for every account above one. */
function isShown(code: string, balances: Balances, books: ReportBooks): boolean {
  return balances.has(code) || books.chart.childrenOf(code).some((child) => isShown(child.code, balances, books));
}

function rowOf(account: Account, balances: Balances, { chart }: ReportBooks): TrialBalanceRow {
  const { code, name, type, parent, currency } = account;
  const totals = balances.get(code) ?? NO_TOTALS;
  const signed = signedBaseBalance(totals);
  return {
    code,
    name,
    type,
    parent,
    level: chart.levelOf(code),
    isLeaf: chart.childrenOf(code).length === 0,
    currency,
    balance: signedBalance(totals),
    debit: signed > 0n ? signed : 0n,
    credit: signed < 0n ? -signed : 0n,
    rolledUp: aggregatedBase(code, balances, chart),
  };
}

export type CurrentEarnings = { readonly fiscalYear: number; readonly amount: bigint };

export type BalanceSheet = {
  readonly asOf: string;
  readonly baseCurrency: string;
  readonly assets: ReportSection;
  readonly liabilities: ReportSection;
  /** Excludes current earnings. */
  readonly equity: ReportSection;
  /** Revenue minus expenses that no closing entry has moved to retained earnings, for each fiscal year that has any. */
  readonly currentEarnings: readonly CurrentEarnings[];
  /** Sum of equity and current earnings. */
  readonly equityTotal: bigint;
  readonly isBalanced: boolean;
  readonly source: ReportSource | undefined;
};

/** Computes assets, liabilities and equity on a day. Earnings that are not closed yet are part of the equity. */
export function balanceSheet(entries: Iterable<JournalEntry>, asOf: string, books: ReportBooks): BalanceSheet {
  const all = [...entries];
  const counted = entriesUntil(all, asOf);
  const balances = balancesOf(counted, books.chart);
  return balanceSheetOf({ asOf, balances, source: sourceOf(all), currentEarnings: earningsOf(counted, books) }, books);
}

/** Makes a balance sheet from the totals of all accounts up to a day and the earnings of each fiscal year until then. */
export function balanceSheetOf(
  { asOf, balances, source, currentEarnings }: BalancesAt & Pick<BalanceSheet, "currentEarnings">,
  books: Pick<ReportBooks, "chart" | "baseCurrency">,
): BalanceSheet {
  const assets = sectionOf("ASSET", balances, books.chart);
  const liabilities = sectionOf("LIABILITY", balances, books.chart);
  const equity = sectionOf("EQUITY", balances, books.chart);
  const equityTotal = currentEarnings.reduce((sum, { amount }) => sum + amount, equity.total);
  return {
    asOf,
    baseCurrency: books.baseCurrency,
    assets,
    liabilities,
    equity,
    currentEarnings,
    equityTotal,
    isBalanced: assets.total === liabilities.total + equityTotal,
    source,
  };
}

function earningsOf(entries: readonly JournalEntry[], { chart, fiscalYearStartMonth }: ReportBooks): CurrentEarnings[] {
  const byYear = new Map<number, bigint>();
  for (const { lines, effectiveDate } of entries) {
    const earned = lines
      .filter(({ account }) => isOfIncome(chart.require(account)))
      .reduce((sum, { side, baseAmount }) => (side === "C" ? sum + baseAmount : sum - baseAmount), 0n);
    const year = fiscalYearOf(effectiveDate, fiscalYearStartMonth);
    byYear.set(year, (byYear.get(year) ?? 0n) + earned);
  }
  return [...byYear]
    .filter(([, amount]) => amount !== 0n)
    .sort(([a], [b]) => a - b)
    .map(([fiscalYear, amount]) => ({ fiscalYear, amount }));
}

export type IncomeStatement = DateRange & {
  readonly baseCurrency: string;
  readonly revenue: ReportSection;
  readonly expenses: ReportSection;
  /** Negative for a loss. */
  readonly net: bigint;
  readonly source: ReportSource | undefined;
};

/** Computes revenue and expenses of a range. Leaves out closing entries, which only move earnings to equity. */
export function incomeStatement(
  entries: Iterable<JournalEntry>,
  range: DateRange,
  books: ReportBooks,
): IncomeStatement {
  const all = [...entries];
  const counted = entriesBetween(all, range).filter(({ kind }) => kind !== "CLOSING");
  return incomeStatementOf({ range, balances: balancesOf(counted, books.chart), source: sourceOf(all) }, books);
}

/** Totals of all accounts over a range of days. */
type BalancesBetween = {
  readonly range: DateRange;
  readonly balances: Balances;
  readonly source: ReportSource | undefined;
};

/** Makes an income statement from totals that leave out closing entries. */
export function incomeStatementOf(
  { range: { from, to }, balances, source }: BalancesBetween,
  { chart, baseCurrency }: Pick<ReportBooks, "chart" | "baseCurrency">,
): IncomeStatement {
  const revenue = sectionOf("REVENUE", balances, chart);
  const expenses = sectionOf("EXPENSE", balances, chart);
  return { from, to, baseCurrency, revenue, expenses, net: revenue.total - expenses.total, source };
}

export type CashFlowSection = {
  /** Type of the accounts on the other side: REVENUE and EXPENSE are operations, EQUITY is money of the owners. */
  readonly type: AccountType;
  /** Positive amounts are incoming cash. */
  readonly rows: readonly ReportRow[];
  readonly total: bigint;
};

export type CashFlow = DateRange & {
  readonly baseCurrency: string;
  /** Accounts that count as cash. */
  readonly cash: readonly ReportRow[];
  readonly opening: bigint;
  readonly sections: readonly CashFlowSection[];
  readonly closing: bigint;
  /** Whether the flows add up to the difference between opening and closing. */
  readonly isBalanced: boolean;
  readonly source: ReportSource | undefined;
};

type CashBalances = {
  readonly range: DateRange;
  /** Totals of all accounts up to the day before the range. `after` has those up to its end. */
  readonly before: Balances;
  readonly after: Balances;
  /** Totals of the other accounts over the entries of the range that have a line on cash. */
  readonly others: Balances;
  readonly source: ReportSource | undefined;
};

/** Computes the sources and uses of cash over a range of days, by the accounts on the other side of its entries. */
export function cashFlow(entries: Iterable<JournalEntry>, range: DateRange, books: ReportBooks): CashFlow {
  checkRange(range);
  const all = [...entries];
  const cash = new Set(cashAccounts(books.chart));
  const touching = entriesBetween(all, range).filter(({ lines }) => lines.some(({ account }) => cash.has(account)));
  const otherLines = touching.map(({ baseCurrency, lines }) => ({
    baseCurrency,
    lines: lines.filter(({ account }) => !cash.has(account)),
  }));
  const balances = {
    range,
    before: balancesOf(entriesUntil(all, addDays(range.from, -1)), books.chart),
    after: balancesOf(entriesUntil(all, range.to), books.chart),
    others: balancesOf(otherLines, books.chart),
    source: sourceOf(all),
  };
  return cashFlowOf(balances, books);
}

/** Makes a cash flow statement from totals. */
export function cashFlowOf(
  { range: { from, to }, before, after, others, source }: CashBalances,
  { chart, baseCurrency }: Pick<ReportBooks, "chart" | "baseCurrency">,
): CashFlow {
  const codes = cashAccounts(chart);
  const cash = codes.map((code) => ({ code, name: chart.require(code).name, amount: signedOf(after, code) }));
  const opening = codes.reduce((sum, code) => sum + signedOf(before, code), 0n);
  const closing = cash.reduce((sum, { amount }) => sum + amount, 0n);
  const sections = ACCOUNT_TYPES.map((type) => cashSectionOf(type, others, chart)).filter(
    ({ rows }) => rows.length > 0,
  );
  const moved = sections.reduce((sum, { total }) => sum + total, 0n);
  return { from, to, baseCurrency, cash, opening, sections, closing, isBalanced: opening + moved === closing, source };
}

/** Returns the accounts that are marked as cash, and all accounts below them. */
export function cashAccounts(chart: Chart): string[] {
  const marked = chart.accounts.filter(({ isCash }) => isCash === true).map(({ code }) => code);
  if (marked.length === 0)
    throw new LedgerError(
      "REPORT_INVALID_PARAMS",
      "no account is marked as cash: mark those that hold it, then ask again",
    );
  const all = new Set<string>();
  const add = (code: string) => {
    all.add(code);
    for (const child of chart.childrenOf(code)) add(child.code);
  };
  for (const code of marked) add(code);
  return [...all].sort();
}

/** Makes the section of one account type. Credits of other accounts are incoming cash. */
function cashSectionOf(type: AccountType, others: Balances, chart: Chart): CashFlowSection {
  const rows = chart.accounts
    .filter((account) => account.type === type && others.has(account.code))
    .map(({ code, name }) => ({ code, name, amount: -signedOf(others, code) }));
  return { type, rows, total: rows.reduce((sum, { amount }) => sum + amount, 0n) };
}

function signedOf(balances: Balances, code: string): bigint {
  return signedBaseBalance(balances.get(code) ?? NO_TOTALS);
}
