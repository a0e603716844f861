/** Checks what somebody wants to post against the books, before anything is written. */
import { RATE_ONE } from "../money/rate.ts";
import { fiscalYearOf } from "../periods/fiscal-year.ts";
import { type Poster, requirePostable } from "../periods/period.ts";
import type { Books } from "./books.ts";
import { checkDates } from "./checks/check-dates.ts";
import { checkLines } from "./checks/check-lines.ts";
import { checkTexts } from "./checks/check-texts.ts";
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
