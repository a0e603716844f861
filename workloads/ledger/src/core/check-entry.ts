/** Checks a requested entry against the books and gives every line its amount in the base currency. */
import type { RotaError } from "@rota/engine/errors";
import { LedgerError } from "../errors.ts";
import type { Account, Side } from "./account.ts";
import type { Books } from "./books.ts";
import type { CheckedEntry, Dimensions, DraftLine, EntryDraft, EntryKind, JournalLine } from "./entry.ts";
import { fiscalYearOf } from "./fiscal-year.ts";
import { requireDate } from "./iso-date.ts";
import { absolute, exponentOf, formatAmount, requireAmount } from "./money.ts";
import { type Poster, requirePostable } from "./period.ts";
import { convertLines, RATE_ONE } from "./rate.ts";

export type EntryOrigin = {
  readonly kind?: EntryKind;
  readonly reversalOf?: string | undefined;
  readonly correctionOf?: string | undefined;
};

/** Returns the entry with its base amounts, ready for a number and a place in the chain. Throws the first problem. */
export function checkDraft(
  draft: EntryDraft,
  books: Books,
  poster: Poster = {},
  origin: EntryOrigin = {},
): CheckedEntry {
  checkTexts(draft);
  const dates = checkDates(draft, books);
  requirePostable(books.periods, dates.effectiveDate, poster);
  checkLines(draft, books);
  const rate = rateOf(draft, dates.transactionDate, books);
  return {
    kind: origin.kind ?? "POSTED",
    eventId: draft.eventId,
    source: draft.source ?? null,
    payloadHash: draft.payloadHash ?? null,
    ruleId: draft.ruleId ?? null,
    ruleVersion: draft.ruleVersion ?? null,
    reversalOf: origin.reversalOf ?? null,
    correctionOf: origin.correctionOf ?? null,
    ...dates,
    fiscalYear: fiscalYearOf(dates.effectiveDate, books.fiscalYearStartMonth),
    currency: draft.currency,
    baseCurrency: books.baseCurrency,
    rate,
    description: draft.description ?? null,
    reference: draft.reference ?? null,
    autoReverse: draft.autoReverse ?? false,
    createdBy: draft.createdBy,
    approvedBy: draft.approvedBy ?? null,
    lines: priceLines({ currency: draft.currency, rate, lines: draft.lines }, books),
  };
}

function rateOf({ currency }: EntryDraft, date: string, { baseCurrency, rates }: Books): bigint {
  return currency === baseCurrency ? RATE_ONE : rates.find({ from: currency, to: baseCurrency, date }).rate;
}

type EntryDates = Pick<CheckedEntry, "postedDate" | "effectiveDate" | "transactionDate">;

/** Returns the dates of an entry. Each one that is not given is the posted date. */
function checkDates(draft: EntryDraft, books: Books): EntryDates {
  const postedDate = checkDate(draft.postedDate, "postedDate", books);
  return {
    postedDate,
    effectiveDate: givenDate(draft.effectiveDate, "effectiveDate", books) ?? postedDate,
    transactionDate: givenDate(draft.transactionDate, "transactionDate", books) ?? postedDate,
  };
}

/** Checks that a date is a day of the calendar and not after today. */
export function checkDate(date: string, name: string, { today }: Books): string {
  requireDate(date, name);
  if (today === undefined || date <= today) return date;
  const message = `${name} (${date}) is after today (${today}): correct it, or send the entry when that day has come`;
  throw new LedgerError("LEDGER_DATE_INVALID", message, { name, date });
}

function givenDate(date: string | undefined, name: string, books: Books): string | undefined {
  return date === undefined ? undefined : checkDate(date, name, books);
}

export const LINES_MAX = 1_000;

/** Checks that the accounts of lines exist, are active and accept the currency, and that dimensions are known. */
export function checkLines({ currency, lines }: Pick<EntryDraft, "currency" | "lines">, books: Books): void {
  exponentOf(currency);
  if (lines.length > LINES_MAX)
    throw new LedgerError("JOURNAL_ENTRY_INVALID", `the entry has more than ${String(LINES_MAX)} lines: split it`);
  for (const [index, line] of lines.entries()) checkLine(line, { currency, index, books });
}

type Surroundings = { readonly currency: string; readonly index: number; readonly books: Books };

function checkLine(line: DraftLine, { currency, index, books }: Surroundings): void {
  const used = line.currency ?? currency;
  requireAmount(line.amount, used);
  if (used !== currency && used !== books.baseCurrency) {
    const message = `${placeOf(index)} is in ${used}: lines are in the currency of the entry (${currency}) or in the base currency (${books.baseCurrency})`;
    throw new LedgerError("ACCOUNT_CURRENCY_MISMATCH", message, { currency: used });
  }
  checkAccount(books.chart.require(line.account), { currency: used, index, books });
  if (line.dimensions !== undefined) checkDimensions(line.dimensions, { currency: used, index, books });
}

/** Names a line. Only refusals need the name. */
function placeOf(index: number): string {
  return `line ${String(index + 1)}`;
}

/** Checks that an account is active and takes the currency: its own, or any if it is kept in the base currency. */
function checkAccount(account: Account, { currency, index, books }: Surroundings): void {
  if (!account.isActive) {
    const message = `account ${account.code} of ${placeOf(index)} is not active: activate it, or use another`;
    throw new LedgerError("INACTIVE_ACCOUNT", message, { account: account.code });
  }
  if (account.currency === currency || account.currency === books.baseCurrency) return;
  const message = `account ${account.code} of ${placeOf(index)} is kept in ${account.currency} and takes no ${currency}: use an account in ${currency} or in ${books.baseCurrency}`;
  throw new LedgerError("ACCOUNT_CURRENCY_MISMATCH", message, { account: account.code, currency });
}

function checkDimensions(dimensions: Dimensions, { index, books: { dimensionNames } }: Surroundings): void {
  for (const [name, value] of Object.entries(dimensions)) {
    if (dimensionNames !== undefined && !dimensionNames.includes(name)) {
      const message = `${placeOf(index)} has dimension ${JSON.stringify(name)}, known are ${dimensionNames.join(", ")}: correct the name`;
      throw new LedgerError("JOURNAL_ENTRY_INVALID", message, { dimension: name });
    }
    if (typeof value !== "string" || !isStorable(name) || !isStorable(value))
      throw new LedgerError(
        "JOURNAL_ENTRY_INVALID",
        `dimension ${JSON.stringify(name)} of ${placeOf(index)} is not valid text`,
      );
  }
}

/** Maximum number of characters of each column. */
const LENGTHS = {
  eventId: 255,
  createdBy: 100,
  reference: 100,
  description: 1_000,
  source: 100,
  approvedBy: 100,
} as const;
const NAMES = ["eventId", "createdBy", "reference", "description", "source", "approvedBy"] as const;

/** Checks that the texts of an entry fit their columns, which must return them as they were hashed. */
export function checkTexts(texts: Pick<EntryDraft, (typeof NAMES)[number]>): void {
  for (const name of NAMES) {
    const text = texts[name];
    if (text === undefined) continue;
    if (text === "" && (name === "eventId" || name === "createdBy")) throw invalid(`${name} is empty; it is needed`);
    if (text.length > LENGTHS[name])
      throw invalid(`${name} has more than ${String(LENGTHS[name])} characters; shorten it`);
    if (!isStorable(text)) throw invalid(`${name} holds a NUL or half a character; send valid text`);
  }
}

/** PostgreSQL cannot store NUL, and half a surrogate pair would be stored differently from how it was hashed. */
function isStorable(text: string): boolean {
  return !SUSPECT.test(text) || (!text.includes("\0") && !/\p{Surrogate}/u.test(text));
}

/** Characters that need a closer check, whole surrogate pairs included. Few texts contain any. */
const SUSPECT = /[\0\ud800-\udfff]/;

function invalid(reason: string): RotaError {
  return new LedgerError("JOURNAL_ENTRY_INVALID", `the entry cannot be posted: ${reason}`);
}

type LinesToPrice = {
  readonly currency: string;
  /** From `currency` to the base currency. */
  readonly rate: bigint;
  readonly lines: readonly DraftLine[];
};

/** Gives every line its amount in the base currency, so that the entry balances there to the last unit. */
function priceLines(entry: LinesToPrice, books: Books): readonly JournalLine[] {
  checkSides(entry);
  const base = entry.lines.map(({ amount }) => amount);
  priceSide("D", entry, books, base);
  priceSide("C", entry, books, base);
  const priced = entry.lines.map((line, index) => ({
    n: index + 1,
    account: line.account,
    side: line.side,
    currency: line.currency ?? entry.currency,
    amount: line.amount,
    baseAmount: base[index] ?? 0n,
    dimensions: line.dimensions ?? NO_DIMENSIONS,
  }));
  return withRoundingLine(priced, books);
}

const NO_DIMENSIONS: Dimensions = {};

/** Checks that debits equal credits in an entry of one currency. With two, only base amounts can be compared. */
function checkSides({ lines, currency }: LinesToPrice): void {
  const hasBoth = lines.some(({ side }) => side === "D") && lines.some(({ side }) => side === "C");
  if (!hasBoth) throw unbalanced("needs a debit and a credit line");
  const bad = lines.findIndex(({ amount }) => amount <= 0n);
  if (bad >= 0)
    throw unbalanced(
      `has amount ${String(lines[bad]?.amount)} in line ${String(bad + 1)}; amounts are above 0, and the side says the direction`,
    );

  const only = lines[0]?.currency ?? currency;
  if (lines.some((line) => (line.currency ?? currency) !== only)) return;
  const [debit, credit] = [sumOf(lines, "D"), sumOf(lines, "C")];
  if (debit !== credit)
    throw unbalanced(`has debits of ${formatAmount(debit, only)} and credits of ${formatAmount(credit, only)} ${only}`);
}

/** Writes the base amounts of the foreign lines of a side into `base`, which has those of the other lines already. */
function priceSide(side: Side, { lines, currency, rate }: LinesToPrice, { baseCurrency }: Books, base: bigint[]): void {
  if (currency === baseCurrency) return;
  const places = [...lines.keys()].filter((place) => {
    const line = lines[place];
    return line?.side === side && (line.currency ?? currency) !== baseCurrency;
  });
  const amounts = places.map((place) => base[place] ?? 0n);
  const converted = convertLines(amounts, { from: currency, to: baseCurrency, rate });
  for (const [index, place] of places.entries()) base[place] = converted[index] ?? 0n;
}

/** Adds a line for the rounding difference between the sides. More than one unit per line is no rounding difference. */
function withRoundingLine(lines: readonly JournalLine[], { baseCurrency, roundingAccount }: Books) {
  const difference = baseSumOf(lines, "D") - baseSumOf(lines, "C");
  if (difference === 0n) return lines;
  const size = absolute(difference);
  const shown = `${formatAmount(size, baseCurrency)} ${baseCurrency}`;
  if (size > BigInt(lines.length))
    throw unbalanced(`differs by ${shown} in the base currency, which is more than rounding; add a line for it`);
  if (roundingAccount === undefined)
    throw unbalanced(`is left with ${shown} by rounding, and the tenant has no rounding account; name one`);
  const side = difference > 0n ? "C" : "D";
  const line = { account: roundingAccount, side, currency: baseCurrency, amount: size, baseAmount: size } as const;
  return [...lines, { n: lines.length + 1, ...line, dimensions: NO_DIMENSIONS }];
}

export function baseSumOf(lines: readonly Pick<JournalLine, "side" | "baseAmount">[], side: Side): bigint {
  return lines.reduce((sum, line) => (line.side === side ? sum + line.baseAmount : sum), 0n);
}

function sumOf(lines: readonly DraftLine[], side: Side): bigint {
  return lines.reduce((sum, line) => (line.side === side ? sum + line.amount : sum), 0n);
}

function unbalanced(reason: string): RotaError {
  return new LedgerError("UNBALANCED_ENTRY", `the entry ${reason}`);
}
