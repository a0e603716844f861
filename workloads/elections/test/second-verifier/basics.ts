/** Provides the basics of the second verifier: powers with BigInt, SHA-256 of Node, and careful reading of JSON. */
import { createHash } from "node:crypto";

export type Constants = { readonly p: bigint; readonly q: bigint; readonly r: bigint; readonly g: bigint };

/** Error for a record that is not valid. */
export class NotValid extends Error {}

export function check(holds: boolean, what: string): void {
  if (!holds) throw new NotValid(what);
}

export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

export function product(factors: readonly bigint[], modulus: bigint): bigint {
  return factors.reduce((all, factor) => (all * factor) % modulus, 1n);
}

/** Returns a^(q-2), which is the inverse of a because q is prime. */
export function inverse(value: bigint, prime: bigint): bigint {
  return power(((value % prime) + prime) % prime, prime - 2n, prime);
}

/** Part of a hash, which is |e(x1)|e(x2)|…| as a number modulo q; null is "null", a list is the hash of its members. */
export type Part = bigint | number | string | null | readonly Part[];

export function hashOf(q: bigint, ...parts: readonly Part[]): bigint {
  const text = parts.map((part) => `|${written(q, part)}`).join("");
  return BigInt(`0x${createHash("sha256").update(`${text}|`, "utf8").digest("hex")}`) % q;
}

function written(q: bigint, part: Part): string {
  if (typeof part === "string") return part;
  if (typeof part === "number") return part.toString();
  if (typeof part === "bigint") {
    const digits = part.toString(16).toUpperCase();
    return digits.padStart(digits.length + (digits.length % 2), "0");
  }
  return part === null || part.length === 0 ? "null" : written(q, hashOf(q, ...part));
}

/** Returns the value at the end of a path of names. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    check(typeof found === "object" && found !== null && Object.hasOwn(found, name), `${name} is not there`);
    found = Reflect.get(Object(found), name);
  }
  return found;
}

export function text(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  if (typeof found !== "string") throw new NotValid(`${path.join(".")} is no text`);
  return found;
}

export function textOrNull(value: unknown, name: string): string | null {
  return at(value, name) === null ? null : text(value, name);
}

export function count(value: unknown, ...path: readonly string[]): number {
  const found = at(value, ...path);
  if (typeof found !== "number" || !Number.isSafeInteger(found)) throw new NotValid(`${path.join(".")} is no count`);
  return found;
}

export function big(value: unknown, ...path: readonly string[]): bigint {
  const digits = text(value, ...path);
  check(/^[0-9A-F]+$/.test(digits), `${path.join(".")} is no number`);
  return BigInt(`0x${digits}`);
}

export function list(value: unknown, ...path: readonly string[]): unknown[] {
  const found = at(value, ...path);
  if (!Array.isArray(found)) throw new NotValid(`${path.join(".")} is no list`);
  return found.map((item: unknown) => item);
}

export function members(value: unknown, ...path: readonly string[]): [name: string, member: unknown][] {
  const found = at(value, ...path);
  if (typeof found !== "object" || found === null) throw new NotValid(`${path.join(".")} is no object`);
  return Object.keys(found).map((name) => [name, Reflect.get(found, name)]);
}
