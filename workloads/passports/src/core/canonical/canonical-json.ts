/** Writes BPC-CJSON-1, one text for equal values. It is not RFC 8785: members are ordered by code points, and numbers are integers of any size. */
import { RotaError } from "@rota/engine/errors";

/** Levels of lists and objects, in what is written and in what is read. */
export const JSON_NESTING_MAX = 64;

const LONE_SURROGATE = /\p{Surrogate}/u;
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

/** @example canonicalJson({ b: 2n, a: 1 }) === '{"a":1,"b":2}' */
export function canonicalJson(value: CanonicalValue): string {
  return textOf(value, 0);
}

/** What text BPC-CJSON-1 cannot hold, undefined where it can. */
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

/** What was read from a canonical form is in order already. */
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
  return new RotaError("VALIDATION_ERROR", `a value has no canonical form: ${reason}`, { reason });
}

/** As it is read: integers are bigint. Members are asked for with memberOf, since objects inherit names too. */
export type JsonValue = null | boolean | string | bigint | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [name: string]: JsonValue };

/** As it may be written: small integers also as numbers. */
export type CanonicalValue =
  null | boolean | string | bigint | number | readonly CanonicalValue[] | { readonly [name: string]: CanonicalValue };

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

/** Array.isArray does not tell the checker that a read-only array is one. */
export function isList<Item>(value: unknown): value is readonly Item[] {
  return Array.isArray(value);
}

/** Adds a member whatever its name; an assignment to `__proto__` would set the prototype. */
export function defineMember<Value>(object: Record<string, Value>, name: string, value: Value): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** An object without a prototype: members named `__proto__` are members. */
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
 * Compares texts by code points: negative when `left` comes first, 0 when they are equal. This is the order of their UTF-8
 * bytes, which is not the order of JavaScript.
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

/** Halves of characters beyond U+FFFF come after all other units. */
function rank(unit: number): number {
  return unit >= SURROGATES_BEGIN && unit < SURROGATES_END ? unit + SURROGATES_END : unit;
}
