/** Writes json so that equal values are equal texts, in whatever order their fields were written. Pure. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (isPlain(part) ? inOrder(part) : part));
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** By entries, so that a field called __proto__ stays one. */
function inOrder(value: object): object {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}
