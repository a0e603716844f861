/** Where cash came from and went to over a range of days, by the accounts on the other side of its entries. */
import { RotaError } from "@rota/engine/errors";
import { ACCOUNT_TYPES, type AccountType } from "../accounts/account.ts";
import { type Balances, balancesOf } from "../accounts/balances.ts";
import type { Chart } from "../accounts/chart.ts";
import { NO_TOTALS, signedBaseBalance } from "../accounts/totals.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { addDays } from "../periods/iso-date.ts";
import {
  checkRange,
  type DateRange,
  entriesBetween,
  entriesUntil,
  type ReportBooks,
  type ReportRow,
  type ReportSource,
  sourceOf,
} from "./report.ts";

export type CashFlowSection = {
  /** Of the accounts on the other side: REVENUE and EXPENSE is what business brought in, EQUITY what owners did. */
  readonly type: AccountType;
  /** Positive: cash came in. */
  readonly rows: readonly ReportRow[];
  readonly total: bigint;
};

export type CashFlow = DateRange & {
  readonly baseCurrency: string;
  /** The accounts that are counted as cash. */
  readonly cash: readonly ReportRow[];
  readonly opening: bigint;
  readonly sections: readonly CashFlowSection[];
  readonly closing: bigint;
  /** Whether what came in and went out is the difference of the two. */
  readonly isBalanced: boolean;
  readonly source: ReportSource | undefined;
};

export type CashBalances = {
  readonly range: DateRange;
  /** All totals up to the day before the range, and up to its end. */
  readonly before: Balances;
  readonly after: Balances;
  /** The totals of the other accounts, over the entries of the range with a line on cash. */
  readonly others: Balances;
  readonly source: ReportSource | undefined;
};

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

/** From totals, however they were added up. */
export function cashFlowOf(
  { range: { from, to }, before, after, others, source }: CashBalances,
  { chart, baseCurrency }: Pick<ReportBooks, "chart" | "baseCurrency">,
): CashFlow {
  const codes = cashAccounts(chart);
  const cash = codes.map((code) => ({ code, name: chart.require(code).name, amount: signedOf(after, code) }));
  const opening = codes.reduce((sum, code) => sum + signedOf(before, code), 0n);
  const closing = cash.reduce((sum, { amount }) => sum + amount, 0n);
  const sections = ACCOUNT_TYPES.map((type) => sectionOf(type, others, chart)).filter(({ rows }) => rows.length > 0);
  const moved = sections.reduce((sum, { total }) => sum + total, 0n);
  return { from, to, baseCurrency, cash, opening, sections, closing, isBalanced: opening + moved === closing, source };
}

/** Accounts that are marked as cash, and all below them. */
export function cashAccounts(chart: Chart): string[] {
  const marked = chart.accounts.filter(({ isCash }) => isCash === true).map(({ code }) => code);
  if (marked.length === 0)
    throw new RotaError(
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

/** What was credited to others came in as cash. */
function sectionOf(type: AccountType, others: Balances, chart: Chart): CashFlowSection {
  const rows = chart.accounts
    .filter((account) => account.type === type && others.has(account.code))
    .map(({ code, name }) => ({ code, name, amount: -signedOf(others, code) }));
  return { type, rows, total: rows.reduce((sum, { amount }) => sum + amount, 0n) };
}

function signedOf(balances: Balances, code: string): bigint {
  return signedBaseBalance(balances.get(code) ?? NO_TOTALS);
}
