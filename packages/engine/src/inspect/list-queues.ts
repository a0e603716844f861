/** Lists queues with their waiting and running chunks, limits and pace; defines the views of queues and lanes. */
import type { Queryable } from "../database/database.ts";
import type { FairnessSpread } from "../fairness/measure-spread.ts";
import { type Count, COUNTED_MAX, countedUpTo } from "../progress/task-counts.ts";
import * as statements from "./inspect-queues.sql.ts";
import { type Page, type PageQuery, nextCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** How many lanes with waiting chunks are looked at, of all queues together. */
export const WAITING_LANES_MAX = 2_000;
const RATE_WINDOW_MS = 60_000;
const RATE_ENTRIES_MAX = 1_000;

/** Of a tenant, those queues in which it has work, or had lately; counts are of its own chunks then. */
export async function listQueues(on: Queryable, listing: PageQuery = {}): Promise<Page<QueueView>> {
  const limit = paging.limitOf(listing.limit);
  const tenant = listing.tenant ?? null;
  const after = readName(listing.after);
  const names = (await on.query(statements.selectQueueNames({ tenant, after, limit }))).map(({ queue }) => queue);
  if (names.length === 0) return { items: [], next: undefined };
  const settings = { queues: names, entries: RATE_ENTRIES_MAX, windowMs: RATE_WINDOW_MS };
  const queues = await on.query(statements.selectQueues(settings));
  const outside = await on.query(statements.countOutside({ queues: names, tenant, limit: COUNTED_MAX + 1 }));
  const running = await on.query(statements.countRunning({ queue: null, tenant }));
  const lanes = await on.query(statements.selectWaitingLeaves({ queue: null, tenant, looked: WAITING_LANES_MAX }));
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
  return { items, next: nextCursor(names, limit, (name) => [name]) };
}

function readName(after: string | undefined): string {
  const place = paging.placeOf(after);
  if (place === undefined) return "";
  const [name] = place;
  if (typeof name !== "string") throw paging.unreadable();
  return name;
}

export function sumOf(counts: readonly Count[], isWhole: boolean): Count {
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  const isExact = isWhole && counts.every(({ precision }) => precision === "exact");
  return { count, precision: isExact ? "exact" : "atLeast" };
}

function oldest(lanes: readonly statements.WaitingLaneRow[]): Date | undefined {
  const times = lanes.map(({ oldest_at: at }) => at.getTime());
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

export type LaneLimits = {
  readonly isPaused: boolean;
  readonly maxInFlight: number | undefined;
  /** So many turns in so many milliseconds, `burst` at once after a rest. */
  readonly rate: { readonly turns: number; readonly perMs: number; readonly burst: number } | undefined;
};

export type QueueView = LaneLimits & {
  readonly queue: string;
  /** Chunks that are PENDING. */
  readonly waiting: Count;
  readonly scheduled: Count;
  readonly queued: Count;
  readonly running: number;
  readonly lanesWaiting: Count;
  /** Since when the chunk waits that has waited longest, of the first ones of the lanes that were looked at. */
  readonly oldestWaitingAt: Date | undefined;
  /** In the last minute, of all tenants. */
  readonly turnsPerSecond: number;
  /** Turns given since the queue began, of all tenants. */
  readonly turns: bigint;
  readonly lastTurnAt: Date | undefined;
};

export type LaneLevel = "tenant" | "group" | "task";

export type LaneView = LaneLimits & {
  readonly laneId: bigint;
  /** Of the lane above; undefined for a tenant. */
  readonly parentId: bigint | undefined;
  /** A leaf is of level "task": a task, or all jobs of one type. */
  readonly level: LaneLevel;
  readonly name: string;
  readonly tenant: string;
  /** Below a tenant: 0 critical to 3 low. */
  readonly priority: number | undefined;
  readonly group: string | undefined;
  /** Undefined for a leaf that was only set so far. */
  readonly weight: number | undefined;
  /** Of a turn; leaves only. */
  readonly cost: number | undefined;
  /** Takes part in the sharing now: it has work, and is within its limits. */
  readonly isAwake: boolean;
  readonly waiting: Count;
  readonly running: number;
  /** Of the turns that were looked at. */
  readonly turns: number;
  /** Part of the latest turns of the queue that it had; undefined when there were none. */
  readonly share: number | undefined;
  /** Part of the turns that is its due at this moment, by weight among those that are awake; 0 when it is not. */
  readonly entitlement: number;
  readonly lastTurnAt: Date | undefined;
};

export type LaneShare = {
  readonly laneId: bigint;
  readonly parentId: bigint | undefined;
  readonly level: LaneLevel;
  readonly name: string;
  readonly tenant: string;
  readonly group: string | undefined;
  readonly priority: number | undefined;
  readonly weight: number;
  /** It has a cap, a rate or is paused: it may get less than its entitlement because somebody wished so. */
  readonly isLimited: boolean;
  readonly turns: number;
  /** Cost of its turns by that of all. */
  readonly share: number;
  /** What it would have got by weight while it had work, had nobody had a limit. */
  readonly entitlement: number;
};

export type QueueFairness = {
  readonly queue: string;
  /** How many turns were looked at: the newest ones. */
  readonly turns: number;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** The lanes that had turns or work in that time: tenants, then groups, then leaves, at most FAIRNESS_LANES_MAX. */
  readonly lanes: readonly LaneShare[];
  /** False: there were more lanes than are told. */
  readonly isWhole: boolean;
  /** At this moment, by level: how far two siblings that share turns are apart. Of all tenants. */
  readonly spread: FairnessSpread;
  /** By level: how far they may be apart, by the largest cost and the smallest weight of those that share now. */
  readonly bound: FairnessSpread;
};

export type DispatchView = {
  readonly queue: string;
  readonly turn: bigint;
  readonly at: Date;
  readonly laneId: bigint;
  /** Undefined when the task was pruned. */
  readonly tenant: string | undefined;
  readonly group: string | undefined;
  readonly priority: number | undefined;
  readonly type: string | undefined;
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  readonly number: number;
};

/** Chunks that are counted in all lanes together, at most; a lane is counted this far at least. */
const COUNTED_TOGETHER_MAX = 100_000;
const COUNTED_MIN = 20;

export async function countLanes(on: Queryable, leaves: readonly bigint[]): Promise<ReadonlyMap<bigint, Count>> {
  if (leaves.length === 0) return new Map();
  const share = Math.floor(COUNTED_TOGETHER_MAX / leaves.length);
  const most = Math.min(COUNTED_MAX, Math.max(COUNTED_MIN, share));
  const rows = await on.query(statements.countWaitingByLane({ leaves, limit: most + 1 }));
  return new Map(rows.map(({ leaf_lane: leaf, chunks }) => [leaf, countedUpTo(chunks, most)]));
}

export type LimitRow = {
  readonly is_paused: boolean | null;
  readonly max_in_flight: number | null;
  readonly rate_us: bigint | null;
  readonly rate_burst: number | null;
};

/** Turns are named for the shortest of a second, a minute and an hour in which there is at least one. */
const SPANS_MS = [1_000, 60_000, 3_600_000];

export function limitsOf(row: LimitRow): LaneLimits {
  const rateUs = row.rate_us === null ? undefined : Number(row.rate_us);
  return {
    isPaused: row.is_paused ?? false,
    maxInFlight: row.max_in_flight ?? undefined,
    rate: rateUs === undefined ? undefined : { ...rateOf(rateUs), burst: row.rate_burst ?? 1 },
  };
}

function rateOf(rateUs: number): { turns: number; perMs: number } {
  const perMs = SPANS_MS.find((spanMs) => spanMs * 1_000 >= rateUs);
  return perMs === undefined ? { turns: 1, perMs: rateUs / 1_000 } : { turns: (perMs * 1_000) / rateUs, perMs };
}
