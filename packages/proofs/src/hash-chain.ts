/**
 * A hash chain: the hash of each entry covers the one before it, so no entry can be changed, removed, added or moved
 * without changing the hashes of all that follow. Pure.
 */
import { payloadHash } from "./digest.ts";

/** What is chained: numbered from 1 without gaps; everything else it holds is up to its owner. */
export type ChainEntry = Readonly<Record<string, unknown>> & { readonly number: number };

/** An entry as it was stored, with the hashes that were stored beside it. */
export type ChainLink = {
  readonly entry: ChainEntry;
  /** Of the entry before it; null for the first. */
  readonly previousHash: string | null;
  readonly hash: string;
};

/** The little that is kept elsewhere to find out later whether the chain was cut off or written anew. */
export type ChainHead = { readonly number: number; readonly hash: string };

/** The first thing that is wrong with a chain, at the number of an entry. */
export type ChainDifference =
  /** The entry, or a hash stored with it, is not what was hashed. */
  | { readonly kind: "CHANGED"; readonly number: number; readonly expected: string; readonly found: string }
  /** The entry is whole in itself and does not follow the one before it: one of the two was put in place of another. */
  | { readonly kind: "UNLINKED"; readonly number: number; readonly expected: string; readonly found: string }
  | { readonly kind: "MISSING"; readonly number: number }
  /** The entry stands where `expected` should; that one comes elsewhere. */
  | { readonly kind: "OUT_OF_ORDER"; readonly number: number; readonly expected: number }
  /** The chain ends after entry `last`, before a head that was kept. */
  | { readonly kind: "CUT_OFF"; readonly number: number; readonly last: number }
  /** The chain is whole in itself and another one than a head that was kept is of: it was written anew. */
  | { readonly kind: "REWRITTEN"; readonly number: number; readonly expected: string; readonly found: string };

export type ChainStart = {
  /** Where to go on: an entry that was found right before. Default: at the first entry. */
  readonly after?: ChainHead | undefined;
  /** Heads that were kept: each must be met on the way. */
  readonly heads?: readonly ChainHead[] | undefined;
  /** How the hash of an entry is made. Default: chainHash. */
  readonly hashOf?: ((previousHash: string | null, entry: ChainEntry) => string) | undefined;
};

/** Checks a chain entry by entry, in their order, and keeps the last one only. */
export type ChainCheck = {
  /** The last entry that was found right; undefined before the first. */
  readonly last: ChainHead | undefined;
  add(link: ChainLink): ChainDifference | undefined;
  /** To be asked after the last entry. */
  end(): ChainDifference | undefined;
};

/** The name under which the hash of the entry before is hashed along. */
const LINK = "previous_hash";

/**
 * SHA-256 of the canonical form of the entry with the member `previous_hash`: 64 hexadecimal digits.
 *
 * @example chainHash(null, { number: 1, act: "opened" })
 */
export function chainHash(previous: string | null, entry: ChainEntry): string {
  if (Object.hasOwn(entry, LINK)) throw new TypeError(`an entry of a chain must not have a member ${LINK}`);
  return payloadHash({ ...entry, [LINK]: previous });
}

/** The first difference, or undefined: with `heads` also when the end is missing, which nothing else can show. */
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

/** An entry that is missing at its place and comes later is out of order. */
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
