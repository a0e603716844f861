/** Every line of an account over a range of days, with the balance before, after each line, and at the end. */
import { type Account } from "../accounts/account.ts";
import { addTotals, NO_TOTALS, onNormalSide, type Totals, totalsOfLine } from "../accounts/totals.ts";
import { signedBalance, signedBaseBalance } from "../accounts/totals.ts";
import type { JournalEntry, JournalLine } from "../journal/entry.ts";
import { checkRange, type DateRange, type ReportBooks } from "./report.ts";

/** Positive on the normal side of the account: in its own currency and in the base currency. */
export type StatementBalance = { readonly own: bigint; readonly base: bigint };

export type StatementLine = {
  /** The way to the entry and to the event it came from. */
  readonly entryId: string;
  readonly eventId: string;
  readonly fiscalYear: number;
  readonly number: number;
  readonly chainSeq: number;
  readonly effectiveDate: string;
  readonly description: string | null;
  readonly line: JournalLine;
  readonly balance: StatementBalance;
};

export type AccountStatement = DateRange & {
  readonly account: Account;
  readonly opening: StatementBalance;
  readonly lines: readonly StatementLine[];
  readonly closing: StatementBalance;
};

export type StatementQuestion = DateRange & { readonly account: string };

/** In the order of effective dates, within a day in the order of the chain. The opening is all before `from`. */
export function accountStatement(
  entries: Iterable<JournalEntry>,
  { account: code, from, to }: StatementQuestion,
  books: ReportBooks,
): AccountStatement {
  checkRange({ from, to });
  const account = books.chart.require(code);
  let totals: Totals = NO_TOTALS;
  const add = (line: JournalLine) => {
    totals = addTotals(totals, totalsOfLine(line, account, books.baseCurrency));
    return balanceOf(totals, account);
  };

  const counted = inOrder(entries).filter(({ effectiveDate }) => effectiveDate <= to);
  const before = counted.filter(({ effectiveDate }) => effectiveDate < from);
  for (const entry of before) for (const line of linesOf(entry, code)) add(line);
  const opening = balanceOf(totals, account);
  const lines = counted
    .slice(before.length)
    .flatMap((entry) => linesOf(entry, code).map((line) => lineOf(entry, line, add(line))));
  return { account, from, to, opening, lines, closing: balanceOf(totals, account) };
}

/** The statements of all accounts that have lines up to the last day. */
export function generalLedger(
  entries: Iterable<JournalEntry>,
  range: DateRange,
  books: ReportBooks,
): AccountStatement[] {
  const byAccount = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    if (entry.effectiveDate > range.to) continue;
    for (const code of new Set(entry.lines.map(({ account }) => account))) listOf(byAccount, code).push(entry);
  }
  return books.chart.accounts.flatMap(({ code }) => {
    const own = byAccount.get(code);
    return own === undefined ? [] : [accountStatement(own, { ...range, account: code }, books)];
  });
}

function inOrder(entries: Iterable<JournalEntry>): JournalEntry[] {
  return [...entries].sort((a, b) =>
    a.effectiveDate === b.effectiveDate ? a.chainSeq - b.chainSeq : a.effectiveDate < b.effectiveDate ? -1 : 1,
  );
}

function linesOf({ lines }: JournalEntry, code: string): JournalLine[] {
  return lines.filter(({ account }) => account === code);
}

function lineOf(entry: JournalEntry, line: JournalLine, balance: StatementBalance): StatementLine {
  const { id: entryId, eventId, fiscalYear, number, chainSeq, effectiveDate, description } = entry;
  return { entryId, eventId, fiscalYear, number, chainSeq, effectiveDate, description, line, balance };
}

function balanceOf(totals: Totals, account: Account): StatementBalance {
  return {
    own: onNormalSide(signedBalance(totals), account),
    base: onNormalSide(signedBaseBalance(totals), account),
  };
}

function listOf(lists: Map<string, JournalEntry[]>, code: string): JournalEntry[] {
  const list = lists.get(code) ?? [];
  lists.set(code, list);
  return list;
}
