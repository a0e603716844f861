/** Takes an entry back by its mirror image: same amounts, same rate, sides swapped; the original stays as it is. */
import { RotaError } from "@rota/engine/errors";
import { otherSide } from "../accounts/account.ts";
import { fiscalYearOf } from "../periods/fiscal-year.ts";
import { firstPostableDay, type Poster, requirePostable } from "../periods/period.ts";
import type { Books } from "./books.ts";
import { checkDate } from "./checks/check-dates.ts";
import { checkTexts } from "./checks/check-texts.ts";
import type { CheckedEntry, JournalEntry } from "./entry.ts";

export type Reversal = {
  readonly eventId: string;
  readonly createdBy: string;
  readonly reason?: string | undefined;
  /** Default: that of the original if its period takes postings, else the first day after it that does. */
  readonly effectiveDate?: string | undefined;
  readonly approvedBy?: string | undefined;
};

/** What is known of entries that take others back; whoever stores entries looks it up. */
export type ReversalState = { readonly isReversed: boolean };

/**
 * @example reverseEntry(entry, { eventId: "undo-1", createdBy: "ann" }, books, { isReversed: false })
 */
export function reverseEntry(
  original: JournalEntry,
  reversal: Reversal,
  books: Books,
  { isReversed, ...poster }: ReversalState & Poster,
): CheckedEntry {
  checkTexts({ ...reversal, description: reversal.reason });
  const objection = isReversed ? "it is reversed already" : objectionTo(original);
  if (objection !== undefined) throw refusal(original, objection);
  const effectiveDate = effectiveDateOf(original, reversal, books, poster);
  return {
    ...mirrorOf(original),
    eventId: reversal.eventId,
    postedDate: effectiveDate,
    effectiveDate,
    fiscalYear: fiscalYearOf(effectiveDate, books.fiscalYearStartMonth),
    description: reversal.reason ?? original.description,
    createdBy: reversal.createdBy,
    approvedBy: reversal.approvedBy ?? null,
  };
}

/** The entry that restores every balance, on the dates of the original. */
export function mirrorOf(original: JournalEntry): CheckedEntry {
  const { currency, baseCurrency, rate, postedDate, effectiveDate, transactionDate, fiscalYear } = original;
  return {
    kind: "REVERSAL",
    eventId: original.eventId,
    source: null,
    payloadHash: null,
    ruleId: null,
    ruleVersion: null,
    reversalOf: original.id,
    correctionOf: null,
    postedDate,
    effectiveDate,
    transactionDate,
    fiscalYear,
    currency,
    baseCurrency,
    rate,
    description: original.description,
    reference: original.reference,
    autoReverse: false,
    createdBy: original.createdBy,
    approvedBy: null,
    lines: original.lines.map((line) => ({ ...line, side: otherSide(line.side) })),
  };
}

function objectionTo({ kind }: JournalEntry): string | undefined {
  if (kind === "REVERSAL") return "it is a reversal itself; post the entry anew instead";
  if (kind === "CLOSING") return "it closes a year; post what is missing and close the year again";
  return undefined;
}

function effectiveDateOf(original: JournalEntry, { effectiveDate }: Reversal, books: Books, poster: Poster): string {
  const earliest = original.effectiveDate;
  if (effectiveDate === undefined) {
    const day = firstPostableDay(books.periods, earliest, poster);
    return checkDate(day ?? requirePostable(books.periods, earliest, poster).start, "effectiveDate", books);
  }
  checkDate(effectiveDate, "effectiveDate", books);
  if (effectiveDate < earliest)
    throw refusal(original, `${effectiveDate} is before its own date ${earliest}; give that day or a later one`);
  requirePostable(books.periods, effectiveDate, poster);
  return effectiveDate;
}

function refusal({ id }: JournalEntry, reason: string): RotaError {
  return new RotaError("INVALID_REVERSAL", `entry ${id} cannot be reversed: ${reason}`, { entry: id });
}
