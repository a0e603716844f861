/** Checks what somebody wants to post against the books, before anything is written. */
import { RotaError } from "@rota/engine/errors";
import { RATE_ONE } from "../money/rate.ts";
import { fiscalYearOf } from "../periods/fiscal-year.ts";
import { requireDate } from "../periods/iso-date.ts";
import { type Poster, requirePostable } from "../periods/period.ts";
import type { Books } from "./books.ts";
import { checkLines, isStorable } from "./check-lines.ts";
import type { CheckedEntry, EntryDraft, EntryKind } from "./entry.ts";
import { priceLines } from "./price-lines.ts";

export type EntryOrigin = {
  readonly kind?: EntryKind;
  readonly reversalOf?: string | undefined;
  readonly correctionOf?: string | undefined;
};

/** The entry with its base amounts, ready for a number and a place in the chain; or the first thing that is wrong. */
export function checkDraft(
  draft: EntryDraft,
  books: Books,
  poster: Poster = {},
  origin: EntryOrigin = {},
): CheckedEntry {
  checkTexts(draft);
  const dates = datesOf(draft);
  checkToday(dates, books);
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

/** The most characters that a column holds. */
const LENGTHS = {
  eventId: 255,
  createdBy: 100,
  reference: 100,
  description: 1_000,
  source: 100,
  approvedBy: 100,
} as const;
const TEXTS = ["eventId", "createdBy", "reference", "description", "source", "approvedBy"] as const;

function checkTexts(draft: EntryDraft): void {
  for (const name of ["eventId", "createdBy"] as const)
    if (draft[name] === "") throw invalid(`${name} is empty; it is needed`);
  for (const name of TEXTS) {
    const text = draft[name];
    if (text === undefined) continue;
    if (text.length > LENGTHS[name])
      throw invalid(`${name} has more than ${String(LENGTHS[name])} characters; shorten it`);
    if (!isStorable(text)) throw invalid(`${name} holds a NUL or half a character; send valid text`);
  }
}

function datesOf(draft: EntryDraft): Pick<CheckedEntry, "postedDate" | "effectiveDate" | "transactionDate"> {
  const postedDate = requireDate(draft.postedDate, "postedDate");
  return {
    postedDate,
    effectiveDate: givenDate(draft.effectiveDate, "effectiveDate") ?? postedDate,
    transactionDate: givenDate(draft.transactionDate, "transactionDate") ?? postedDate,
  };
}

function checkToday(dates: ReturnType<typeof datesOf>, { today }: Books): void {
  const late = today === undefined ? undefined : Object.entries(dates).find(([, date]) => date > today);
  if (late === undefined) return;
  const [name, date] = late;
  const message = `${name} (${date}) is after today (${String(today)}): correct it, or send the entry when that day has come`;
  throw new RotaError("LEDGER_DATE_INVALID", message, { name, date });
}

function givenDate(date: string | undefined, name: string): string | undefined {
  return date === undefined ? undefined : requireDate(date, name);
}

function rateOf({ currency }: EntryDraft, date: string, { baseCurrency, rates }: Books): bigint {
  return currency === baseCurrency ? RATE_ONE : rates.find({ from: currency, to: baseCurrency, date }).rate;
}

function invalid(reason: string): RotaError {
  return new RotaError("JOURNAL_ENTRY_INVALID", `the entry cannot be posted: ${reason}`);
}
