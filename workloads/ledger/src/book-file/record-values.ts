/** Turns the records of a book file into accounts, entries and totals. */
import type { Account } from "../accounts/account.ts";
import type { Totals } from "../accounts/totals.ts";
import type { JournalEntry, JournalLine } from "../journal/entry.ts";
import { parseRate } from "../money/rate.ts";
import { invalidLine } from "./read-record.ts";
import type { AccountRecord, BalanceRecord, EntryRecord } from "./record-schemas.ts";

export function accountOf({ code, name = code, type, currency, ...rest }: AccountRecord): Account {
  const { isContra = false, parent = null, isActive = true, isCash = false } = rest;
  return { code, name, type, currency, isContra, parent, isActive, isCash };
}

export function totalsOf({ debit, credit, baseDebit, baseCredit }: BalanceRecord): Totals {
  return {
    debit: BigInt(debit),
    credit: BigInt(credit),
    baseDebit: BigInt(baseDebit),
    baseCredit: BigInt(baseCredit),
  };
}

/** An entry with its place in the journal; refuses one that lacks a member that is hashed. */
export function postedEntryOf(record: EntryRecord, line: number): JournalEntry {
  const need = <Value>(value: Value | undefined, name: string): Value => {
    if (value !== undefined) return value;
    throw invalidLine(line, `its entry has no ${name}: only what was posted can be verified`);
  };
  return {
    id: need(record.id, "id"),
    tenant: need(record.tenant, "tenant"),
    ledger: need(record.ledger, "ledger"),
    chainSeq: need(record.chainSeq, "chainSeq"),
    fiscalYear: need(record.fiscalYear, "fiscalYear"),
    number: need(record.number, "number"),
    kind: need(record.kind, "kind"),
    eventId: record.eventId,
    source: need(record.source, "source"),
    payloadHash: need(record.payloadHash, "payloadHash"),
    ruleId: need(record.ruleId, "ruleId"),
    ruleVersion: need(record.ruleVersion, "ruleVersion"),
    reversalOf: need(record.reversalOf, "reversalOf"),
    correctionOf: need(record.correctionOf, "correctionOf"),
    postedDate: record.postedDate,
    effectiveDate: need(record.effectiveDate, "effectiveDate"),
    transactionDate: need(record.transactionDate, "transactionDate"),
    currency: record.currency,
    baseCurrency: need(record.baseCurrency, "baseCurrency"),
    rate: parseRate(need(record.rate, "rate")),
    description: need(record.description, "description"),
    reference: need(record.reference, "reference"),
    autoReverse: need(record.autoReverse, "autoReverse"),
    createdBy: need(record.createdBy, "createdBy"),
    approvedBy: need(record.approvedBy, "approvedBy"),
    createdAt: need(record.createdAt, "createdAt"),
    previousHash: need(record.previousHash, "previousHash"),
    hash: need(record.hash, "hash"),
    lines: record.lines.map((each) => postedLineOf(each, need)),
  };
}

type Need = <Value>(value: Value | undefined, name: string) => Value;

function postedLineOf(line: EntryRecord["lines"][number], need: Need): JournalLine {
  return {
    n: need(line.n, "n in a line"),
    account: line.account,
    side: line.side,
    currency: need(line.currency, "currency in a line"),
    amount: BigInt(line.amount),
    baseAmount: BigInt(need(line.baseAmount, "baseAmount in a line")),
    dimensions: need(line.dimensions, "dimensions in a line"),
  };
}
