/** Revenue, expenses and what is left of them, over a range of days. */
import { type Balances, balancesOf } from "../accounts/balances.ts";
import type { JournalEntry } from "../journal/entry.ts";
import {
  type DateRange,
  entriesBetween,
  type ReportBooks,
  type ReportSection,
  type ReportSource,
  sectionOf,
  sourceOf,
} from "./report.ts";

export type IncomeStatement = DateRange & {
  readonly baseCurrency: string;
  readonly revenue: ReportSection;
  readonly expenses: ReportSection;
  /** Negative for a loss. */
  readonly net: bigint;
  readonly source: ReportSource | undefined;
};

/** Closing entries are left out: they only move what was earned into retained earnings. */
export function incomeStatement(
  entries: Iterable<JournalEntry>,
  range: DateRange,
  books: ReportBooks,
): IncomeStatement {
  const all = [...entries];
  const counted = entriesBetween(all, range).filter(({ kind }) => kind !== "CLOSING");
  return incomeStatementOf({ range, balances: balancesOf(counted, books.chart), source: sourceOf(all) }, books);
}

/** The totals of all accounts over a range of days. */
export type BalancesBetween = {
  readonly range: DateRange;
  readonly balances: Balances;
  readonly source: ReportSource | undefined;
};

/** From totals that leave closing entries out. */
export function incomeStatementOf(
  { range: { from, to }, balances, source }: BalancesBetween,
  { chart, baseCurrency }: Pick<ReportBooks, "chart" | "baseCurrency">,
): IncomeStatement {
  const revenue = sectionOf("REVENUE", balances, chart);
  const expenses = sectionOf("EXPENSE", balances, chart);
  return { from, to, baseCurrency, revenue, expenses, net: revenue.total - expenses.total, source };
}
