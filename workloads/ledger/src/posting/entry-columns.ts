/** Turns entries into the columns that one statement writes. Pure. */
import { addEntries } from "../accounts/balances.ts";
import type { TenantBooks } from "../books/tenant-books.ts";
import type { LedgerHead } from "../chain/append-entries.ts";
import type { JournalEntry, JournalLine } from "../journal/entry.ts";
import { formatRate, RATE_ONE } from "../money/rate.ts";
import type { PostedColumns } from "./posting.sql.ts";

export type EntriesToWrite = {
  readonly entries: readonly JournalEntry[];
  /** Where the chain stood before them, and where it stands then. */
  readonly before: LedgerHead;
  readonly after: LedgerHead;
  readonly books: TenantBooks;
  readonly at: Date;
};

export function entryColumns({ entries, before, after, books, at }: EntriesToWrite): PostedColumns {
  return {
    tenant: books.tenant,
    ledgerId: books.ledgerId,
    nextSeq: before.chainSeq + 1,
    previousHash: Buffer.from(before.hash, "hex"),
    at,
    baseCurrency: books.baseCurrency,
    ...columnsOfEntries(entries),
    ...columnsOfLines(entries, books),
    ...columnsOfAccounts(entries, books),
    ...columnsOfYears(before, after),
  };
}

function columnsOfEntries(entries: readonly JournalEntry[]) {
  return {
    ids: entries.map(({ id }) => id),
    eventIds: entries.map(({ eventId }) => eventId),
    statuses: filled(entries, ({ kind }) => kind),
    posted: filled(entries, ({ postedDate }) => postedDate),
    effective: filled(entries, ({ effectiveDate }) => effectiveDate),
    transacted: column(entries, (entry) => (entry.transactionDate === entry.postedDate ? null : entry.transactionDate)),
    years: filled(entries, ({ fiscalYear }) => fiscalYear),
    numbers: numbersOf(entries),
    currencies: filled(entries, ({ currency }) => currency),
    rates: column(entries, ({ rate }) => (rate === RATE_ONE ? null : formatRate(rate))),
    descriptions: column(entries, ({ description }) => description),
    references: column(entries, ({ reference }) => reference),
    sources: column(entries, ({ source }) => source),
    payloadHashes: Buffer.from(entries.map(({ payloadHash }) => payloadHash).join(""), "hex"),
    ruleIds: column(entries, ({ ruleId }) => ruleId),
    ruleVersions: column(entries, ({ ruleVersion }) => ruleVersion),
    reversalOf: column(entries, ({ reversalOf }) => reversalOf),
    correctionOf: column(entries, ({ correctionOf }) => correctionOf),
    autoReverse: column(entries, ({ autoReverse }) => (autoReverse ? true : null)),
    createdBy: filled(entries, ({ createdBy }) => createdBy),
    approvedBy: column(entries, ({ approvedBy }) => approvedBy),
    hashes: Buffer.from(entries.map(({ hash }) => hash).join(""), "hex"),
  };
}

function columnsOfLines(entries: readonly JournalEntry[], books: TenantBooks) {
  const lines = entries.flatMap((entry, index) => entry.lines.map((line) => ({ nth: index + 1, line })));
  return {
    lineNths: lines.map(({ nth }) => nth),
    lineNos: lines.map(({ line }) => line.n),
    lineAccounts: lines.map(({ line }) => books.accountId(line.account)),
    lineCredits: lines.map(({ line }) => line.side === "C"),
    lineCurrencies: filled(lines, ({ line }) => line.currency),
    lineAmounts: lines.map(({ line }) => line.amount),
    lineBaseAmounts: baseAmounts(lines.map(({ line }) => line)),
    lineDimensions: column(lines, ({ line }) => dimensionsText(line.dimensions)),
  };
}

function dimensionsText(dimensions: Readonly<Record<string, string>>): string | null {
  for (const _name in dimensions) return JSON.stringify(dimensions);
  return null;
}

/** One row for each account that is touched, in the order of their ids, however many lines touch it. */
function columnsOfAccounts(entries: readonly JournalEntry[], books: TenantBooks) {
  const lastSeqs = new Map<string, number>();
  for (const { chainSeq, lines } of entries) for (const { account } of lines) lastSeqs.set(account, chainSeq);
  const sums = [...addEntries(new Map(), entries, books.chart)]
    .map(([code, totals]) => ({ id: books.accountId(code), seq: lastSeqs.get(code) ?? 0, totals }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    accountIds: sums.map(({ id }) => id),
    debits: sums.map(({ totals }) => totals.debit),
    credits: sums.map(({ totals }) => totals.credit),
    baseDebits: sums.map(({ totals }) => totals.baseDebit),
    baseCredits: sums.map(({ totals }) => totals.baseCredit),
    accountSeqs: sums.map(({ seq }) => seq),
  };
}

function columnsOfYears(before: LedgerHead, after: LedgerHead) {
  const changed = [...after.nextNumbers].filter(([year, next]) => before.nextNumbers.get(year) !== next);
  return { numberedYears: changed.map(([year]) => year), nextValues: changed.map(([, next]) => next) };
}

/** Base amounts where one differs from its amount: those of most entries do not. */
function baseAmounts(lines: readonly JournalLine[]): (bigint | null)[] {
  if (lines.every(({ amount, baseAmount }) => amount === baseAmount)) return [];
  return lines.map(({ baseAmount }) => baseAmount);
}

/** In one fiscal year they follow each other: the first says all. */
function numbersOf(entries: readonly JournalEntry[]): number[] {
  const [first] = entries;
  const isOneYear = entries.every(({ fiscalYear }) => fiscalYear === first?.fiscalYear);
  return (isOneYear ? entries.slice(0, 1) : entries).map(({ number }) => number);
}

/** Empty when all are null, one value when all are the same. */
function column<Row, Value>(rows: readonly Row[], valueOf: (row: Row) => Value | null): (Value | null)[] {
  const values = filled(rows, valueOf);
  return values.length === 1 && values[0] === null ? [] : values;
}

/** One value when all are the same. */
function filled<Row, Value>(rows: readonly Row[], valueOf: (row: Row) => Value): Value[] {
  const values = rows.map(valueOf);
  const [first] = values;
  return values.every((value) => value === first) ? values.slice(0, 1) : values;
}
