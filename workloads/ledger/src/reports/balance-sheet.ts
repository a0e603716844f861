/** What is owned and owed on a day; what was earned and not closed yet is part of the equity. */
import { isOfIncome } from "../accounts/account.ts";
import { balancesOf } from "../accounts/balances.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { fiscalYearOf } from "../periods/fiscal-year.ts";
import {
  type BalancesAt,
  entriesUntil,
  type ReportBooks,
  type ReportSection,
  type ReportSource,
  sectionOf,
  sourceOf,
} from "./report.ts";

export type CurrentEarnings = { readonly fiscalYear: number; readonly amount: bigint };

export type BalanceSheet = {
  readonly asOf: string;
  readonly baseCurrency: string;
  readonly assets: ReportSection;
  readonly liabilities: ReportSection;
  /** Without current earnings. */
  readonly equity: ReportSection;
  /** Revenue minus expenses that no closing entry moved to retained earnings, for each fiscal year that has any. */
  readonly currentEarnings: readonly CurrentEarnings[];
  /** Equity and current earnings. */
  readonly equityTotal: bigint;
  readonly isBalanced: boolean;
  readonly source: ReportSource | undefined;
};

export function balanceSheet(entries: Iterable<JournalEntry>, asOf: string, books: ReportBooks): BalanceSheet {
  const all = [...entries];
  const counted = entriesUntil(all, asOf);
  const balances = balancesOf(counted, books.chart);
  return balanceSheetOf({ asOf, balances, source: sourceOf(all), currentEarnings: earningsOf(counted, books) }, books);
}

/** From the totals of all accounts up to a day and what each fiscal year earned until then. */
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
