/** Finds the accruals that are to be mirrored on the first day of the period after theirs. */
import { fiscalYearOf } from "../periods/fiscal-year.ts";
import { firstPostableDay, nextPeriod, type Period } from "../periods/period.ts";
import type { Books } from "./books.ts";
import type { CheckedEntry, JournalEntry } from "./entry.ts";
import { mirrorOf } from "./reverse-entry.ts";

/**
 * One mirror for each entry marked `autoReverse` whose period has left OPEN and has a successor, unless it was
 * reversed before. Its event id follows from the entry's, so doing it twice posts nothing twice.
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
