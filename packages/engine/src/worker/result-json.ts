/** Writes a handler's result as JSON, encoded by the codec if there is one, and refuses values that JSON would lose or that are too large. */
import { encodeValue } from "../codec/encode-value.ts";
import type { PayloadCodec } from "../codec/payload-codec.ts";
import { RotaError } from "../errors.ts";
import type { ResultJson } from "../tasks/outcome.ts";

/** The largest result of one chunk. */
export const RESULT_BYTES_MAX = 1_048_576;

/**
 * Undefined for a handler that returned nothing. JSON leaves functions out and turns NaN into null and a Map into `{}`:
 * a result that would come back as something else is refused instead, with RESULT_NOT_JSON.
 */
export function resultJson(result: unknown, bytesMax: number = RESULT_BYTES_MAX): ResultJson {
  if (result === undefined) return undefined;
  const text = stringify(result, bytesMax);
  const bytes = Buffer.byteLength(text);
  if (bytes > bytesMax) throw tooLarge(`${String(bytes)} bytes`, bytesMax);
  return text;
}

function stringify(result: unknown, bytesMax: number): string {
  try {
    const text: string | undefined = JSON.stringify(result, checkEach(bytesMax));
    if (text === undefined) throw notJson("is left out by its own toJSON");
    return text;
  } catch (error) {
    if (error instanceof RotaError) throw error;
    // V8 refuses a list of billions before it reads it.
    if (error instanceof RangeError && error.message === "Invalid string length")
      throw tooLarge(`more than ${String(bytesMax)} bytes`, bytesMax);
    throw notJson(`cannot be written as json: ${firstLine(error)}`, error);
  }
}

/** Counts along, each value as one at least, so that a result without end is refused before it fills the memory. */
function checkEach(bytesMax: number): (key: string, value: unknown) => unknown {
  let size = 0;
  return (key, value) => {
    const problem = problemOf(value) ?? (UNSTORABLE.test(key) ? "has a name that jsonb cannot store" : undefined);
    if (problem !== undefined)
      throw notJson(key === "" ? problem : `holds "${key.slice(0, KEY_SHOWN_MAX)}", which ${problem}`);
    size += typeof value === "string" ? value.length : 1;
    if (size > bytesMax) throw tooLarge(`more than ${String(bytesMax)} bytes`, bytesMax);
    return value;
  };
}

/** NUL and halves of surrogate pairs. */
const UNSTORABLE = /\0|\p{Cs}/u;
const KEY_SHOWN_MAX = 100;
const REASON_SHOWN_MAX = 200;

function problemOf(value: unknown): string | undefined {
  if (typeof value === "string")
    return UNSTORABLE.test(value)
      ? "is a text with a NUL or half of a surrogate pair, which jsonb cannot store"
      : undefined;
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : `is ${String(value)}, which has no form in json`;
  if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol")
    return `is a ${typeof value}, which has no form in json`;
  if (typeof value !== "object" || value === null || !losesAll(value)) return undefined;
  return "is neither plain data nor has fields, so that json would lose it";
}

/** A Map, a Set, a Promise, an Error: all would become `{}`. */
function losesAll(value: object): boolean {
  if (Array.isArray(value) || Object.keys(value).length > 0) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return !isPlain;
}

function notJson(what: string, cause?: unknown): RotaError {
  const wayOut = "return texts, finite numbers, booleans, null, lists and plain objects";
  return new RotaError("RESULT_NOT_JSON", `the result ${what}: ${wayOut}`, {}, { cause });
}

function tooLarge(size: string, bytesMax: number): RotaError {
  return new RotaError(
    "RESULT_TOO_LARGE",
    `the result has ${size} as json, at most ${String(bytesMax)} are allowed: store it elsewhere and return where it is`,
    { bytesMax },
  );
}

/** Keeps the first line: V8's message about circles has several. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : "something that is no Error was thrown";
  return text.split("\n", 1).join("").slice(0, REASON_SHOWN_MAX);
}

/** Undefined when there is no result. */
export async function encodeResult(codec: PayloadCodec | undefined, result: unknown, type: string): Promise<unknown> {
  if (codec === undefined) return result;
  const text = resultJson(result);
  return text === undefined ? undefined : encodeValue(codec, JSON.parse(text), { field: "result", type });
}
