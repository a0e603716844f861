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
  const { tenant, ledger } = head;
  const numbering = createNumbering(head.nextNumbers);
  let { chainSeq, hash } = head;
  const appended = entries.map((entry) => {
    // Another form would not come back from a column as it was hashed.
    assert.match(entry.createdAt, TIMESTAMP);
    const previousHash = hash;
    chainSeq += 1;
    const number = numbering.take(entry.fiscalYear);
    const placed = { ...entry, tenant, ledger, chainSeq, number, previousHash };
    hash = entryHash(previousHash, placed);
    return Object.assign(placed, { hash });
  });
  return { entries: appended, head: { tenant, ledger, chainSeq, hash, nextNumbers: numbering.next } };
}
