/** The records of a book file: one JSON object a line. Amounts are minor units as text, rates have eight decimals. */
import { Type, type Static, type TProperties, type TSchema } from "typebox";
import { ACCOUNT_TYPES } from "../accounts/account.ts";

const Text = Type.String({ maxLength: 2_000 });
const Name = Type.String({ minLength: 1, maxLength: 255 });
const Currency = Type.String({ pattern: "^[A-Z]{3}$" });
const Day = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" });
const Minor = Type.String({ pattern: "^\\d{1,19}$" });
/** Totals of accounts add up to more than any amount may be. */
const Total = Type.String({ pattern: "^\\d{1,38}$" });
const Rate = Type.String({ pattern: "^\\d{1,10}(\\.\\d{1,8})?$" });
const Hash = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Place = Type.Integer({ minimum: 0 });

/** A member that nobody knows is refused, since it may be a slip. */
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

export const PeriodRecord = Members({
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

/** Those behind `lines` say where an entry stands in the journal: a file that is to be imported need not have them. */
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

/** What the ledger has stored as the totals of an account. */
export const BalanceRecord = Members({
  record: Type.Literal("balance"),
  account: Name,
  debit: Total,
  credit: Total,
  baseDebit: Total,
  baseCredit: Total,
});

/** The end of the chain when the file was written. */
export const HeadRecord = Members({ record: Type.Literal("head"), chainSeq: Place, hash: Hash });

export type LedgerRecord = Static<typeof LedgerRecord>;
export type AccountRecord = Static<typeof AccountRecord>;
export type PeriodRecord = Static<typeof PeriodRecord>;
export type RateRecord = Static<typeof RateRecord>;
export type EntryRecord = Static<typeof EntryRecord>;
export type BalanceRecord = Static<typeof BalanceRecord>;
export type HeadRecord = Static<typeof HeadRecord>;
export type BookRecord =
  LedgerRecord | AccountRecord | PeriodRecord | RateRecord | EntryRecord | BalanceRecord | HeadRecord;

/** A record with the number of its line in the file. */
export type NumberedRecord = { readonly line: number; readonly record: BookRecord };
