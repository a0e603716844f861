/** Converts JavaScript values to the text that PostgreSQL reads, and back, in the same way for every driver. */
import type { SqlValue } from "./sql.ts";

type Scalar = string | number | bigint | boolean | null | Date;

/** Returns the text for the server, or null. Bytes stay bytes, since some drivers can send them without conversion. */
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
  if (!ESCAPED.test(value)) return `"${value}"`; // the usual case
  // Without such characters JSON escapes exactly what an array needs, and is several times as fast.
  if (!ESCAPED_BY_JSON_TOO.test(value)) return JSON.stringify(value);
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

const ESCAPED = /["\\]/;
const ESCAPED_BY_JSON_TOO = /[\p{Cc}\p{Cs}]/u;

/** Writes a time in ISO 8601 as PostgreSQL reads it: years after 9999 without a sign, years before 1 with BC. */
function dateText(date: Date): string {
  const year = date.getUTCFullYear();
  if (Number.isNaN(year)) throw new TypeError("an invalid Date cannot be bound to a statement");
  const rest = date.toISOString().replace(/^[+-]?\d+/, "");
  const yearText = String(year > 0 ? year : 1 - year).padStart(4, "0");
  return `${yearText}${rest}${year > 0 ? "" : " BC"}`;
}

type Parse = (text: string) => unknown;

/** Limit of a Date; infinity and times beyond it are returned as this. */
const DATE_LIMIT_MS = 8.64e15;

/** Returns the parser of a type, by its number in pg_type. Other types stay text: numeric, date, uuid, interval. */
export function parserOf(typeOid: number): Parse {
  return PARSERS.get(typeOid) ?? keepText;
}

/** Returns the parsers of all parsed types, for drivers that need them in advance. */
export function parsedTypes(): ReadonlyMap<number, Parse> {
  return PARSERS;
}

const keepText: Parse = (text) => text;

/** Types as [type, its array type, parser]; the numbers are fixed in PostgreSQL. */
const TYPES: readonly (readonly [number, number, Parse])[] = [
  [16, 1000, (text) => text === "t"], // bool
  [17, 1001, parseBytes], // bytea
  [20, 1016, BigInt], // int8
  [21, 1005, Number], // int2
  [23, 1007, Number], // int4
  [26, 1028, Number], // oid
  [700, 1021, Number], // float4
  [701, 1022, Number], // float8
  [114, 199, parseJson], // json
  [3802, 3807, parseJson], // jsonb
  [1184, 1185, parseTimestamp], // timestamptz
  [18, 1002, keepText], // "char"
  [19, 1003, keepText], // name
  [25, 1009, keepText], // text
  [1042, 1014, keepText], // bpchar
  [1043, 1015, keepText], // varchar
  [1082, 1182, keepText], // date
  [1083, 1183, keepText], // time
  [1114, 1115, keepText], // timestamp
  [1186, 1187, keepText], // interval
  [1700, 1231, keepText], // numeric
  [2950, 2951, keepText], // uuid
];

const PARSERS: ReadonlyMap<number, Parse> = new Map(
  TYPES.flatMap(([type, arrayType, parse]) => [
    [type, parse] as const,
    [arrayType, (text: string) => parseArray(text, parse)] as const,
  ]),
);

function parseJson(text: string): unknown {
  return JSON.parse(text);
}

function parseBytes(text: string): Uint8Array {
  const bytes = Buffer.from(text.slice(2), "hex"); // the session prints \x and hexadecimal digits
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const TIMESTAMP =
  /^(\d{4,})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?( BC)?$/;

/** Parses a time. Microseconds are cut to milliseconds, which is the precision of a Date. */
function parseTimestamp(text: string): Date {
  if (text === "infinity") return new Date(DATE_LIMIT_MS);
  if (text === "-infinity") return new Date(-DATE_LIMIT_MS);
  const match = TIMESTAMP.exec(text);
  if (match === null) throw new TypeError(`the server sent a time in an unknown form: ${text}`);
  const [, year, month, day, hour, minute, second, fraction = "", sign, ...rest] = match;
  const [zoneHours, zoneMinutes = "0", zoneSeconds = "0", era] = rest;
  const date = new Date(0);
  date.setUTCFullYear(era === undefined ? Number(year) : 1 - Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, "0").slice(0, 3)));
  const zoneMs = (Number(zoneHours) * 3_600 + Number(zoneMinutes) * 60 + Number(zoneSeconds)) * 1_000;
  const time = date.getTime() - (sign === "-" ? -zoneMs : zoneMs);
  return new Date(Number.isNaN(time) ? DATE_LIMIT_MS : time);
}

/** Reads PostgreSQL's array literals, such as {1,NULL,"a,b"} or {{1,2},{3,4}}. */
function parseArray(text: string, parseElement: (text: string) => unknown): unknown[] {
  const start = text.indexOf("{"); // an array whose first index is not 1 starts with its bounds: [0:1]={a,b}
  return readArray({ text, parseElement, position: start + 1 });
}

type Reader = { readonly text: string; readonly parseElement: (text: string) => unknown; position: number };

/** Reads up to the closing brace, after the opening one was read. */
function readArray(reader: Reader): unknown[] {
  const elements: unknown[] = [];
  while (reader.position < reader.text.length) {
    const character = reader.text[reader.position];
    if (character === "}") {
      reader.position++;
      return elements;
    }
    if (character === ",") reader.position++;
    else elements.push(readElement(reader, character));
  }
  throw new TypeError("the server sent an array without an end");
}

function readElement(reader: Reader, first: string | undefined): unknown {
  if (first === "{") {
    reader.position++;
    return readArray(reader);
  }
  if (first === '"') return reader.parseElement(readQuoted(reader));
  const bare = readBare(reader);
  return bare === "NULL" ? null : reader.parseElement(bare);
}

function readQuoted(reader: Reader): string {
  let content = "";
  let from = ++reader.position;
  for (; reader.text[reader.position] !== '"'; reader.position++) {
    if (reader.position >= reader.text.length) throw new TypeError("the server sent an array with an open quote");
    if (reader.text[reader.position] !== "\\") continue;
    content += reader.text.slice(from, reader.position);
    from = ++reader.position; // the escaped character itself is kept
  }
  content += reader.text.slice(from, reader.position);
  reader.position++;
  return content;
}

function readBare(reader: Reader): string {
  const from = reader.position;
  while (reader.position < reader.text.length && !",}".includes(reader.text[reader.position] ?? "")) reader.position++;
  return reader.text.slice(from, reader.position);
}
