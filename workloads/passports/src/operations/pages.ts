/** Pages of lists, the newest first: a cursor names the last item that was told by its time and id. */
import { RotaError } from "@rota/engine";
import { Type, type TSchema } from "typebox";
import { isUuid } from "../compile/receipt.ts";
import { isMicrosecondTime } from "../decimals/calendar-date.ts";
import { Nullable, Tenant } from "./fields.ts";

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
export type Cursor = { readonly t: string; readonly id: string };

export type PageWish = { readonly after: Cursor | undefined; readonly limit: number };

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
