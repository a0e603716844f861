/**
 * A hash chain: the hash of each entry covers the one before it, so no entry can be changed, removed, added or moved
 * without changing the hashes of all that follow. Pure.
 */
import { payloadHash } from "./digest.ts";

/** An entry of a chain: numbered from 1 without gaps; its owner defines all other members. */
export type ChainEntry = Readonly<Record<string, unknown>> & { readonly number: number };

/** An entry as stored, with the hashes that were stored beside it. */
export type ChainLink = {
  readonly entry: ChainEntry;
  /** Hash of the previous entry; null for the first. */
  readonly previousHash: string | null;
  readonly hash: string;
};

/** The number and hash of a last entry. Kept elsewhere, it shows later whether the chain was cut off or rewritten. */
export type ChainHead = { readonly number: number; readonly hash: string };

/** The first error in a chain, at the number of an entry. */
export type ChainDifference =
  /** The entry, or a hash stored with it, differs from the one that was hashed. */
  | { readonly kind: "CHANGED"; readonly number: number; readonly expected: string; readonly found: string }
  /** The entry is intact but does not follow the previous one: one of the two was replaced. */
  | { readonly kind: "UNLINKED"; readonly number: number; readonly expected: string; readonly found: string }
  | { readonly kind: "MISSING"; readonly number: number }
  /** The entry is at the place of `expected`, which comes elsewhere. */
  | { readonly kind: "OUT_OF_ORDER"; readonly number: number; readonly expected: number }
  /** The chain ends after entry `last`, before a known head. */
  | { readonly kind: "CUT_OFF"; readonly number: number; readonly last: number }
  /** The chain is intact but does not contain a known head: it was rewritten. */
  | { readonly kind: "REWRITTEN"; readonly number: number; readonly expected: string; readonly found: string };

export type ChainStart = {
  /** Verified entry to resume after. Default: start at the first entry. */
  readonly after?: ChainHead | undefined;
  /** Known heads: the chain must contain each of them. */
  readonly heads?: readonly ChainHead[] | undefined;
  /** Function that computes the hash of an entry. Default: chainHash. */
  readonly hashOf?: ((previousHash: string | null, entry: ChainEntry) => string) | undefined;
};

/** Checks a chain entry by entry, in order, and keeps only the last one. */
export type ChainCheck = {
  /** The last entry that was verified; undefined before the first. */
  readonly last: ChainHead | undefined;
  add(link: ChainLink): ChainDifference | undefined;
  /** Call it after the last entry. */
  end(): ChainDifference | undefined;
};

/** Member under which the hash of the previous entry is included in a hash. */
const LINK = "previous_hash";

/**
 * Returns the SHA-256 of the canonical form of the entry with the member `previous_hash`: 64 hexadecimal digits.
 *
 * @example chainHash(null, { number: 1, state: "opened" })
 */
export function chainHash(previous: string | null, entry: ChainEntry): string {
  if (Object.hasOwn(entry, LINK)) throw new TypeError(`an entry of a chain must not have a member ${LINK}`);
  return payloadHash({ ...entry, [LINK]: previous });
}

/**
 * Returns the first difference, or undefined. With `heads` it also detects a missing end, which nothing else can show.
 */
export function verifyChain(links: Iterable<ChainLink>, start: ChainStart = {}): ChainDifference | undefined {
  const check = createChainCheck(start);
  const rest = links[Symbol.iterator]();
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    const difference = check.add(next.value);
    if (difference?.kind === "MISSING") return findLater(difference, next.value.entry.number, rest);
    if (difference !== undefined) return difference;
  }
  return check.end();
}

/** Reports a missing entry that comes later as out of order. */
function findLater(missing: ChainDifference, found: number, rest: Iterator<ChainLink>): ChainDifference {
  for (let next = rest.next(); next.done !== true; next = rest.next())
    if (next.value.entry.number === missing.number)
      return { kind: "OUT_OF_ORDER", number: found, expected: missing.number };
  return missing;
}

export function createChainCheck({ after, heads = [], hashOf = chainHash }: ChainStart = {}): ChainCheck {
  let last = after;
  return {
    get last() {
      return last;
    },
    add(link) {
      const found = { number: link.entry.number, hash: link.hash };
      const difference = compare(last, link, hashOf) ?? compareHeads(heads, found);
      if (difference === undefined) last = found;
      return difference;
    },
    end() {
      const lastNumber = last?.number ?? 0;
      const number = heads.reduce((largest, head) => Math.max(largest, head.number), 0);
      return number <= lastNumber ? undefined : { kind: "CUT_OFF", number, last: lastNumber };
    },
  };
}

function compare(
  last: ChainHead | undefined,
  link: ChainLink,
  hashOf: (previousHash: string | null, entry: ChainEntry) => string,
): ChainDifference | undefined {
  const { number } = link.entry;
  const expectedNumber = (last?.number ?? 0) + 1;
  if (number > expectedNumber) return { kind: "MISSING", number: expectedNumber };
  if (number !== expectedNumber) return { kind: "OUT_OF_ORDER", number, expected: expectedNumber };

  const hash = hashOf(link.previousHash, link.entry);
  if (hash !== link.hash) return { kind: "CHANGED", number, expected: link.hash, found: hash };
  const previousHash = last?.hash ?? null;
  if (link.previousHash === previousHash) return undefined;
  return { kind: "UNLINKED", number, expected: previousHash ?? "none", found: link.previousHash ?? "none" };
}

function compareHeads(heads: readonly ChainHead[], { number, hash }: ChainHead): ChainDifference | undefined {
  const other = heads.find((head) => head.number === number && head.hash !== hash);
  return other === undefined ? undefined : { kind: "REWRITTEN", number, expected: other.hash, found: hash };
}
