/** Writes what the engine answers as json for programs; whole numbers beyond 53 bits become text. */

export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) => (typeof field === "bigint" ? String(field) : field), 2);
}
