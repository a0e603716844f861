/** Reverses an entry by its mirror image, alone, with a correction, or as an accrual of a closed period. */
import type { RotaError } from "@rota/engine/errors";
import { LedgerError } from "../errors.ts";
import { otherSide } from "./account.ts";
import type { Books } from "./books.ts";
import { checkDate, checkDraft, checkTexts } from "./check-entry.ts";
import type { CheckedEntry, EntryDraft, JournalEntry } from "./entry.ts";
import { fiscalYearOf } from "./fiscal-year.ts";
import { firstPostableDay, nextPeriod, type Period, type Poster, requirePostable } from "./period.ts";

export type Reversal = {
  readonly eventId: string;
  readonly createdBy: string;
  readonly reason?: string | undefined;
  /** Defaults to the date of the original if its period takes postings, else to the first later day that does. */
  readonly effectiveDate?: string | undefined;
  readonly approvedBy?: string | undefined;
};

/** State of the original entry, which the caller reads from its store. */
export type ReversalState = { readonly isReversed: boolean };

/**
 * Reverses an entry by its mirror image: same amounts, same rate, sides swapped. The original stays unchanged.
 *
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

/** Makes the entry that restores every balance, on the dates of the original. */
function mirrorOf(original: JournalEntry): CheckedEntry {
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
  return new LedgerError("INVALID_REVERSAL", `entry ${id} cannot be reversed: ${reason}`, { entry: id });
}

export type Correction = {
  /** Correct entry. */
  readonly draft: EntryDraft;
  readonly reversalEventId: string;
  readonly reason?: string | undefined;
};

export type CorrectionEntries = { readonly reversal: CheckedEntry; readonly correction: CheckedEntry };

/** Makes a reversal and a correction. Both name the original: as the entry they reverse, and as the entry they replace. */
export function correctEntry(
  original: JournalEntry,
  { draft, reversalEventId, reason }: Correction,
  books: Books,
  state: ReversalState & Poster,
): CorrectionEntries {
  if (draft.eventId === reversalEventId)
    throw new LedgerError(
      "JOURNAL_ENTRY_INVALID",
      `the correction and its reversal both have the event id ${draft.eventId}: give two`,
    );
  const { createdBy, approvedBy } = draft;
  const reversal = reverseEntry(original, { eventId: reversalEventId, createdBy, approvedBy, reason }, books, state);
  const correction = checkDraft(draft, books, state, { kind: "CORRECTION", correctionOf: original.id });
  return { reversal: { ...reversal, correctionOf: original.id }, correction };
}

/**
 * Makes one mirror for each entry marked `autoReverse` whose period is not OPEN and has a successor, unless the entry
 * is reversed already. The event id derives from the entry's, so a second run posts nothing.
 */
export function reverseAccruals(
  entries: Iterable<JournalEntry>,
  period: Period,
  books: Books,
  createdBy: string,
): CheckedEntry[] {
  const next = nextPeriod(books.periods, period);
  if (period.status === "OPEN" || next === undefined) return [];
  const day = firstPostableDay(books.periods, next.start, { mayPostToSoftClosed: true });
  if (day === undefined) return [];
  const all = [...entries];
  const reversed = new Set(all.flatMap(({ reversalOf }) => (reversalOf === null ? [] : [reversalOf])));
  return all
    .filter(({ autoReverse, effectiveDate: made }) => autoReverse && period.start <= made && made <= period.end)
    .filter(({ id }) => !reversed.has(id))
    .map((accrual) => ({
      ...mirrorOf(accrual),
      eventId: `AUTO-REVERSE:${accrual.id}`,
      postedDate: day,
      effectiveDate: day,
      fiscalYear: fiscalYearOf(day, books.fiscalYearStartMonth),
      createdBy,
    }));
}
