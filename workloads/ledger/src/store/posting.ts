/** Posts checked entries in the transaction of the caller, which locks the tenant. Nothing else writes to the journal. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { appendEvent, RotaError, type Transaction } from "@rota/engine";
import { keyConflict, type UsedKey } from "@rota/engine/workload";
import { announceEntries } from "../compat/domain-events.ts";
import { addEntries } from "../core/balance.ts";
import { asOf, type TenantBooks } from "../core/books.ts";
import { businessHash, emptyLedger, type LedgerHead, placeEntries } from "../core/chain.ts";
import type { CheckedEntry, JournalEntry, JournalLine } from "../core/entry.ts";
import { formatRate, RATE_ONE } from "../core/rate.ts";
import { type BooksName, booksOfVersion, noBooks } from "./books-store.ts";
import { beginPostingRow, type PostedColumns, postEntryRows, type PostingRow, type TakenKey } from "./entry.sql.ts";

export type PostingRequest = BooksName & {
  /** Event ids of the entries to post. `taken` lists those that are already used. */
  readonly eventIds: readonly string[];
  /** Whether the entries are drafts, which have used their event ids. Defaults to false. */
  readonly isOfDrafts?: boolean | undefined;
};

/** Until the transaction ends, no other one posts for the tenant, and its books do not change. */
export type Posting = {
  /** Current books. `today` is the last date that an entry may have. */
  readonly books: TenantBooks;
  /** Used event ids, by id. */
  readonly taken: ReadonlyMap<string, TakenKey>;
  /** Creation time of the entries of this posting, by the clock of the database. */
  readonly at: Date;
  /** Returns the end of the chain, including the entries of this posting. */
  head(): LedgerHead;
  /** Writes entries, lines, balances, numbers, chain and events. The entries must have been checked against `books`. */
  post(entries: readonly CheckedEntry[]): Promise<readonly JournalEntry[]>;
};

/**
 * Locks a tenant for posting. Throws TENANT_NOT_FOUND for a tenant without books.
 *
 * @example
 * await database.transaction(async (tx) => {
 *   const posting = await beginPosting(tx, { tenant: "acme", eventIds: [draft.eventId] });
 *   const [entry] = await posting.post([checkDraft(draft, posting.books)]);
 * });
 */
export async function beginPosting(tx: Transaction, request: PostingRequest): Promise<Posting> {
  const { tenant, ledger, eventIds, isOfDrafts = false } = request;
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

/** Returns the hash that identifies a repetition, for entries without the hash of a command. */
function hashOf({ kind, reversalOf, correctionOf, effectiveDate, currency, lines }: CheckedEntry): string {
  return businessHash({ kind, reversalOf, correctionOf, effectiveDate, currency, lines });
}

function inactive(tenant: string): RotaError {
  const message = `tenant ${JSON.stringify(tenant)} is not active: activate it before anything is posted`;
  return new RotaError("TENANT_NOT_FOUND", message, { tenant });
}

/** Describes a used event id as a used key. */
export function usedEventId({ eventId, journalEntryId, outcome }: TakenKey): UsedKey {
  const holder = journalEntryId === null ? `a ${outcome.toLowerCase()}` : `entry ${journalEntryId}`;
  return { name: `event id ${JSON.stringify(eventId)}`, holder, details: { eventId, journalEntryId } };
}

type EntriesToWrite = {
  readonly entries: readonly JournalEntry[];
  /** End of the chain before the entries. `after` is the end with them. */
  readonly before: LedgerHead;
  readonly after: LedgerHead;
  readonly books: TenantBooks;
  readonly at: Date;
};

/** Converts entries to the columns that one statement writes. Pure. */
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

/** Returns one row per account that has lines, ordered by account id. */
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

/** Returns base amounts only if one differs from its amount, which is rare. */
function baseAmounts(lines: readonly JournalLine[]): (bigint | null)[] {
  if (lines.every(({ amount, baseAmount }) => amount === baseAmount)) return [];
  return lines.map(({ baseAmount }) => baseAmount);
}

/** Returns the numbers. Within one fiscal year they are consecutive, so the first is enough. */
function numbersOf(entries: readonly JournalEntry[]): number[] {
  const [first] = entries;
  const isOneYear = entries.every(({ fiscalYear }) => fiscalYear === first?.fiscalYear);
  return (isOneYear ? entries.slice(0, 1) : entries).map(({ number }) => number);
}

/** Returns a column: empty if all values are null, one value if all are the same. */
function column<Row, Value>(rows: readonly Row[], valueOf: (row: Row) => Value | null): (Value | null)[] {
  const values = filled(rows, valueOf);
  return values.length === 1 && values[0] === null ? [] : values;
}

/** Returns a column without nulls: one value if all are the same. */
function filled<Row, Value>(rows: readonly Row[], valueOf: (row: Row) => Value): Value[] {
  const values = rows.map(valueOf);
  const [first] = values;
  return values.every((value) => value === first) ? values.slice(0, 1) : values;
}

/** Creates a UUID of version 7. It starts with the time, so the index of entry ids grows at its end. */
function newEntryId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
