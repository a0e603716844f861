/** Numbers of entries: from 1 without a gap in each fiscal year of a tenant. */

/** The next number of each fiscal year; a year that is not in it starts with 1. */
export type NextNumbers = ReadonlyMap<number, number>;

/** @example formatNumber(2026, 1) === "JE-2026-00001" */
export function formatNumber(fiscalYear: number, number: number): string {
  return `JE-${String(fiscalYear)}-${String(number).padStart(5, "0")}`;
}

/** Counts on from where a ledger stands; nothing is used up until the caller keeps `next` with the entries. */
export type Numbering = {
  readonly next: NextNumbers;
  take(fiscalYear: number): number;
};

export function createNumbering(start: NextNumbers): Numbering {
  const next = new Map(start);
  return {
    next,
    take(fiscalYear) {
      const number = next.get(fiscalYear) ?? 1;
      next.set(fiscalYear, number + 1);
      return number;
    },
  };
}
