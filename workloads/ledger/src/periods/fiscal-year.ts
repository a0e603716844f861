/** The fiscal year of a day, for years that start on the first of any month; a year is named for the one it ends in. */
import { addDays } from "./iso-date.ts";

/** @example fiscalYearOf("2026-04-01", 4) === 2027 */
export function fiscalYearOf(date: string, startMonth: number): number {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return startMonth > 1 && month >= startMonth ? year + 1 : year;
}

export function fiscalYearStart(fiscalYear: number, startMonth: number): string {
  const year = startMonth > 1 ? fiscalYear - 1 : fiscalYear;
  return `${String(year).padStart(4, "0")}-${String(startMonth).padStart(2, "0")}-01`;
}

export function fiscalYearEnd(fiscalYear: number, startMonth: number): string {
  return addDays(fiscalYearStart(fiscalYear + 1, startMonth), -1);
}
