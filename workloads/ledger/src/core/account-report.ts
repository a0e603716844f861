/** Reports one account: every line with the balance after it, and its open items by age. */
import { LedgerError } from "../errors.ts";
import type { Account } from "./account.ts";
import {
  addTotals,
  NO_TOTALS,
  onNormalSide,
  signedBalance,
  signedBaseBalance,
  type Totals,
  totalsOfLine,
} from "./balance.ts";
import type { JournalEntry, JournalLine } from "./entry.ts";
import { daysBetween } from "./iso-date.ts";
import { checkRange, type DateRange, entriesUntil, type ReportBooks } from "./report.ts";

/** Positive on the normal side of the account: in its own currency and in the base currency. */
export type StatementBalance = { readonly own: bigint; readonly base: bigint };

export type StatementLine = {
  /** Id of the entry that the line belongs to. */
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

/**
 * Returns the lines of an account ordered by effective date, and within a day by place in the chain. The opening balance
 * counts everything before `from`.
 */
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

/** Returns the statement of every account that has a line up to the last day of the range. */
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

export const AGES = ["0-30", "31-60", "61-90", "90+"] as const;
export type Age = (typeof AGES)[number];
const LAST_DAYS = [30, 60, 90] as const;

/**
 * Lines of an account under one reference that do not add up to zero, such as an invoice and its partial payments.
 * An entry without a reference is an item of its own, together with its reversal.
 */
export type OpenItem = {
  readonly reference: string | null;
  /** The first entry of the item. */
  readonly entryId: string;
  /** Value of the dimension that groups the items. Null if the lines have none. */
  readonly value: string | null;
  /** Effective date of the first line on the open side. */
  readonly since: string;
  readonly days: number;
  readonly age: Age;
  /** Positive on the normal side of the account. */
  readonly own: bigint;
  readonly base: bigint;
};

export type AgingQuestion = {
  readonly account: string;
  readonly asOf: string;
  /** Dimension that groups the items, such as the customer. */
  readonly dimension?: string | undefined;
};

/** Returns the open items of an account, the oldest first. */
export function openItems(
  entries: Iterable<JournalEntry>,
  { account: code, asOf, dimension }: AgingQuestion,
  books: ReportBooks,
): OpenItem[] {
  const account = requireAged(books.chart.require(code));
  const items = new Map<string, Item>();
  const inOrder = entriesUntil(entries, asOf).sort((a, b) => a.chainSeq - b.chainSeq);
  for (const entry of inOrder)
    for (const line of entry.lines.filter((each) => each.account === code)) {
      const value = (dimension === undefined ? undefined : line.dimensions[dimension]) ?? null;
      const key = JSON.stringify([value, entry.reference, entry.reference ?? entry.reversalOf ?? entry.id]);
      const item = items.get(key) ?? { reference: entry.reference, entryId: entry.id, value, ...NOTHING };
      const totals = addTotals(item.totals, totalsOfLine(line, account, books.baseCurrency));
      items.set(key, { ...item, totals, [line.side]: earlier(item[line.side], entry.effectiveDate) });
    }
  return [...items.values()].flatMap((item) => aged(item, account, asOf)).sort(byAge);
}

/** Returns the account if its items can age. Only assets and liabilities do; others throw REPORT_INVALID_PARAMS. */
export function requireAged(account: Account): Account {
  if (account.type === "ASSET" || account.type === "LIABILITY") return account;
  const message = `account ${account.code} is of type ${account.type}: open items are of ASSET and LIABILITY accounts`;
  throw new LedgerError("REPORT_INVALID_PARAMS", message, { account: account.code });
}

export function ageOf(days: number): Age {
  const place = LAST_DAYS.findIndex((last) => days <= last);
  return AGES[place < 0 ? AGES.length - 1 : place] ?? "90+";
}

/** Orders items by day, then by entry id, so that every reader gets the same order. */
export function byAge(a: OpenItem, b: OpenItem): number {
  const [one, other] = [a, b].map(({ since, entryId, value }) => `${since} ${entryId} ${value ?? ""}`);
  return (one ?? "") < (other ?? "") ? -1 : 1;
}

const NOTHING = { totals: NO_TOTALS, D: undefined, C: undefined };

type Item = Pick<OpenItem, "reference" | "entryId" | "value"> & {
  readonly totals: typeof NO_TOTALS;
  /** Effective date of the first line on the debit side; `C` is the same for the credit side. */
  readonly D: string | undefined;
  readonly C: string | undefined;
};

function earlier(known: string | undefined, day: string): string {
  return known !== undefined && known < day ? known : day;
}

function aged({ totals, D, C, ...item }: Item, account: Account, asOf: string): OpenItem[] {
  const open = signedBalance(totals);
  const since = open > 0n ? D : C;
  if (open === 0n || since === undefined) return [];
  const days = daysBetween(since, asOf);
  const amounts = {
    own: onNormalSide(open, account),
    base: onNormalSide(signedBaseBalance(totals), account),
  };
  return [{ ...item, since, days, age: ageOf(days), ...amounts }];
}
