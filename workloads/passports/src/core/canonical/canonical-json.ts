/** Writes BPC-CJSON-1, which has one text for equal values. It is not RFC 8785: members are ordered by code points, and numbers are integers of any size. */
import type { RotaError } from "@rota/engine/errors";
import { PassportError } from "../../errors.ts";

/** Maximum number of levels of lists and objects, both when writing and when reading. */
export const JSON_NESTING_MAX = 64;

const LONE_SURROGATE = /\p{Surrogate}/u;
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

/** @example canonicalJson({ b: 2n, a: 1 }) === '{"a":1,"b":2}' */
export function canonicalJson(value: CanonicalValue): string {
  return textOf(value, 0);
}

/** Returns why BPC-CJSON-1 cannot hold a text, or undefined if it can. */
export function objectionToText(text: string): string | undefined {
  if (text.includes("\u0000")) return "text holds U+0000, which the database cannot store";
  return LONE_SURROGATE.test(text) ? "text holds half of a character" : undefined;
}

function textOf(value: CanonicalValue, depth: number): string {
  if (typeof value === "string") return textOfString(value);
  if (typeof value === "number") return textOfNumber(value);
  if (typeof value !== "object" || value === null) return String(value);
  return textOfContainer(value, depth);
}

function textOfContainer(
  value: readonly CanonicalValue[] | { readonly [name: string]: CanonicalValue },
  depth: number,
): string {
  if (depth >= JSON_NESTING_MAX) throw refusal(`it is nested deeper than ${String(JSON_NESTING_MAX)} levels`);
  if (isList<CanonicalValue>(value)) return `[${value.map((item) => textOf(item, depth + 1)).join(",")}]`;
  let text = "";
  for (const name of sortedNames(value)) {
    const member = value[name];
    if (member === undefined) throw refusal(`its member "${name}" is undefined`);
    text += `${text === "" ? "" : ","}${textOfString(name)}:${textOf(member, depth + 1)}`;
  }
  return `{${text}}`;
}

/** Sorts only when needed: an object that was read from a canonical form is in order already. */
function sortedNames(value: { readonly [name: string]: CanonicalValue }): readonly string[] {
  const names = Object.keys(value);
  for (let index = 1; index < names.length; index++) {
    if (compareCodePoints(names[index - 1] ?? "", names[index] ?? "") > 0) return names.sort(compareCodePoints);
  }
  return names;
}

function textOfNumber(value: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  throw refusal(`it holds the number ${String(value)}; give an integer, or a decimal as text`);
}

function textOfString(value: string): string {
  if (PLAIN_TEXT.test(value)) return `"${value}"`;
  const objection = objectionToText(value);
  if (objection !== undefined) throw refusal(objection);
  return JSON.stringify(value);
}

function refusal(reason: string): RotaError {
  return new PassportError("VALIDATION_ERROR", `a value has no canonical form: ${reason}`, { reason });
}

/** A value that was read: integers are bigint. Members are read with memberOf, because objects also inherit names. */
export type JsonValue = null | boolean | string | bigint | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [name: string]: JsonValue };

/** A value that can be written: small integers may also be numbers. */
export type CanonicalValue =
  null | boolean | string | bigint | number | readonly CanonicalValue[] | { readonly [name: string]: CanonicalValue };

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

/** Narrows to a read-only array, which Array.isArray does not. */
export function isList<Item>(value: unknown): value is readonly Item[] {
  return Array.isArray(value);
}

/** Adds a member of any name. An assignment to `__proto__` would set the prototype instead. */
export function defineMember<Value>(object: Record<string, Value>, name: string, value: Value): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Returns an object without a prototype, so that a member named `__proto__` is a member. */
export function emptyObject<Value>(): Record<string, Value> {
  const object: Record<string, Value> = {};
  Object.setPrototypeOf(object, null);
  return object;
}

export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

const SURROGATES_BEGIN = 0xd800;
const SURROGATES_END = 0xe000;

/**
 * Compares texts by code points: returns a negative number if `left` comes first, and 0 if they are equal. This is the
 * order of their UTF-8 bytes, and not the order of JavaScript.
 */
export function compareCodePoints(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Ranks surrogates after all other code units, because they are halves of characters beyond U+FFFF. */
function rank(unit: number): number {
  return unit >= SURROGATES_BEGIN && unit < SURROGATES_END ? unit + SURROGATES_END : unit;
}
