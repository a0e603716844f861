/** Defines the fields and pages that many operations share. Input is bounded and holds no control characters. */
import { RotaError } from "@rota/engine";
import { type TObjectOptions, type TProperties, type TSchema, Type } from "typebox";
import { isMicrosecondTime } from "../core/canonical/calendar-date.ts";
import { isUuid } from "../core/passport/receipt.ts";

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

const LIMIT = 50;
const LIMIT_MAX = 200;

/** What every list takes besides its own filters. */
export const PAGE_FIELDS = {
  tenant: Type.Optional(Tenant),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: LIMIT,
      description: `At most ${String(LIMIT_MAX)} are told.`,
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 300, description: "`next_cursor` of the page before." })),
};

export function Page<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), next_cursor: Nullable(Type.String()) });
}

/** The place after which a page begins. The time is UTC with six fraction digits, as the database keeps it. */
type Cursor = { readonly t: string; readonly id: string };

type PageWish = { readonly after: Cursor | undefined; readonly limit: number };

export function readPageWish({ limit = LIMIT, cursor }: { limit?: number; cursor?: string }): PageWish {
  return { limit: pageLimit(limit), after: cursor === undefined ? undefined : readCursor(cursor) };
}

export function pageLimit(limit = LIMIT): number {
  return Math.min(limit, LIMIT_MAX);
}

/** Rows carry the time of their place as the database keeps it. */
export function pageOf<Row extends { cursor_time: string }, Item>(
  rows: readonly Row[],
  { limit, idOf, view }: { limit: number; idOf: (row: Row) => string; view: (row: Row) => Item },
): { items: Item[]; next_cursor: string | null } {
  const last = rows.length < limit ? undefined : rows.at(-1);
  const next = last === undefined ? null : writeCursor({ t: last.cursor_time, id: idOf(last) });
  return { items: rows.map((row) => view(row)), next_cursor: next };
}

function writeCursor({ t, id }: Cursor): string {
  return Buffer.from(JSON.stringify({ t, id })).toString("base64url");
}

function readCursor(text: string): Cursor {
  const fields = parse(Buffer.from(text, "base64url").toString());
  if (typeof fields === "object" && fields !== null && "t" in fields && "id" in fields) {
    const { t, id } = fields;
    if (typeof t === "string" && typeof id === "string" && isMicrosecondTime(t) && isUuid(id)) return { t, id };
  }
  throw new RotaError("VALIDATION_ERROR", "the cursor is none that was given out: take next_cursor of the page before");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
