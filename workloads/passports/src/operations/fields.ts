/** Fields that many operations take or give. What is given in is bounded and holds no control characters. */
import { Type, type TObjectOptions, type TProperties, type TSchema } from "typebox";

const ONE_LINE = "^[^\\p{Cc}\\p{Cs}]+$";

export function Line(lengthMax: number, options: { readonly description?: string; readonly examples?: string[] } = {}) {
  return Type.String({ minLength: 1, maxLength: lengthMax, pattern: ONE_LINE, ...options });
}

/** What callers give: a field that nobody knows is refused, since it may be a slip. */
export function Given<const Fields extends TProperties>(fields: Fields, options: TObjectOptions = {}) {
  return Type.Object(fields, { additionalProperties: false, ...options });
}

export function Nullable<Schema extends TSchema>(schema: Schema, options: { readonly description?: string } = {}) {
  return Type.Union([schema, Type.Null()], options);
}

export function Word<const Words extends readonly string[]>(
  words: Words,
  options: { readonly description?: string } = {},
) {
  return Type.Unsafe<Words[number]>({ type: "string", enum: [...words], ...options });
}

export const Uuid = Type.String({
  pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  examples: ["3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
});
export const Tenant = Line(200, { description: "Whose it is.", examples: ["ann"] });
export const Whole = Type.Integer({ minimum: 0 });
export const Time = Type.String({ format: "date-time", examples: ["2026-03-01T12:00:00.000Z"] });
export const Hash = Type.String({ pattern: "^[0-9a-f]{64}$", description: "SHA-256 in hexadecimal digits." });
export const JobId = Type.String({ description: "Of what is done in the background: see /v1/jobs.", examples: ["42"] });
