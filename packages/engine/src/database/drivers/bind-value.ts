/** Turns values into the text that PostgreSQL reads, so that every driver binds them alike. */
import type { SqlValue } from "../sql.ts";

type Scalar = string | number | bigint | boolean | null | Date;

/** Text for the server, or null. Bytes stay bytes: drivers that can send them as they are should. */
export function bindValue(value: SqlValue): string | Uint8Array | null {
  if (value === null || typeof value === "string" || value instanceof Uint8Array) return value;
  if (typeof value !== "object" || value instanceof Date) return scalarText(value);
  if ("jsonText" in value) return value.jsonText;
  return `{${value.map(elementText).join(",")}}`;
}

export function bytesText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`;
}

function scalarText(value: number | bigint | boolean | Date): string {
  if (value instanceof Date) return dateText(value);
  return Object.is(value, -0) ? "-0" : String(value);
}

function elementText(value: Scalar): string {
  if (value === null) return "NULL";
  if (typeof value !== "string") return value instanceof Date ? `"${dateText(value)}"` : scalarText(value);
  if (!ESCAPED.test(value)) return `"${value}"`; // as most are
  // Without these, JSON escapes what an array needs and nothing else, in a fraction of the time.
  if (!ESCAPED_BY_JSON_TOO.test(value)) return JSON.stringify(value);
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

const ESCAPED = /["\\]/;
const ESCAPED_BY_JSON_TOO = /[\p{Cc}\p{Cs}]/u;

/** ISO 8601 as PostgreSQL reads it: years beyond 9999 without a sign, years before 1 marked BC. */
function dateText(date: Date): string {
  const year = date.getUTCFullYear();
  if (Number.isNaN(year)) throw new TypeError("an invalid Date cannot be bound to a statement");
  const rest = date.toISOString().replace(/^[+-]?\d+/, "");
  const yearText = String(year > 0 ? year : 1 - year).padStart(4, "0");
  return `${yearText}${rest}${year > 0 ? "" : " BC"}`;
}
