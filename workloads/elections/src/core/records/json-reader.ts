/** Reads JSON of a known shape and untrusted content; every error names the file and the field. */
import { RotaError } from "@rota/engine/errors";
import { ElectionError } from "../../errors.ts";
import { fromHex } from "../crypto/hash.ts";

/** A value in a JSON text and its path. */
export type JsonValue = {
  /** Such as `tally.json contests.mayor.selections`. */
  readonly path: string;
  readonly member: (name: string) => JsonValue;
  /** Returns undefined when the member is missing or null. */
  readonly optional: (name: string) => JsonValue | undefined;
  readonly list: () => JsonValue[];
  readonly entries: () => [name: string, value: JsonValue][];
  readonly text: () => string;
  readonly integer: () => number;
  readonly boolean: () => boolean;
  /** Reads a number in hexadecimal digits, as text or as `{ "data": text }`. */
  readonly hex: () => bigint;
  /** Returns whether it is an object, for members that are a list in some versions and an object in others. */
  readonly isObject: () => boolean;
};

/**
 * Maximum number of digits: more than 4096 bits have, in decimal or hexadecimal. Longer numbers are refused before they
 * cost anything.
 */
export const DIGITS_MAX = 2_048;

export function readHex(digits: string, path: string): bigint {
  if (digits.length <= DIGITS_MAX) return fromHex(digits, path);
  const message = `${path} must have at most ${String(DIGITS_MAX)} digits, it has ${String(digits.length)}`;
  throw new ElectionError("ELECTION_RECORD_INVALID", message, { path });
}

export function readJson(text: string, file: string): JsonValue {
  try {
    return valueAt(JSON.parse(text), file);
  } catch (cause) {
    if (cause instanceof RotaError) throw cause;
    throw new ElectionError("ELECTION_RECORD_INVALID", `${file} is no JSON`, { file }, { cause });
  }
}

function valueAt(value: unknown, path: string): JsonValue {
  const refuse = (wanted: string) =>
    new ElectionError("ELECTION_RECORD_INVALID", `${path} must be ${wanted}`, { path });
  const object = () => {
    if (!isObject(value)) throw refuse("an object");
    return value;
  };
  const below = (name: string, found: unknown) => valueAt(found, `${path}${path.includes(" ") ? "." : " "}${name}`);
  const text = () => {
    if (typeof value !== "string") throw refuse("text");
    return value;
  };
  const member = (name: string) => {
    const found = object();
    if (!Object.hasOwn(found, name)) throw refuse(`an object with the member "${name}"`);
    return below(name, found[name]);
  };
  return {
    path,
    member,
    optional: (name) => {
      const found = Object.hasOwn(object(), name) ? object()[name] : undefined;
      return found === undefined || found === null ? undefined : below(name, found);
    },
    list: () => {
      if (!Array.isArray(value)) throw refuse("a list");
      return value.map((item: unknown, index) => below(String(index), item));
    },
    entries: () => Object.entries(object()).map(([name, found]) => [name, below(name, found)]),
    text,
    integer: () => {
      if (!Number.isSafeInteger(value)) throw refuse("a whole number");
      return Number(value);
    },
    boolean: () => {
      if (typeof value !== "boolean") throw refuse("true or false");
      return value;
    },
    hex: () => (isObject(value) ? member("data").hex() : readHex(text(), path)),
    isObject: () => isObject(value),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
