/** Numbers of entries: from 1 without a gap in each fiscal year of a tenant. */

/** The next number of each fiscal year; a year that is not in it starts with 1. */
export type NextNumbers = ReadonlyMap<number, number>;

/** @example formatNumber(2026, 1) === "JE-2026-00001" */
export function formatNumber(fiscalYear: number, number: number): string {
  return `JE-${String(fiscalYear)}-${String(number).padStart(5, "0")}`;
}

export type Numbered<Entry> = {
  readonly numbered: readonly (Entry & { readonly number: number })[];
  readonly next: NextNumbers;
};

/** Numbers entries in their order. Nothing is counted up until the caller keeps `next` with the entries. */
export function numberEntries<Entry extends { readonly fiscalYear: number }>(
  entries: readonly Entry[],
  next: NextNumbers,
): Numbered<Entry> {
  const counters = new Map(next);
  const numbered = entries.map((entry) => {
    const number = counters.get(entry.fiscalYear) ?? 1;
    counters.set(entry.fiscalYear, number + 1);
    return { ...entry, number };
  });
  return { numbered, next: counters };
}
