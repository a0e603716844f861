/** The text of an entry that is hashed: canonical JSON (RFC 8785) of all that is stored of it, version 1. */
import type { Dimensions, JournalEntry, JournalLine } from "../journal/entry.ts";
import { formatRate } from "../money/rate.ts";

/** What is hashed of an entry: everything but the two hashes. */
export type HashedEntry = Omit<JournalEntry, "hash" | "previousHash">;

/**
 * Written by hand with the members in the order of their names, which takes a quarter of the time of the general way
 * and gives the same bytes. Whole numbers and the rate are text; what is absent is null.
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
  // The order of sort() is that of UTF-16 code units, as the RFC asks for.
  const names = Object.keys(dimensions).sort();
  return `{${names.map((name) => `${text(name)}:${text(dimensions[name] ?? null)}`).join(",")}}`;
}

/** JSON.stringify escapes exactly what RFC 8785 asks for, as long as no surrogate stands alone; most texts need no escape. */
function text(value: string | null): string {
  return value !== null && PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
}

/** ASCII that can be printed, without quotation marks and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/;
