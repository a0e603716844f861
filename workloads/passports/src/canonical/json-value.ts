/** The values of BPC-CJSON-1: JSON whose numbers are integers of any size. */

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
