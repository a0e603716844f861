/** Counts by state without how exact they are, for bars. Pure. */

export function plainCounts(chunks: Readonly<Record<string, { readonly count: number }>>): Record<string, number> {
  return Object.fromEntries(Object.entries(chunks).map(([state, { count }]) => [state, count]));
}
