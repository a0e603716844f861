/** Turns the values of an event into those that expressions see: whole numbers, text, booleans, lists and maps. */

export type ExpressionValue =
  string | bigint | boolean | null | readonly ExpressionValue[] | { readonly [name: string]: ExpressionValue };

/** Thrown with a sentence that names the place in the event. */
export class PayloadError extends Error {}

export const PAYLOAD_DEPTH_MAX = 32;

/**
 * A whole number becomes an exact one. A decimal becomes its text, as `minor()` takes it: there is no floating point
 * in expressions. A whole number that JSON may have rounded on its way is refused.
 */
export function expressionValue(value: unknown, place: string, depth = 0): ExpressionValue {
  if (depth > PAYLOAD_DEPTH_MAX) throw new PayloadError(`${place} is nested deeper than ${String(PAYLOAD_DEPTH_MAX)}`);
  if (typeof value === "string" || typeof value === "boolean" || value === null || typeof value === "bigint")
    return value;
  if (typeof value === "number") return numberValue(value, place);
  if (Array.isArray(value))
    return value.map((member: unknown, index) => expressionValue(member, `${place}[${String(index)}]`, depth + 1));
  if (typeof value !== "object") throw new PayloadError(`${place} is ${typeof value}, which JSON does not have`);
  return isAsItIs(value) ? value : convertedMembers(value, place, depth);
}

/** Most payloads are flat and of text: they are seen as they came. */
function isAsItIs(value: object): value is { readonly [name: string]: ExpressionValue } {
  for (const member of Object.values(value))
    if (typeof member !== "string" && typeof member !== "boolean" && member !== null) return false;
  return true;
}

function convertedMembers(value: object, place: string, depth: number): ExpressionValue {
  const converted: Record<string, ExpressionValue> = {};
  const members: [string, unknown][] = Object.entries(value);
  for (const [name, member] of members) {
    if (member === undefined) continue;
    const memberValue = typeof member === "string" ? member : expressionValue(member, `${place}.${name}`, depth + 1);
    // By assignment it would not become an ordinary member.
    if (name === "__proto__") Object.defineProperty(converted, name, { ...ORDINARY, value: memberValue });
    else converted[name] = memberValue;
  }
  return converted;
}

const ORDINARY = { enumerable: true, configurable: true, writable: true };

function numberValue(value: number, place: string): ExpressionValue {
  if (Number.isSafeInteger(value)) return BigInt(value);
  if (!Number.isFinite(value) || Number.isInteger(value))
    throw new PayloadError(`${place} is a number that JSON does not carry exactly; send it as text`);
  return String(value);
}
