/** The only way into the journal: takes a tenant's turn in the caller's transaction, then posts entries that were checked against its books. */
import assert from "node:assert/strict";
import { appendEvent, RotaError, type Transaction } from "@rota/engine";
import { asOf, type TenantBooks } from "../books/tenant-books.ts";
import { booksOfVersion } from "../books/books-cache.ts";
import { noBooks, type BooksName } from "../books/read-books.ts";
import { emptyLedger, placeEntries, type LedgerHead } from "../chain/append-entries.ts";
import { businessHash } from "../chain/business-hash.ts";
import type { CheckedEntry, JournalEntry } from "../journal/entry.ts";
import { announceEntries } from "./announce-entries.ts";
import { entryColumns } from "./entry-columns.ts";
import { newEntryId } from "./entry-id.ts";
import { beginPostingRow, postEntryRows, type PostingRow, type TakenKey } from "./posting.sql.ts";

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
        if (key !== undefined && !(isOfDrafts && key.outcome === "DRAFT")) throw idTaken(key);
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

/** The refusal of an event id that is used up. */
export function idTaken({ eventId, journalEntryId, outcome }: TakenKey): RotaError {
  const holder = journalEntryId === null ? `a ${outcome.toLowerCase()}` : `entry ${journalEntryId}`;
  const message = `event id ${JSON.stringify(eventId)} is used up by ${holder}: give another id`;
  return new RotaError("DUPLICATE_IDEMPOTENCY_KEY", message, { eventId, journalEntryId });
}
