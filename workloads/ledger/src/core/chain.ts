/** Chains entries by hash: appends them with their numbers, and hashes entries and commands as canonical text. */
import assert from "node:assert/strict";
import { payloadHash, sha256Hex } from "@rota/proofs";
import {
  type CheckedEntry,
  createNumbering,
  type Dimensions,
  type JournalEntry,
  type JournalLine,
  type NextNumbers,
} from "./entry.ts";
import { formatRate } from "./rate.ts";

/** End of the chain of a ledger, which the next entry follows. */
export type LedgerHead = {
  readonly tenant: string;
  readonly ledger: string;
  /** Place of the last entry. 0 before the first. */
  readonly chainSeq: number;
  readonly hash: string;
  readonly nextNumbers: NextNumbers;
};

export type EntryToAppend = CheckedEntry & {
  readonly id: string;
  /** UTC with exactly three decimals, from the clock of the database that stores the entry. */
  readonly createdAt: string;
};

export type Appended = { readonly entries: readonly JournalEntry[]; readonly head: LedgerHead };

export function emptyLedger(tenant: string, ledger: string): LedgerHead {
  return { tenant, ledger, chainSeq: 0, hash: genesisHash(tenant, ledger), nextNumbers: new Map() };
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Gives checked entries their numbers, places in the chain and hashes, in their order. Pure: no number is used up until
 * the caller stores the entries together with the new head.
 */
export function appendEntries(head: LedgerHead, entries: readonly EntryToAppend[]): Appended {
  return placeEntries(head, entries, ({ id, createdAt, payloadHash }) => ({ id, createdAt, payloadHash }));
}

type EntryNames = Pick<EntryToAppend, "id" | "createdAt" | "payloadHash">;

/** Does the same for entries without names, and names them. Copies each entry once, which is most of the cost. */
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
    // A column would return another form differently from how it was hashed.
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

/** Copies member by member, because spreading this many members takes longer than hashing them. */
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

/** Returns the hash before the first entry. It covers tenant and ledger, so that no chain passes for another's. */
export function genesisHash(tenant: string, ledger: string): string {
  return sha256Hex(`fis-chain-v1\0${tenant.toLowerCase()}\0${ledger.toLowerCase()}`);
}

/**
 * Links entries: the hash covers everything stored about an entry and the previous hash. It is the SHA-256 of 0x01, the
 * 32 bytes of the previous hash, and the text of the entry, written as 64 hexadecimal digits.
 */
export function entryHash(previousHash: string, entry: HashedEntry): string {
  return linkHash(previousHash, entryText(entry));
}

/** Texts up to this length share one reused buffer, so that hashing them allocates nothing. */
const SHORT_LENGTH = 16_384;
/** Sized for UTF-8, which takes at most three bytes per UTF-16 code unit. */
const shortContent = Buffer.alloc(1 + 32 + SHORT_LENGTH * 3);

export function linkHash(previousHash: string, text: string): string {
  const content = text.length <= SHORT_LENGTH ? shortContent : Buffer.alloc(1 + 32 + text.length * 3);
  content[0] = 1;
  const start = 1 + content.write(previousHash, 1, "hex");
  return sha256Hex(content.subarray(0, start + content.write(text, start, "utf8")));
}

/** Hashed part of an entry: everything but the two hashes. */
export type HashedEntry = Omit<JournalEntry, "hash" | "previousHash">;

/**
 * Returns the text of an entry that is hashed: canonical JSON (RFC 8785) of everything stored about it, version 1. This
 * function writes the members in the order of their names, which takes a quarter of the time of a general serializer
 * and gives the same bytes. Whole numbers and the rate are text, and absent values are null.
 */
export function entryText(entry: HashedEntry): string {
  return (
    `{"approvedBy":${text(entry.approvedBy)},"autoReverse":${String(entry.autoReverse)}` +
    `,"baseCurrency":${text(entry.baseCurrency)},"chainSeq":"${String(entry.chainSeq)}"` +
    `,"correctionOf":${text(entry.correctionOf)},"createdAt":${text(entry.createdAt)},"createdBy":${text(entry.createdBy)}` +
    `,"currency":${text(entry.currency)},"description":${text(entry.description)}` +
    `,"effectiveDate":${text(entry.effectiveDate)},"eventId":${text(entry.eventId)}` +
    `,"fiscalYear":"${String(entry.fiscalYear)}","id":${text(entry.id)},"kind":${text(entry.kind)}` +
    `,"ledger":${text(entry.ledger)},"lines":[${entry.lines.map(lineText).join(",")}],"number":"${String(entry.number)}"` +
    `,"payloadHash":${text(entry.payloadHash)},"postedDate":${text(entry.postedDate)},"rate":"${formatRate(entry.rate)}"` +
    `,"reference":${text(entry.reference)},"reversalOf":${text(entry.reversalOf)},"ruleId":${text(entry.ruleId)}` +
    `,"ruleVersion":${text(entry.ruleVersion === null ? null : String(entry.ruleVersion))},"source":${text(entry.source)}` +
    `,"tenant":${text(entry.tenant)},"transactionDate":${text(entry.transactionDate)},"v":"1"}`
  );
}

function lineText(line: JournalLine): string {
  return (
    `{"account":${text(line.account)},"amount":"${String(line.amount)}","baseAmount":"${String(line.baseAmount)}"` +
    `,"currency":${text(line.currency)},"dims":${dimensionsText(line.dimensions)},"n":"${String(line.n)}"` +
    `,"side":"${line.side}"}`
  );
}

function dimensionsText(dimensions: Dimensions): string {
  // sort() orders by UTF-16 code units, as the RFC requires.
  const names = Object.keys(dimensions).sort();
  return `{${names.map((name) => `${text(name)}:${text(dimensions[name] ?? null)}`).join(",")}}`;
}

/** JSON.stringify escapes exactly as RFC 8785 requires, except for lone surrogates. Most texts need no escape. */
function text(value: string | null): string {
  return value !== null && PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
}

/** Matches printable ASCII without quotation marks and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/;

/**
 * Hashes a command so that a repetition is recognized: SHA-256 of the canonical JSON (RFC 8785) of an event, a draft, a
 * reversal or a correction with its lines. Whole numbers count as their text. Leave out what differs when the same
 * command is sent again: envelopes, traces, times.
 */
export function businessHash(command: object): string {
  return payloadHash(plain(command));
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, plain(member)]),
  );
}
