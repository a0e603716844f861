/**
 * Reads JSON exactly: integers of any size, no name twice, no half characters; every refusal has its place.
 *
 * JSON.parse would change 9007199254740993 and drop the first of two members with one name, both in silence.
 */
import { RotaError } from "@rota/engine/errors";
import { canonicalJson } from "./canonical-json.ts";
import { JsonReader, type NumberReading } from "./json-reader.ts";
import type { JsonValue } from "./json-value.ts";
import { placeOf } from "./place.ts";

/** Characters of a text that is read as a whole: the largest proof that there may be. */
export const JSON_LENGTH_MAX = 20_000_000;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export type ReadOptions = {
  /** What becomes of fractions and exponents: refused, or kept as decimal text. Default: refused. */
  readonly numbers?: NumberReading;
  readonly lengthMax?: number;
};

/** @example readJson('{"n":9007199254740993}').n === 9007199254740993n */
export function readJson(text: string, options: ReadOptions = {}): JsonValue {
  const lengthMax = options.lengthMax ?? JSON_LENGTH_MAX;
  if (text.length > lengthMax) {
    const message = `JSON of ${String(text.length)} characters is longer than the ${String(lengthMax)} allowed: split it`;
    throw new RotaError("VALIDATION_ERROR", message, { length: text.length, lengthMax });
  }
  const reader = new JsonReader(text, options.numbers ?? "integers");
  const { value, end } = reader.valueAt(0);
  if (end < text.length) throw reader.refusal(end, "the end of the text was expected");
  return value;
}

/** The value of stored bytes; refuses bytes that are not the canonical form of what they hold. */
export function readCanonical(bytes: Uint8Array): JsonValue {
  const text = decodeUtf8(bytes);
  const value = readJson(text);
  const canonical = canonicalJson(value);
  if (canonical === text) return value;
  let offset = 0;
  while (canonical[offset] === text[offset]) offset++;
  const message = `JSON is not in canonical form from line 1, column ${String(offset + 1)} on: write it with canonicalJson`;
  throw new RotaError("VALIDATION_ERROR", message, { reason: "NotCanonical", ...placeOf(text, offset) });
}

export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch (cause) {
    throw new RotaError("VALIDATION_ERROR", "the bytes are not UTF-8: save the text as UTF-8", {}, { cause });
  }
}
