/**
 * Writes a value as canonical JSON (RFC 8785): equal values give equal text, whatever the order of their members.
 *
 * Values that JSON cannot represent are refused, where JSON.stringify drops or changes them silently, so that a hash of
 * the text covers the whole value. Numbers are written as JavaScript writes them, as the RFC requires.
 */

/** Maximum depth of arrays and objects. It also stops at a value that contains itself. */
export const NESTING_MAX = 1_000;

const LONE_SURROGATE = /[\ud800-\udfff]/u;
/** Text that needs no escapes: most names and many values, in half the time. */
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

/** Path from the outermost member to the current value. */
type Trail = (string | number)[];

/**
 * The error for a value that JSON cannot represent, with its place. It does not contain the value, which may be a
 * secret.
 */
export class NotJsonError extends TypeError {
  override readonly name = "NotJsonError";
  /** Place such as `$.lines[3].amount`; `$` is the whole value. */
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`JSON cannot hold ${path}: ${reason}`);
    this.path = path;
  }
}

/** @example canonicalJson({ b: 1.0, a: "x" }) === '{"a":"x","b":1}' */
export function canonicalJson(value: unknown): string {
  return textOf(value, []);
}

function textOf(value: unknown, trail: Trail): string {
  if (typeof value === "string") return textOfString(value, trail);
  if (typeof value === "number") return textOfNumber(value, trail);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value === null) return "null";
  if (typeof value === "bigint") throw refusal(trail, "it is a bigint; give it as a string");
  if (typeof value !== "object") throw refusal(trail, `it is ${typeof value}; leave it out or give null`);
  if (trail.length >= NESTING_MAX) throw refusal([], `it is nested deeper than ${String(NESTING_MAX)} levels`);
  if (Array.isArray(value)) return textOfArray(value, trail);
  if (isPlain(value)) return textOfObject(value, trail);
  throw refusal(trail, `it is an object of a class (${classOf(value)}); give a plain object, an array or a string`);
}

function textOfString(value: string, trail: Trail): string {
  if (PLAIN_TEXT.test(value)) return `"${value}"`;
  const text = JSON.stringify(value);
  // Only half of a surrogate pair is written with this escape, but a backslash in the value may look like it.
  if (text.includes("\\ud") && LONE_SURROGATE.test(value)) throw refusal(trail, "its text holds half of a character");
  return text;
}

function textOfNumber(value: number, trail: Trail): string {
  if (!Number.isFinite(value)) throw refusal(trail, `it is ${String(value)}; give null or a string`);
  return String(value);
}

function textOfArray(items: readonly unknown[], trail: Trail): string {
  let text = "[";
  for (let index = 0; index < items.length; index++) {
    trail.push(index);
    text += (index === 0 ? "" : ",") + textOf(items[index], trail);
    trail.pop();
  }
  return text + "]";
}

function textOfObject(members: Readonly<Record<string, unknown>>, trail: Trail): string {
  if (Object.getOwnPropertySymbols(members).length > 0) throw refusal(trail, "a member is named by a symbol");
  let text = "{";
  // The default order is that of UTF-16 code units, as the RFC requires.
  for (const name of Object.keys(members).sort()) {
    trail.push(name);
    text += (text === "{" ? "" : ",") + textOfString(name, trail) + ":" + textOf(members[name], trail);
    trail.pop();
  }
  return text + "}";
}

/** Returns true for objects made by a literal or by JSON.parse, in this realm or another. */
function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function classOf(value: object): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

function refusal(trail: Readonly<Trail>, reason: string): NotJsonError {
  const steps = trail.map((step) => {
    if (typeof step === "number") return `[${String(step)}]`;
    return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return new NotJsonError(`$${steps.join("")}`, reason);
}
