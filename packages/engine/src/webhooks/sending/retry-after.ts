/** Reads a Retry-After header: whole seconds, or a date. Pure. */

/** Undefined: there is none, or it says nothing that can be read. A date in the past asks for no wait. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // A date of HTTP ends in GMT; Date.parse would take far more.
  const atMs = / GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - now.getTime());
}
