/** The three dates of an entry: days of the calendar, and none that has not come yet. */
import { RotaError } from "@rota/engine/errors";
import { requireDate } from "../../periods/iso-date.ts";
import type { Books } from "../books.ts";
import type { CheckedEntry, EntryDraft } from "../entry.ts";

export type EntryDates = Pick<CheckedEntry, "postedDate" | "effectiveDate" | "transactionDate">;

/** Dates that are not given are the posted date. */
export function checkDates(draft: EntryDraft, books: Books): EntryDates {
  const postedDate = checkDate(draft.postedDate, "postedDate", books);
  return {
    postedDate,
    effectiveDate: givenDate(draft.effectiveDate, "effectiveDate", books) ?? postedDate,
    transactionDate: givenDate(draft.transactionDate, "transactionDate", books) ?? postedDate,
  };
}

export function checkDate(date: string, name: string, { today }: Books): string {
  requireDate(date, name);
  if (today === undefined || date <= today) return date;
  const message = `${name} (${date}) is after today (${today}): correct it, or send the entry when that day has come`;
  throw new RotaError("LEDGER_DATE_INVALID", message, { name, date });
}

function givenDate(date: string | undefined, name: string, books: Books): string | undefined {
  return date === undefined ? undefined : checkDate(date, name, books);
}
