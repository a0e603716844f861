/** Defines the fields and pages that many operations share. Input is bounded and contains no control characters. */
import { type TObjectOptions, type TProperties, type TSchema, Type } from "typebox";
import { REPLAYED_HEADERS } from "../idempotency.ts";

/** Tenant of a request that names none and is bound to none. */
export const DEFAULT_TENANT = "default";

type Described = { readonly description?: string; readonly examples?: string[] };

/** Excludes NUL and halves of surrogate pairs, which PostgreSQL cannot store, and control characters, which a line cannot show. */
const ONE_LINE = "^[^\\p{Cc}\\p{Cs}]+$";

/** Makes a schema of one line of text of bounded length. */
export function Line(lengthMax: number, options: Described = {}) {
  return Type.String({ minLength: 1, maxLength: lengthMax, pattern: ONE_LINE, ...options });
}

/** Makes a schema of a caller's input. It refuses unknown fields, which may be typing errors. */
export function Given<const Fields extends TProperties>(fields: Fields, options: TObjectOptions = {}) {
  return Type.Object(fields, { additionalProperties: false, ...options });
}

/** Makes a schema that also accepts null, which means: not known, not set or missing. */
export function Nullable<Field extends TSchema>(schema: Field, options: Described = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** Makes a schema of a union of words, as an enum that readers and generators understand. */
export function Word<const Words extends readonly string[]>(words: Words, options: Described = {}) {
  return Type.Unsafe<Words[number]>({ type: "string", enum: [...words], ...options });
}

/** Whole number from 0. */
export const Whole = Type.Integer({ minimum: 0 });

/** Time in ISO 8601 with Z. */
export const Time = Type.String({ format: "date-time", examples: ["2026-03-01T12:00:00.000Z"] });

/** Name of a tenant. */
export const Tenant = Line(200, { description: "Whose it is.", examples: ["ann"] });

/** Default and maximum number of items of a page, and the maximum length of a cursor. */
export type PageLimits = { readonly limit: number; readonly limitMax: number; readonly afterLengthMax?: number };

/** Makes the query fields of a list: the number of items and the cursor of the page. */
export function pageFields({ limit, limitMax, afterLengthMax = 300 }: PageLimits) {
  return {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limitMax, default: limit, description: "How many items at most." }),
    ),
    after: Type.Optional(Line(afterLengthMax, { description: "The `next` of the page before." })),
  };
}

/** Makes a schema of a page of a list; `next` is null on the last page. */
export function PageView<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    next: Nullable(Type.String(), { description: "Where the next page begins; null: nowhere." }),
  });
}

/** Limit that a page was read with, and the cursor that continues after an item. */
export type PageOptions<Item> = { readonly limit: number; readonly cursorOf: (item: Item) => string };

/** Makes a page of items that were read with a limit. A full page has a cursor, since another page may follow. */
export function pageOf<Item>(
  items: readonly Item[],
  { limit, cursorOf }: PageOptions<Item>,
): { items: Item[]; next: string | null } {
  const last = items.length < limit ? undefined : items.at(-1);
  return { items: [...items], next: last === undefined ? null : cursorOf(last) };
}

type Replayed<Body> =
  | { readonly status: 200; readonly headers: typeof REPLAYED_HEADERS; readonly body: Body }
  | { readonly status: 201; readonly body: Body };

/** Returns the answer to a request that creates something: 201 the first time, 200 when the same request is repeated. */
export function createdOnce<Body>(body: Body, { isRepeated }: { readonly isRepeated: boolean }): Replayed<Body> {
  return isRepeated ? { status: 200, headers: REPLAYED_HEADERS, body } : { status: 201, body };
}
