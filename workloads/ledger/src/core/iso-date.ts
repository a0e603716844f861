/** Handles days of the calendar as text, YYYY-MM-DD, which sorts in order and has no time zone. */
import { LedgerError } from "../errors.ts";

const DAY_MS = 86_400_000;

/** Returns the date. Refuses text that is not a day of the calendar. */
export function requireDate(date: string, name: string): string {
  if (isDate(date)) return date;
  const message = `${name} (${JSON.stringify(date)}) is no day of the calendar: write it as 2026-03-31`;
  throw new LedgerError("LEDGER_DATE_INVALID", message, { name, date });
}

/** Cache of valid dates, since most entries share a few days. */
const knownDates = new Set<string>();
const KNOWN_DATES_MAX = 1_000;

export function isDate(date: string): boolean {
  if (knownDates.has(date)) return true;
  const isOne = isDay(date);
  if (isOne && knownDates.size < KNOWN_DATES_MAX) knownDates.add(date);
  return isOne;
}

function isDay(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date < "0001") return false;
  const time = Date.parse(date);
  // Some JavaScript engines parse February 30 as March 2.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** @example addDays("2026-02-28", 1) === "2026-03-01" */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
