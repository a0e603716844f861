/** Lists queues by name: what waits and runs in them, their limits, their pace. */
import type { Queryable } from "../../database/database.ts";
import { COUNTED_MAX, countedUpTo, type Count } from "../../progress/chunk-counts.ts";
import { checkedLimit, readCursor, unreadable, writeCursor, type Page, type PageWish } from "../page.ts";
import { limitsOf } from "./limits-of.ts";
import type { QueueView } from "./queue-view.ts";
import * as rows from "./queues.sql.ts";
import { countLanes } from "./count-lanes.ts";

/** How many lanes with waiting chunks are looked at, of all queues together. */
export const LOOKED_LANES_MAX = 2_000;
const RATE_WINDOW_MS = 60_000;
const RATE_ENTRIES_MAX = 1_000;

/** Of a tenant, those queues in which it has work, or had lately; counts are of its own chunks then. */
export async function listQueues(on: Queryable, listing: PageWish = {}): Promise<Page<QueueView>> {
  const limit = checkedLimit(listing.limit);
  const tenant = listing.tenant ?? null;
  const after = readName(listing.after);
  const names = (await on.query(rows.selectQueueNames({ tenant, after, limit }))).map(({ queue }) => queue);
  if (names.length === 0) return { items: [], next: undefined };
  const settings = { queues: names, entries: RATE_ENTRIES_MAX, windowMs: RATE_WINDOW_MS };
  const queues = await on.query(rows.selectQueues(settings));
  const outside = await on.query(rows.countOutside({ queues: names, tenant, limit: COUNTED_MAX + 1 }));
  const running = await on.query(rows.countRunning({ queue: null, tenant }));
  const lanes = await on.query(rows.selectWaitingLanes({ queue: null, tenant, looked: LOOKED_LANES_MAX }));
  const waiting = await countLanes(
    on,
    lanes.map((lane) => lane.leaf_lane),
  );
  const items = queues.map((row) => {
    const own = lanes.filter((lane) => lane.queue === row.queue);
    const out = outside.find(({ queue }) => queue === row.queue);
    const isWhole = lanes.every((lane) => lane.is_whole);
    return {
      queue: row.queue,
      ...limitsOf(row),
      waiting: sumOf(
        own.flatMap((lane) => waiting.get(lane.leaf_lane) ?? []),
        isWhole,
      ),
      scheduled: countedUpTo(out?.scheduled ?? 0),
      queued: countedUpTo(out?.queued ?? 0),
      running: running.filter(({ queue }) => queue === row.queue).reduce((sum, { chunks }) => sum + chunks, 0),
      lanesWaiting: { count: own.length, precision: isWhole ? "exact" : "atLeast" } as const,
      oldestWaitingAt: oldest(own),
      turnsPerSecond: row.turns_per_second,
      turns: row.turns ?? 0n,
      lastTurnAt: row.last_turn_at ?? undefined,
    };
  });
  return { items, next: names.length < limit ? undefined : writeCursor(names.at(-1) ?? "") };
}

function readName(after: string | undefined): string {
  const place = readCursor(after);
  if (place === undefined) return "";
  const [name] = place;
  if (typeof name !== "string") throw unreadable();
  return name;
}

export function sumOf(counts: readonly Count[], isWhole: boolean): Count {
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  const isExact = isWhole && counts.every(({ precision }) => precision === "exact");
  return { count, precision: isExact ? "exact" : "atLeast" };
}

function oldest(lanes: readonly rows.WaitingLaneRow[]): Date | undefined {
  const times = lanes.map(({ oldest_at: at }) => at.getTime());
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}
