/** Gives checked entries their numbers, their places in the chain and their hashes, in their order. */
import assert from "node:assert/strict";
import type { CheckedEntry, JournalEntry } from "../journal/entry.ts";
import { createNumbering, type NextNumbers } from "../journal/number.ts";
import { entryHash, genesisHash } from "./entry-hash.ts";

/** Where a ledger stands: what the next entry follows. */
export type LedgerHead = {
  readonly tenant: string;
  readonly ledger: string;
  /** The place of the last entry; 0 before the first. */
  readonly chainSeq: number;
  readonly hash: string;
  readonly nextNumbers: NextNumbers;
};

export type EntryToAppend = CheckedEntry & {
  readonly id: string;
  /** UTC with exactly three decimals; from the database of whoever stores the entry. */
  readonly createdAt: string;
};

export type Appended = { readonly entries: readonly JournalEntry[]; readonly head: LedgerHead };

export function emptyLedger(tenant: string, ledger: string): LedgerHead {
  return { tenant, ledger, chainSeq: 0, hash: genesisHash(tenant, ledger), nextNumbers: new Map() };
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Pure: nothing is used up until the caller stores the entries together with the new head. */
export function appendEntries(head: LedgerHead, entries: readonly EntryToAppend[]): Appended {
  return placeEntries(head, entries, ({ id, createdAt, payloadHash }) => ({ id, createdAt, payloadHash }));
}

export type EntryNames = Pick<EntryToAppend, "id" | "createdAt" | "payloadHash">;

/** The same for entries that get their names now: each is copied once, which is most of what this costs. */
export function placeEntries<Checked extends CheckedEntry>(
  head: LedgerHead,
  entries: readonly Checked[],
  nameOf: (entry: Checked) => EntryNames,
): Appended {
  const { tenant, ledger } = head;
  const numbering = createNumbering(head.nextNumbers);
  let { chainSeq, hash } = head;
  const appended = entries.map((entry) => {
    const { id, createdAt, payloadHash } = nameOf(entry);
    // Another form would not come back from a column as it was hashed.
    if (!TIMESTAMP.test(createdAt)) assert.match(createdAt, TIMESTAMP);
    const previousHash = hash;
    chainSeq += 1;
    const number = numbering.take(entry.fiscalYear);
    const named = { id, createdAt, payloadHash, tenant, ledger, chainSeq, number, previousHash, hash: "" };
    const placed = withNames(entry, named);
    hash = placed.hash = entryHash(previousHash, placed);
    return placed;
  });
  return { entries: appended, head: { tenant, ledger, chainSeq, hash, nextNumbers: numbering.next } };
}

/** Member by member: to spread so many takes longer than to hash them. */
function withNames(
  entry: CheckedEntry,
  named: Omit<JournalEntry, keyof CheckedEntry> & Pick<EntryNames, "payloadHash">,
) {
  return {
    kind: entry.kind,
    eventId: entry.eventId,
    source: entry.source,
    payloadHash: named.payloadHash,
    ruleId: entry.ruleId,
    ruleVersion: entry.ruleVersion,
    reversalOf: entry.reversalOf,
    correctionOf: entry.correctionOf,
    postedDate: entry.postedDate,
    effectiveDate: entry.effectiveDate,
    transactionDate: entry.transactionDate,
    fiscalYear: entry.fiscalYear,
    currency: entry.currency,
    baseCurrency: entry.baseCurrency,
    rate: entry.rate,
    description: entry.description,
    reference: entry.reference,
    autoReverse: entry.autoReverse,
    createdBy: entry.createdBy,
    approvedBy: entry.approvedBy,
    lines: entry.lines,
    id: named.id,
    tenant: named.tenant,
    ledger: named.ledger,
    chainSeq: named.chainSeq,
    number: named.number,
    createdAt: named.createdAt,
    previousHash: named.previousHash,
    hash: named.hash,
  };
}
