/** Turns the text that PostgreSQL sends into JavaScript values, alike for every driver. */
import { parseArray } from "./parse-array.ts";

type Parse = (text: string) => unknown;

/** How far a Date reaches; infinity and whatever lies beyond come back as this. */
const DATE_LIMIT_MS = 8.64e15;

/** The parser for a type, by its number in pg_type. What is not listed stays text: numeric, date, uuid, interval. */
export function parserOf(typeOid: number): Parse {
  return PARSERS.get(typeOid) ?? keepText;
}

/** Every type that is parsed, for drivers that want to be told in advance. */
export function parsedTypes(): ReadonlyMap<number, Parse> {
  return PARSERS;
}

const keepText: Parse = (text) => text;

/** [type, its array type, parser]; the numbers are fixed in PostgreSQL. */
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
  const bytes = Buffer.from(text.slice(2), "hex"); // the session is set to print \x and hexadecimal digits
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const TIMESTAMP =
  /^(\d{4,})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?( BC)?$/;

/** Microseconds are cut to milliseconds, as a Date holds no more. */
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
