/** Revenue, expenses and what is left of them, over a range of days. */
import { balancesOf } from "../accounts/balances.ts";
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
  { chart, baseCurrency }: ReportBooks,
): IncomeStatement {
  const all = [...entries];
  const balances = balancesOf(
    entriesBetween(all, range).filter(({ kind }) => kind !== "CLOSING"),
    chart,
  );
  const revenue = sectionOf("REVENUE", balances, chart);
  const expenses = sectionOf("EXPENSE", balances, chart);
  const { from, to } = range;
  return { from, to, baseCurrency, revenue, expenses, net: revenue.total - expenses.total, source: sourceOf(all) };
}
