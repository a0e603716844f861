/** Defines what all reports share: the entries they count, the rows of a section, comparisons, and the end of the chain. */
import { LedgerError } from "../errors.ts";
import { type Account, type AccountType, type Chart, normalSide } from "./account.ts";
import { type Balances, NO_TOTALS, onSide, signedBaseBalance } from "./balance.ts";
import type { Books } from "./books.ts";
import type { JournalEntry } from "./entry.ts";
import { requireDate } from "./iso-date.ts";

export type ReportBooks = Pick<Books, "baseCurrency" | "chart" | "fiscalYearStartMonth">;

/** End of the chain that a report was made from. With it, anyone can make the same report again. */
export type ReportSource = { readonly chainSeq: number; readonly hash: string };

export type ReportRow = {
  readonly code: string;
  readonly name: string;
  /** Amount in the base currency, positive on the normal side of the section. Contra accounts are negative. */
  readonly amount: bigint;
};

export type ReportSection = { readonly rows: readonly ReportRow[]; readonly total: bigint };

/** Totals of all accounts up to a day, and the end of the chain they come from. */
export type BalancesAt = {
  readonly asOf: string;
  readonly balances: Balances;
  readonly source: ReportSource | undefined;
};

export type DateRange = { readonly from: string; readonly to: string };

/** Returns the entries of all kinds with an effective date up to that day. */
export function entriesUntil(entries: Iterable<JournalEntry>, asOf: string): JournalEntry[] {
  requireDate(asOf, "asOf");
  return [...entries].filter(({ effectiveDate }) => effectiveDate <= asOf);
}

export function entriesBetween(entries: Iterable<JournalEntry>, { from, to }: DateRange): JournalEntry[] {
  checkRange({ from, to });
  return [...entries].filter(({ effectiveDate }) => from <= effectiveDate && effectiveDate <= to);
}

export function checkRange({ from, to }: DateRange): void {
  requireDate(from, "from");
  requireDate(to, "to");
  if (from > to)
    throw new LedgerError("REPORT_INVALID_PARAMS", `from (${from}) is after to (${to}): exchange them`, { from, to });
}

/** Returns the last place in the chain. Undefined without entries. */
export function sourceOf(entries: Iterable<JournalEntry>): ReportSource | undefined {
  let last: JournalEntry | undefined;
  for (const entry of entries) if (last === undefined || entry.chainSeq > last.chainSeq) last = entry;
  return last && { chainSeq: last.chainSeq, hash: last.hash };
}

/** Returns the accounts of a type that have lines, active or not, ordered by code. */
export function sectionOf(type: AccountType, balances: Balances, chart: Chart): ReportSection {
  const side = normalSide({ type, isContra: false });
  const rows = chart.accounts
    .filter((account) => account.type === type && balances.has(account.code))
    .map((account) => rowOf(account, onSide(signedBaseBalance(balances.get(account.code) ?? NO_TOTALS), side)));
  return { rows, total: rows.reduce((sum, { amount }) => sum + amount, 0n) };
}

function rowOf({ code, name }: Account, amount: bigint): ReportRow {
  return { code, name, amount };
}

export type ComparedRow = {
  readonly code: string;
  readonly name: string;
  /** One amount per section, in their order. 0 where the account has no line. */
  readonly amounts: readonly bigint[];
  /** Last amount minus the first. */
  readonly change: bigint;
};

export type ComparedSection = {
  readonly rows: readonly ComparedRow[];
  readonly totals: readonly bigint[];
  readonly change: bigint;
};

/** @example compareSections([incomeStatement(…2025…).revenue, incomeStatement(…2026…).revenue]) */
export function compareSections(sections: readonly ReportSection[]): ComparedSection {
  const names = new Map(sections.flatMap(({ rows }) => rows.map(({ code, name }) => [code, name] as const)));
  const columns = sections.map(({ rows }) => new Map(rows.map(({ code, amount }) => [code, amount])));
  const rows = [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, name]) => {
      const amounts = columns.map((column) => column.get(code) ?? 0n);
      return { code, name, amounts, change: changeOf(amounts) };
    });
  const totals = sections.map(({ total }) => total);
  return { rows, totals, change: changeOf(totals) };
}

function changeOf(amounts: readonly bigint[]): bigint {
  return (amounts.at(-1) ?? 0n) - (amounts[0] ?? 0n);
}
