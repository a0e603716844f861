/** Turns entries into the columns that one statement writes. Pure. */
import { addEntries } from "../accounts/balances.ts";
import type { TenantBooks } from "../books/tenant-books.ts";
import type { LedgerHead } from "../chain/append-entries.ts";
import type { JournalEntry } from "../journal/entry.ts";
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
    statuses: entries.map(({ kind }) => kind),
    posted: entries.map(({ postedDate }) => postedDate),
    effective: entries.map(({ effectiveDate }) => effectiveDate),
    transacted: column(entries, (entry) => (entry.transactionDate === entry.postedDate ? null : entry.transactionDate)),
    years: entries.map(({ fiscalYear }) => fiscalYear),
    numbers: entries.map(({ number }) => number),
    currencies: entries.map(({ currency }) => currency),
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
    createdBy: entries.map(({ createdBy }) => createdBy),
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
    lineCurrencies: lines.map(({ line }) => line.currency),
    lineAmounts: lines.map(({ line }) => line.amount),
    lineBaseAmounts: column(lines, ({ line }) => (line.baseAmount === line.amount ? null : line.baseAmount)),
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

/** Empty when nothing is in it. */
function column<Row, Value>(rows: readonly Row[], valueOf: (row: Row) => Value | null): (Value | null)[] {
  const values = rows.map(valueOf);
  return values.every((value) => value === null) ? [] : values;
}
