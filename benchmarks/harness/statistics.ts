/** The statistics that summarize the measurements. Pure. */

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the smallest value that is greater than or equal to this share of all values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Formats three significant digits; whole numbers from 100 on. */
export function readable(value: number): string {
  if (Number.isNaN(value)) return "–";
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}
