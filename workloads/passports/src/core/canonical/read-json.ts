/** Reads JSON exactly: integers of any size, no duplicate names, no lone surrogates. Every error names its position. JSON.parse would round 9007199254740993 and silently drop the first of two members with the same name. */
import type { RotaError } from "@rota/engine/errors";
import { PassportError } from "../../errors.ts";
import {
  canonicalJson,
  defineMember,
  JSON_NESTING_MAX,
  type JsonObject,
  type JsonValue,
  objectionToText,
} from "./canonical-json.ts";

/** Maximum number of characters of a text that is read as a whole. The largest allowed proof fits. */
const JSON_LENGTH_MAX = 20_000_000;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export type ReadOptions = {
  /** Treatment of fractions and exponents: "integers" refuses them, "decimals" keeps them as decimal text. Default: "integers". */
  readonly numbers?: NumberReading;
  readonly lengthMax?: number;
};

/** @example readJson('{"n":9007199254740993}').n === 9007199254740993n */
export function readJson(text: string, options: ReadOptions = {}): JsonValue {
  const lengthMax = options.lengthMax ?? JSON_LENGTH_MAX;
  if (text.length > lengthMax) {
    const message = `JSON of ${String(text.length)} characters is longer than the ${String(lengthMax)} allowed: split it`;
    throw new PassportError("VALIDATION_ERROR", message, { length: text.length, lengthMax });
  }
  const reader = new JsonReader(text, options.numbers ?? "integers");
  const { value, end } = reader.valueAt(0);
  if (end < text.length) throw reader.refusal(end, "the end of the text was expected");
  return value;
}

/** Reads stored bytes, and refuses bytes that are not in canonical form. */
export function readCanonical(bytes: Uint8Array): JsonValue {
  const text = decodeUtf8(bytes);
  const value = readJson(text);
  const canonical = canonicalJson(value);
  if (canonical === text) return value;
  let offset = 0;
  while (canonical[offset] === text[offset]) offset++;
  const message = `JSON is not in canonical form from line 1, column ${String(offset + 1)} on: write it with canonicalJson`;
  throw new PassportError("VALIDATION_ERROR", message, { reason: "NotCanonical", ...placeOf(text, offset) });
}

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch (cause) {
    throw new PassportError("VALIDATION_ERROR", "the bytes are not UTF-8: save the text as UTF-8", {}, { cause });
  }
}

type NumberReading = "integers" | "decimals";

const NUMBER_REFUSED = "CanonicalNumberNotAllowed";
/** Maximum number of digits of an integer. Longer ones take far longer to read than other text of the same length. */
const DIGITS_MAX = 10_000;
const NUMBER_TOKEN = /-?\d[\d.eE+-]*/y;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const JSON_INTEGER = /^-?(?:0|[1-9]\d*)$/;
const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const WORD = /[A-Za-z]+/y;
const WORDS: ReadonlyMap<string, JsonValue> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Reads values from one text, each starting at a given offset. */
export class JsonReader {
  readonly #text: string;
  readonly #numbers: NumberReading;
  /** Path to the current value, for refusals. */
  readonly #trail: (string | number)[] = [];
  #at = 0;

  constructor(text: string, numbers: NumberReading) {
    this.#text = text;
    this.#numbers = numbers;
  }

  /** `end` is the first offset after the value and the white space that follows it. */
  valueAt(offset: number): { readonly value: JsonValue; readonly end: number } {
    this.#at = offset;
    this.#skipSpace();
    const value = this.#value(0);
    return { value, end: this.#at };
  }

  refusal(offset: number, message: string, reason = "NotJson"): RotaError {
    const place = placeOf(this.#text, offset);
    const pointer = this.#trail.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    const where = `line ${String(place.line)}, column ${String(place.column)}${pointer === "" ? "" : ` (${pointer})`}`;
    return new PassportError("VALIDATION_ERROR", `JSON, ${where}: ${message}`, { reason, pointer, ...place });
  }

  #value(depth: number): JsonValue {
    const first = this.#text[this.#at];
    if (first === '"') return this.#string();
    if (first === "{" || first === "[") {
      if (depth >= JSON_NESTING_MAX) {
        throw this.refusal(this.#at, `nested deeper than ${String(JSON_NESTING_MAX)} levels`, "TooDeep");
      }
      return first === "{" ? this.#object(depth) : this.#list(depth);
    }
    const number = this.#match(NUMBER_TOKEN);
    if (number !== undefined) return this.#number(number);
    const word = this.#match(WORD) ?? "";
    const value = WORDS.get(word);
    if (value === undefined) throw this.refusal(this.#at, `a value was expected${this.#found()}`);
    this.#advance(word.length);
    return value;
  }

  #list(depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    this.#expect("[");
    while (this.#text[this.#at] !== "]") {
      if (items.length > 0) this.#expect(",");
      this.#trail.push(items.length);
      items.push(this.#value(depth + 1));
      this.#trail.pop();
    }
    this.#expect("]");
    return items;
  }

  #object(depth: number): JsonObject {
    const members: Record<string, JsonValue> = {};
    this.#expect("{");
    for (let isFirst = true; this.#text[this.#at] !== "}"; isFirst = false) {
      if (!isFirst) this.#expect(",");
      const start = this.#at;
      const name = this.#string();
      this.#trail.push(name);
      if (Object.hasOwn(members, name)) {
        throw this.refusal(start, "the member is named twice: keep one of them", "DuplicateName");
      }
      this.#expect(":");
      const value = this.#value(depth + 1);
      if (name === "__proto__") defineMember(members, name, value);
      else members[name] = value;
      this.#trail.pop();
    }
    this.#expect("}");
    return members;
  }

  #number(token: string): JsonValue {
    const shown = token.length > 40 ? `${token.slice(0, 20)}… (${String(token.length)} characters)` : token;
    if (!JSON_NUMBER.test(token)) throw this.refusal(this.#at, `${shown} is no number of JSON`, NUMBER_REFUSED);
    const isDecimals = this.#numbers === "decimals";
    const value = isDecimals ? plainDecimal(token) : exactInteger(token);
    if (value === undefined) {
      const way = isDecimals
        ? "has more than 40 significant digits or an exponent beyond 60: round it"
        : `is not written as an integer of at most ${String(DIGITS_MAX)} digits: give a decimal as text`;
      throw this.refusal(this.#at, `the number ${shown} ${way}`, NUMBER_REFUSED);
    }
    this.#advance(token.length);
    return value;
  }

  #string(): string {
    const start = this.#at;
    const end = this.#endOfString();
    const inner = this.#text.slice(start + 1, end - 1);
    const string = inner.includes("\\") ? decoded(`"${inner}"`) : inner;
    const objection = objectionToText(string);
    if (objection !== undefined) throw this.refusal(start, objection, "TextNotAllowed");
    this.#advance(end - start);
    return string;
  }

  /** Uses a loop, because a regular expression needs stack for every character of a long text. */
  #endOfString(): number {
    if (this.#text[this.#at] !== '"')
      throw this.refusal(this.#at, `text in double quotes was expected${this.#found()}`);
    let index = this.#at + 1;
    for (;;) {
      const unit = this.#text.charCodeAt(index);
      if (unit === 0x22) return index + 1;
      if (Number.isNaN(unit)) throw this.refusal(this.#at, "the text that begins here does not end");
      if (unit < 0x20) throw this.refusal(index, "a control character stands in a text: escape it");
      if (unit !== 0x5c) {
        index++;
        continue;
      }
      ESCAPE.lastIndex = index;
      const escape = ESCAPE.exec(this.#text)?.[0];
      if (escape === undefined) throw this.refusal(index, "JSON has no such escape");
      index += escape.length;
    }
  }

  #expect(token: string): void {
    if (this.#text[this.#at] !== token) throw this.refusal(this.#at, `"${token}" was expected${this.#found()}`);
    this.#advance(1);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }

  #advance(length: number): void {
    this.#at += length;
    this.#skipSpace();
  }

  #skipSpace(): void {
    if (this.#text.charCodeAt(this.#at) <= 0x20) this.#at += this.#match(SPACE)?.length ?? 0;
  }

  #found(): string {
    return this.#at < this.#text.length ? `, not ${JSON.stringify(this.#text[this.#at])}` : ", but the text ends";
  }
}

function decoded(quoted: string): string {
  const value: unknown = JSON.parse(quoted);
  return String(value);
}

function exactInteger(token: string): bigint | undefined {
  const isInteger = token.length <= DIGITS_MAX && JSON_INTEGER.test(token) && token !== "-0";
  return isInteger ? BigInt(token) : undefined;
}

/** Maximum number of digits from the first that is not 0 to the last. */
const SIGNIFICANT_DIGITS_MAX = 40;
const EXPONENT_MAX = 60;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Turns a number of JSON or CSV into an integer, or into decimal text without an exponent, digit for digit. Returns
 * undefined for a number with too many digits or too large an exponent, and for text that is not a number.
 *
 * @example plainDecimal("12.50") === "12.50"; plainDecimal("2e-3") === "0.002"; plainDecimal("7") === 7n
 */
export function plainDecimal(token: string): bigint | string | undefined {
  const [, sign = "", whole = "", fraction = "", exponentText] = NUMBER.exec(token) ?? [];
  if (whole === "") return undefined;
  const exponent = Number(exponentText ?? 0);
  const significant = (whole + fraction).replace(/^0+/, "");
  if (significant.length > SIGNIFICANT_DIGITS_MAX || Math.abs(exponent) > EXPONENT_MAX) return undefined;
  if (fraction === "" && exponentText === undefined) return BigInt(token);

  const digits = whole + fraction;
  const pointAt = whole.length + exponent;
  const padded = pointAt <= 0 ? "0".repeat(1 - pointAt) + digits : digits.padEnd(pointAt, "0");
  const point = Math.max(pointAt, 1);
  const left = padded.slice(0, point).replace(/^0+(?=\d)/, "");
  const right = padded.slice(point);
  const isZero = /^0*$/.test(left + right);
  return `${isZero ? "" : sign}${left}${right === "" ? "" : `.${right}`}`;
}

type Place = { readonly line: number; readonly column: number; readonly offset: number };

/** Returns a position in a text as editors count it: line and column from 1, offset from 0, all in UTF-16 units. */
export function placeOf(text: string, offset: number): Place {
  let line = 1;
  let lineStart = 0;
  for (let index = text.indexOf("\n"); index >= 0 && index < offset; index = text.indexOf("\n", index + 1)) {
    line++;
    lineStart = index + 1;
  }
  return { line, column: offset - lineStart + 1, offset };
}
