/** Lists the turns of a queue, the newest first, page by page. */
import type { Queryable } from "../../database/database.ts";
import { checkedLimit, readNumberCursor, writeCursor, type Page, type PageWish } from "../page.ts";
import type { DispatchView } from "../queues/queue-view.ts";
import { selectDispatches, selectLookedTurn, selectNewestTurn, type DispatchRow, type TurnsWish } from "./turns.sql.ts";

/** How many turns a page looks at to find those of a tenant, and in how many entries of the log. */
export const LOOKED_TURNS_MAX = 5_000;
const LOOKED_ENTRIES_MAX = 1_000;

export type DispatchListing = PageWish & { readonly queue: string };

/** Goes back as far as the log is kept. */
export async function listDispatches(on: Queryable, listing: DispatchListing): Promise<Page<DispatchView>> {
  const limit = checkedLimit(listing.limit);
  const { queue, tenant = null } = listing;
  const after = readNumberCursor(listing.after);
  const [newest] = await on.query(selectNewestTurn(queue));
  if (newest === undefined) return { items: [], next: undefined };
  const below = after ?? newest.turn_count + 1n;
  const looked = tenant === null ? limit : LOOKED_TURNS_MAX;
  const wish = { queue, tenant, below, entries: LOOKED_ENTRIES_MAX, looked, limit };
  const rows = await on.query(selectDispatches(wish));
  const next = rows.length === limit ? rows.at(-1)?.turn : await lookedTo(on, wish);
  return {
    items: rows.map((row) => viewDispatch(queue, row)),
    next: next === undefined ? undefined : writeCursor(String(next)),
  };
}

/** Undefined at the beginning of the log. */
async function lookedTo(on: Queryable, wish: TurnsWish): Promise<bigint | undefined> {
  const [row] = await on.query(selectLookedTurn(wish));
  return row === undefined || row.is_end ? undefined : row.looked_to;
}

function viewDispatch(queue: string, row: DispatchRow): DispatchView {
  return {
    queue,
    turn: row.turn,
    at: row.at,
    laneId: row.lane_id,
    tenant: row.tenant ?? undefined,
    group: row.group_name ?? undefined,
    priority: row.priority ?? undefined,
    type: row.type ?? undefined,
    taskId: row.task_id,
    taskKey: row.task_key ?? undefined,
    number: row.number,
  };
}
