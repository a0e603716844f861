/** Defines the fields and pages that many operations share. Input is bounded and has no control characters. */
import { definePaging, nextCursor, Nullable, Tenant } from "@rota/engine/operations";
import { type TSchema, Type } from "typebox";
import { isMicrosecondTime } from "../core/canonical/calendar-date.ts";
import { isUuid } from "../core/passport/receipt.ts";
import { invalidInput } from "../errors.ts";

export const Uuid = Type.String({
  pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
  examples: ["3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
});
export const Hash = Type.String({ pattern: "^[0-9a-f]{64}$", description: "SHA-256 in hexadecimal digits." });
export const JobId = Type.String({ description: "Of what is done in the background: see /v1/jobs.", examples: ["42"] });

const LIMIT = 50;
const LIMIT_MAX = 200;

/** Query fields of every list besides its own filters. */
export const PAGE_FIELDS = {
  tenant: Type.Optional(Tenant),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: LIMIT,
      description: `At most ${String(LIMIT_MAX)} are returned.`,
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 300, description: "`next_cursor` of the page before." })),
};

export function Page<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), next_cursor: Nullable(Type.String()) });
}

/** Position after which a page begins. The time is UTC with six fraction digits, as in the database. */
type Place = { readonly t: string; readonly id: string };

const paging = definePaging({
  code: invalidInput,
  refusal: "cannot be listed",
  limit: LIMIT,
  limitMax: LIMIT_MAX,
  field: "cursor",
});

type PagePlace = { readonly after: Place | undefined; readonly limit: number };

export function readPageQuery({ limit, cursor }: { limit?: number; cursor?: string }): PagePlace {
  return { limit: pageLimit(limit), after: placeOf(cursor) };
}

/** Returns the size of a page. A caller may request more than LIMIT_MAX, and receives LIMIT_MAX. */
export function pageLimit(limit = LIMIT): number {
  return Math.min(limit, LIMIT_MAX);
}

/** Returns a page of rows, which hold the time of their position as in the database. */
export function pageOf<Row extends { cursor_time: string }, Item>(
  rows: readonly Row[],
  { limit, idOf, view }: { limit: number; idOf: (row: Row) => string; view: (row: Row) => Item },
): { items: Item[]; next_cursor: string | null } {
  const next = nextCursor(rows, limit, (row) => [row.cursor_time, idOf(row)]);
  return { items: rows.map((row) => view(row)), next_cursor: next ?? null };
}

function placeOf(cursor: string | undefined): Place | undefined {
  const place = paging.placeOf(cursor);
  if (place === undefined) return undefined;
  const [t, id] = place;
  if (typeof t === "string" && typeof id === "string" && isMicrosecondTime(t) && isUuid(id)) return { t, id };
  throw paging.unreadable();
}
