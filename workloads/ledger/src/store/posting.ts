/** Posts checked entries in the transaction of the caller, which holds the lock of the tenant: the only way into the journal. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { appendEvent, keyConflict, RotaError, type Transaction, type UsedKey } from "@rota/engine";
import { announceEntries } from "../compat/domain-events.ts";
import { addEntries } from "../core/balance.ts";
import { asOf, type TenantBooks } from "../core/books.ts";
import { businessHash, emptyLedger, type LedgerHead, placeEntries } from "../core/chain.ts";
import type { CheckedEntry, JournalEntry, JournalLine } from "../core/entry.ts";
import { formatRate, RATE_ONE } from "../core/rate.ts";
import { type BooksName, booksOfVersion, noBooks } from "./books-store.ts";
import { beginPostingRow, type PostedColumns, postEntryRows, type PostingRow, type TakenKey } from "./entry.sql.ts";

export type PostingWish = BooksName & {
  /** Of the entries to post: those that are used up are told. */
  readonly eventIds: readonly string[];
  /** Whether what is posted are drafts, which have used up their event ids. Default false. */
  readonly isOfDrafts?: boolean | undefined;
};

/** Until the transaction ends, nobody else posts for the tenant, and its books stay as they are. */
export type Posting = {
  /** As they stand now; `today` is the last day that an entry may have. */
  readonly books: TenantBooks;
  /** Event ids that are used up, by id. */
  readonly taken: ReadonlyMap<string, TakenKey>;
  /** When the entries of this posting are created, by the clock of the database. */
  readonly at: Date;
  /** Where the chain stands, with what was posted here. */
  head(): LedgerHead;
  /** Writes entries, lines, balances, numbers, chain and events. To be called with entries checked against `books`. */
  post(entries: readonly CheckedEntry[]): Promise<readonly JournalEntry[]>;
};

/**
 * Refuses a tenant without books with TENANT_NOT_FOUND.
 *
 * @example
 * await database.transaction(async (tx) => {
 *   const posting = await beginPosting(tx, { tenant: "acme", eventIds: [draft.eventId] });
 *   const [entry] = await posting.post([checkDraft(draft, posting.books)]);
 * });
 */
export async function beginPosting(tx: Transaction, wish: PostingWish): Promise<Posting> {
  const { tenant, ledger, eventIds, isOfDrafts = false } = wish;
  const [row] = await tx.query(beginPostingRow({ tenant, ledger, eventIds }));
  if (row === undefined) throw noBooks({ tenant, ledger });
  const books = await booksOfVersion(tx, { tenant, ledger }, row.books_version);
  if (!books.isActive) throw inactive(tenant);
  const taken = new Map((row.taken ?? []).map((key) => [key.eventId, key]));
  const { at } = row;
  let head = headOf(row, tenant);
  return {
    books: asOf(books, at),
    taken,
    at,
    head: () => head,
    async post(checked) {
      if (checked.length === 0) return [];
      for (const { eventId } of checked) {
        const key = taken.get(eventId);
        if (key !== undefined && !(isOfDrafts && key.outcome === "DRAFT")) throw keyConflict(usedEventId(key));
      }
      const before = head;
      const createdAt = at.toISOString();
      const { entries, head: after } = placeEntries(before, checked, (entry) => {
        return { id: newEntryId(at), createdAt, payloadHash: entry.payloadHash ?? hashOf(entry) };
      });
      const [written] = await tx.query(postEntryRows(entryColumns({ entries, before, after, books, at })));
      assert(written?.is_posted === true, "whoever holds the tenant's row knows where its chain stands");
      await appendEvent(tx, announceEntries(entries, before, after));
      head = after;
      return entries;
    },
  };
}

function headOf(row: PostingRow, tenant: string): LedgerHead {
  const numbers = (row.fiscal_years ?? []).map((year, index) => [year, Number(row.next_values?.[index] ?? 1)] as const);
  const empty = emptyLedger(tenant, row.ledger_code);
  return {
    ...empty,
    chainSeq: Number(row.next_chain_seq) - 1,
    hash: row.last_hash === null ? empty.hash : Buffer.from(row.last_hash).toString("hex"),
    nextNumbers: new Map(numbers),
  };
}

/** By which a repetition is known, where the caller does not say what was asked for. */
function hashOf({ kind, reversalOf, correctionOf, effectiveDate, currency, lines }: CheckedEntry): string {
  return businessHash({ kind, reversalOf, correctionOf, effectiveDate, currency, lines });
}

function inactive(tenant: string): RotaError {
  const message = `tenant ${JSON.stringify(tenant)} is not active: activate it before anything is posted`;
  return new RotaError("TENANT_NOT_FOUND", message, { tenant });
}

/** The event id of a request as a key that is in use. */
export function usedEventId({ eventId, journalEntryId, outcome }: TakenKey): UsedKey {
  const holder = journalEntryId === null ? `a ${outcome.toLowerCase()}` : `entry ${journalEntryId}`;
  return { name: `event id ${JSON.stringify(eventId)}`, holder, details: { eventId, journalEntryId } };
}

type EntriesToWrite = {
  readonly entries: readonly JournalEntry[];
  /** Where the chain stood before them, and where it stands then. */
  readonly before: LedgerHead;
  readonly after: LedgerHead;
  readonly books: TenantBooks;
  readonly at: Date;
};

/** Turns entries into the columns that one statement writes. Pure. */
function entryColumns({ entries, before, after, books, at }: EntriesToWrite): PostedColumns {
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

/** Creates a UUID of version 7: it begins with the time, so that the index of entry ids grows at its end. */
function newEntryId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
