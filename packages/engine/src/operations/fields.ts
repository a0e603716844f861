/** Defines the fields and pages that many operations share. Input is bounded and holds no control characters. */
import { type TObjectOptions, type TProperties, type TSchema, Type } from "typebox";
import { REPLAYED_HEADERS } from "../idempotency.ts";

/** The tenant of a request that names none and is bound to none. */
export const DEFAULT_TENANT = "default";

type Described = { readonly description?: string; readonly examples?: string[] };

/** PostgreSQL cannot store NUL or half of a surrogate pair, and a line cannot show control characters. */
const ONE_LINE = "^[^\\p{Cc}\\p{Cs}]+$";

/** One line of text of bounded length. */
export function Line(lengthMax: number, options: Described = {}) {
  return Type.String({ minLength: 1, maxLength: lengthMax, pattern: ONE_LINE, ...options });
}

/** Input of a caller: an unknown field is refused, since it may be a slip. */
export function Given<const Fields extends TProperties>(fields: Fields, options: TObjectOptions = {}) {
  return Type.Object(fields, { additionalProperties: false, ...options });
}

/** Null: not known, not set or missing. */
export function Nullable<Field extends TSchema>(schema: Field, options: Described = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** A union of words, as an enum that readers and generators understand. */
export function Word<const Words extends readonly string[]>(words: Words, options: Described = {}) {
  return Type.Unsafe<Words[number]>({ type: "string", enum: [...words], ...options });
}

/** A whole number from 0. */
export const Whole = Type.Integer({ minimum: 0 });

/** ISO 8601 with Z. */
export const Time = Type.String({ format: "date-time", examples: ["2026-03-01T12:00:00.000Z"] });

/** The name of a tenant. */
export const Tenant = Line(200, { description: "Whose it is.", examples: ["ann"] });

/** Default and maximum of the items of a page, and the longest cursor that is read. */
export type PageLimits = { readonly limit: number; readonly limitMax: number; readonly afterLengthMax?: number };

/** Query fields of every list: how many items, and where the page begins. */
export function pageFields({ limit, limitMax, afterLengthMax = 300 }: PageLimits) {
  return {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limitMax, default: limit, description: "How many items at most." }),
    ),
    after: Type.Optional(Line(afterLengthMax, { description: "The `next` of the page before." })),
  };
}

/** A page of a list; `next` is null on the last one. */
export function PageView<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    next: Nullable(Type.String(), { description: "Where the next page begins; null: nowhere." }),
  });
}

/** The limit that a page was read with, and the cursor behind an item. */
export type PageOptions<Item> = { readonly limit: number; readonly cursorOf: (item: Item) => string };

/** A page of items that were read with a limit: a full page may have another one. */
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

/** The answer to a request that creates something: 201 the first time, 200 when the same request is repeated. */
export function createdOnce<Body>(body: Body, { isRepeated }: { readonly isRepeated: boolean }): Replayed<Body> {
  return isRepeated ? { status: 200, headers: REPLAYED_HEADERS, body } : { status: 201, body };
}
