/** What all reports share: which entries they count, the rows of a section, and what they were made from. */
import type { Account, AccountType } from "../accounts/account.ts";
import type { Balances } from "../accounts/balances.ts";
import type { Chart } from "../accounts/chart.ts";
import { NO_TOTALS, onSide, signedBaseBalance } from "../accounts/totals.ts";
import { normalSide } from "../accounts/account.ts";
import type { Books } from "../journal/books.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { requireDate } from "../periods/iso-date.ts";
import { RotaError } from "@rota/engine/errors";

export type ReportBooks = Pick<Books, "baseCurrency" | "chart" | "fiscalYearStartMonth">;

/** The end of the chain that a report was made from: with it, anybody can make the same report again. */
export type ReportSource = { readonly chainSeq: number; readonly hash: string };

export type ReportRow = {
  readonly code: string;
  readonly name: string;
  /** In the base currency, positive on the normal side of the section; contra accounts come out negative. */
  readonly amount: bigint;
};

export type ReportSection = { readonly rows: readonly ReportRow[]; readonly total: bigint };

/** The totals of all accounts up to a day, and what they were added up from. */
export type BalancesAt = {
  readonly asOf: string;
  readonly balances: Balances;
  readonly source: ReportSource | undefined;
};

export type DateRange = { readonly from: string; readonly to: string };

/** Entries with an effective date of that day or before; all kinds. */
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
    throw new RotaError("REPORT_INVALID_PARAMS", `from (${from}) is after to (${to}): exchange them`, { from, to });
}

/** The last of the entries in the chain; undefined without entries. */
export function sourceOf(entries: Iterable<JournalEntry>): ReportSource | undefined {
  let last: JournalEntry | undefined;
  for (const entry of entries) if (last === undefined || entry.chainSeq > last.chainSeq) last = entry;
  return last && { chainSeq: last.chainSeq, hash: last.hash };
}

/** Accounts of a type that have lines, active or not, in the order of their codes. */
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
