/** Reads what was thrown, whatever it is: getters and proxies that throw read as undefined. Pure, and never throws. */
import { inspect } from "node:util";

export function readField(thrown: unknown, name: PropertyKey): unknown {
  if ((typeof thrown !== "object" && typeof thrown !== "function") || thrown === null) return undefined;
  try {
    return Reflect.get(thrown, name);
  } catch {
    return undefined;
  }
}

export function readText(thrown: unknown, name: string): string | undefined {
  const value = readField(thrown, name);
  return typeof value === "string" ? value : undefined;
}

/** One sentence for what has no message of its own. Of an object only names of fields are told: values may be secret. */
export function describeThrown(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  if (typeof thrown === "function") return "a function was thrown";
  if (typeof thrown !== "object" || thrown === null) return `${inspect(thrown)} was thrown: nothing says why`;
  return `${isList(thrown) ? "a list" : "an object without a message"} was thrown, ${fieldNames(thrown)}`;
}

/** What caused it: `cause`, and of an AggregateError also `errors`. At most `countMax`. */
export function directCauses(thrown: unknown, countMax: number): unknown[] {
  const cause = readField(thrown, "cause");
  const errors = readField(thrown, "errors");
  const causes: unknown[] = cause === undefined ? [] : [cause];
  if (isList(errors))
    for (let index = 0; causes.length < countMax && index < length(errors); index++)
      causes.push(readField(errors, index));
  return causes.slice(0, countMax);
}

const FIELDS_SHOWN_MAX = 10;

function fieldNames(thrown: object): string {
  try {
    const names = Object.keys(thrown).slice(0, FIELDS_SHOWN_MAX);
    return names.length === 0 ? "without fields" : `with the fields ${names.join(", ")}`;
  } catch {
    return "which cannot be read";
  }
}

/** `Array.isArray` throws on a proxy that was revoked. */
function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

function length(list: unknown): number {
  return Number(readField(list, "length"));
}
