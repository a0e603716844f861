/** Reads and writes book files: one JSON record per line, amounts as minor units in text, rates with eight decimals. */
import type { RotaError } from "@rota/engine/errors";
import { type Static, type TProperties, type TSchema, Type } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { LedgerError } from "../errors.ts";
import { type Account, ACCOUNT_TYPES } from "./account.ts";
import type { Balances, Totals } from "./balance.ts";
import type { JournalEntry, JournalLine } from "./entry.ts";
import type { Period } from "./period.ts";
import { type ExchangeRate, formatRate, parseRate } from "./rate.ts";

const Text = Type.String({ maxLength: 2_000 });
const Name = Type.String({ minLength: 1, maxLength: 255 });
const Currency = Type.String({ pattern: "^[A-Z]{3}$" });
const Day = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" });
const Minor = Type.String({ pattern: "^\\d{1,19}$" });
/** Totals of an account can exceed the maximum of a single amount. */
const Total = Type.String({ pattern: "^\\d{1,38}$" });
const Rate = Type.String({ pattern: "^\\d{1,10}(\\.\\d{1,8})?$" });
const Hash = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Place = Type.Integer({ minimum: 0 });

/** Defines an object that refuses unknown members, since one may be a typo. */
function Members<const Fields extends TProperties>(fields: Fields) {
  return Type.Object(fields, { additionalProperties: false });
}

function OrNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

function Word<const Words extends readonly string[]>(words: Words) {
  return Type.Unsafe<Words[number]>({ type: "string", enum: [...words] });
}

export const LedgerRecord = Members({
  record: Type.Literal("ledger"),
  version: Type.Literal(1),
  tenant: Name,
  ledger: Name,
  baseCurrency: Currency,
  fiscalYearStartMonth: Type.Integer({ minimum: 1, maximum: 12 }),
});

export const AccountRecord = Members({
  record: Type.Literal("account"),
  code: Name,
  name: Type.Optional(Name),
  type: Word(ACCOUNT_TYPES),
  currency: Currency,
  isContra: Type.Optional(Type.Boolean()),
  parent: Type.Optional(OrNull(Name)),
  isActive: Type.Optional(Type.Boolean()),
  isCash: Type.Optional(Type.Boolean()),
});

const PeriodRecord = Members({
  record: Type.Literal("period"),
  name: Type.String({ minLength: 1, maxLength: 50 }),
  start: Day,
  end: Day,
  status: Type.Optional(Word(["OPEN", "SOFT_CLOSED", "HARD_CLOSED"])),
});

export const RateRecord = Members({
  record: Type.Literal("rate"),
  from: Currency,
  to: Currency,
  date: Day,
  type: Type.Optional(Word(["SPOT", "CLOSING", "AVERAGE"])),
  rate: Rate,
});

const LineRecord = Members({
  n: Type.Optional(Place),
  account: Name,
  side: Word(["D", "C"]),
  currency: Type.Optional(Currency),
  amount: Minor,
  baseAmount: Type.Optional(Minor),
  dimensions: Type.Optional(Type.Record(Type.String(), Text)),
});

/** Members after `lines` give the place of an entry in the journal. A file to import does not need them. */
export const EntryRecord = Members({
  record: Type.Literal("entry"),
  eventId: Name,
  postedDate: Day,
  effectiveDate: Type.Optional(Day),
  transactionDate: Type.Optional(Day),
  currency: Currency,
  createdBy: Type.Optional(Name),
  description: Type.Optional(OrNull(Text)),
  reference: Type.Optional(OrNull(Text)),
  source: Type.Optional(OrNull(Text)),
  autoReverse: Type.Optional(Type.Boolean()),
  lines: Type.Array(LineRecord),
  id: Type.Optional(Name),
  tenant: Type.Optional(Name),
  ledger: Type.Optional(Name),
  chainSeq: Type.Optional(Place),
  fiscalYear: Type.Optional(Place),
  number: Type.Optional(Place),
  kind: Type.Optional(Word(["POSTED", "REVERSAL", "CORRECTION", "CLOSING"])),
  payloadHash: Type.Optional(OrNull(Text)),
  ruleId: Type.Optional(OrNull(Name)),
  ruleVersion: Type.Optional(OrNull(Place)),
  reversalOf: Type.Optional(OrNull(Name)),
  correctionOf: Type.Optional(OrNull(Name)),
  approvedBy: Type.Optional(OrNull(Name)),
  baseCurrency: Type.Optional(Currency),
  rate: Type.Optional(Rate),
  createdAt: Type.Optional(Name),
  previousHash: Type.Optional(Hash),
  hash: Type.Optional(Hash),
});

/** Stored totals of an account. */
const BalanceRecord = Members({
  record: Type.Literal("balance"),
  account: Name,
  debit: Total,
  credit: Total,
  baseDebit: Total,
  baseCredit: Total,
});

/** End of the chain when the file was written. */
export const HeadRecord = Members({ record: Type.Literal("head"), chainSeq: Place, hash: Hash });

export type LedgerRecord = Static<typeof LedgerRecord>;
export type AccountRecord = Static<typeof AccountRecord>;
type PeriodRecord = Static<typeof PeriodRecord>;
export type RateRecord = Static<typeof RateRecord>;
export type EntryRecord = Static<typeof EntryRecord>;
type BalanceRecord = Static<typeof BalanceRecord>;
export type HeadRecord = Static<typeof HeadRecord>;
export type BookRecord =
  LedgerRecord | AccountRecord | PeriodRecord | RateRecord | EntryRecord | BalanceRecord | HeadRecord;

/** Record and its line number in the file. */
export type NumberedRecord = { readonly line: number; readonly record: BookRecord };

const SCHEMAS = {
  ledger: LedgerRecord,
  account: AccountRecord,
  period: PeriodRecord,
  rate: RateRecord,
  entry: EntryRecord,
  balance: BalanceRecord,
  head: HeadRecord,
} as const;

type Kind = keyof typeof SCHEMAS;
type Check = { readonly [Name in Kind]: (value: unknown, line: number) => BookRecord };

const CHECKS: Check = {
  ledger: checkOf(LedgerRecord),
  account: checkOf(AccountRecord),
  period: checkOf(PeriodRecord),
  rate: checkOf(RateRecord),
  entry: checkOf(EntryRecord),
  balance: checkOf(BalanceRecord),
  head: checkOf(HeadRecord),
};

/** @example readRecord('{"record":"period","name":"2026","start":"2026-01-01","end":"2026-12-31"}', 3) */
export function readRecord(text: string, line: number): BookRecord {
  const value = parsed(text, line);
  const kind = typeof value === "object" && value !== null && "record" in value ? value.record : undefined;
  if (!isKind(kind)) throw invalidLine(line, `its member "record" must be one of ${Object.keys(SCHEMAS).join(", ")}`);
  return CHECKS[kind](value, line);
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidLine(line, "it is no JSON: a book file has one object a line");
  }
}

function isKind(kind: unknown): kind is Kind {
  return typeof kind === "string" && Object.hasOwn(SCHEMAS, kind);
}

/** Compiles a schema on first use, so that commands that read no book do not wait for it. */
function checkOf<Schema extends TSchema>(schema: Schema) {
  let validator: Validator<Record<never, never>, Schema> | undefined;
  return (value: unknown, line: number) => {
    validator ??= Compile(schema);
    if (validator.Check(value)) return value;
    const [error] = validator.Errors(value);
    const path = error?.instancePath ?? "";
    const what = error?.keyword === "boolean" ? "is not known here: leave it out" : (error?.message ?? "is wrong");
    throw invalidLine(line, `${path === "" ? "it" : path} ${what}`);
  };
}

export function invalidLine(line: number, reason: string): RotaError {
  const message = `line ${String(line)} of the file cannot be used: ${reason}`;
  return new LedgerError("BOOK_FILE_INVALID", message, { line });
}

/** Reads a book file of JSON lines record by record and skips empty lines. */
export async function* readBookLines(lines: AsyncIterable<string>): AsyncGenerator<NumberedRecord> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== "") yield { line, record: readRecord(text, line) };
  }
}

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

/** Returns an entry with its place in the journal. Refuses a record that lacks a hashed member. */
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

export type LedgerToWrite = Omit<LedgerRecord, "record" | "version"> & {
  readonly accounts: Iterable<Account>;
  readonly periods: Iterable<Period>;
  readonly rates: Iterable<ExchangeRate>;
};

/** Yields the lines before the entries: the ledger, accounts, periods and rates. */
export function* bookHeadLines({ accounts, periods, rates, ...ledger }: LedgerToWrite): Generator<string> {
  yield lineOf({ record: "ledger", version: 1, ...ledger });
  for (const account of accounts) yield lineOf(accountRecord(account));
  for (const period of periods) yield lineOf({ record: "period", ...period });
  for (const rate of rates) yield lineOf({ record: "rate", ...rate, rate: formatRate(rate.rate) });
}

export function entryLine(entry: JournalEntry): string {
  return lineOf(entryRecord(entry));
}

/** Yields the lines after the entries: the stored totals and the end of the chain. */
export function* bookEndLines(balances: Balances, head: Pick<HeadRecord, "chainSeq" | "hash">): Generator<string> {
  for (const [account, totals] of balances) yield lineOf(balanceRecord(account, totals));
  yield lineOf({ record: "head", chainSeq: head.chainSeq, hash: head.hash });
}

function lineOf(record: BookRecord): string {
  return `${JSON.stringify(record)}\n`;
}

function accountRecord({ code, name, type, currency, ...rest }: Account): AccountRecord {
  const { isContra, parent, isActive, isCash = false } = rest;
  return { record: "account", code, name, type, currency, isContra, parent, isActive, isCash };
}

function entryRecord({ lines, rate, ...entry }: JournalEntry): EntryRecord {
  return {
    record: "entry",
    ...entry,
    rate: formatRate(rate),
    lines: lines.map((line) => ({ ...line, amount: String(line.amount), baseAmount: String(line.baseAmount) })),
  };
}

function balanceRecord(account: string, { debit, credit, baseDebit, baseCredit }: Totals): BalanceRecord {
  return {
    ...{ record: "balance", account, debit: String(debit), credit: String(credit) },
    ...{ baseDebit: String(baseDebit), baseCredit: String(baseCredit) },
  };
}
