/** Lists pools with their waiting and running chunks, limits and rates; defines the views of pools and lanes. */
import type { Queryable } from "../database/database.ts";
import type { FairnessSpread } from "../fairness/measure-spread.ts";
import { chunkStatistics, readChunkCounts } from "../progress/system-statistics.ts";
import { type Count, COUNTED_MAX, countedUpTo } from "../progress/task-counts.ts";
import * as statements from "./inspect-queues.sql.ts";
import { type Page, type PageQuery, nextCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** Maximum number of lanes with waiting chunks that are scanned, of all pools together. */
export const WAITING_LANES_MAX = 2_000;
const RATE_WINDOW_MS = 60_000;
const RATE_ENTRIES_MAX = 1_000;

/** Lists pools by name. For a tenant, lists the pools in which it has or recently had work, and counts only its chunks. */
export async function listQueues(on: Queryable, listing: PageQuery = {}): Promise<Page<QueueView>> {
  const limit = paging.limitOf(listing.limit);
  const tenant = listing.tenant ?? null;
  const after = readName(listing.after);
  const names = (await on.query(statements.selectQueueNames({ tenant, after, limit }))).map(({ queue }) => queue);
  if (names.length === 0) return { items: [], next: undefined };
  const settings = { queues: names, entries: RATE_ENTRIES_MAX, windowMs: RATE_WINDOW_MS };
  const queues = await on.query(statements.selectQueues(settings));
  const lanes = await on.query(statements.selectWaitingLeaves({ queue: null, tenant, scanMax: WAITING_LANES_MAX }));
  const chunksOf = tenant === null ? await countAll(on) : await countOfTenant(on, { tenant, names, lanes });
  const isWhole = lanes.every((lane) => lane.is_whole);
  const items = queues.map((row) => {
    const own = lanes.filter((lane) => lane.queue === row.queue);
    return {
      pool: row.queue,
      queue: row.queue,
      ...limitsOf(row),
      ...chunksOf(row.queue),
      lanesWaiting: { count: own.length, precision: isWhole ? "exact" : "atLeast" } as const,
      oldestWaitingAt: oldest(own),
      turnsPerSecond: row.turns_per_second,
      turns: row.turns ?? 0n,
      lastTurnAt: row.last_turn_at ?? undefined,
    };
  });
  return { items, next: nextCursor(names, limit, (name) => [name]) };
}

type QueueChunks = Pick<QueueView, "waiting" | "scheduled" | "queued" | "running">;

/** Counts the chunks of all tenants by the same counts as the statistics of the system. */
async function countAll(on: Queryable): Promise<(queue: string) => QueueChunks> {
  const counts = await readChunkCounts(on);
  return (queue) => {
    const states = chunkStatistics(counts.filter((row) => row.queue === queue)).chunksByState;
    const { PENDING: waiting, SCHEDULED: scheduled, QUEUED: queued, PROCESSING: running } = states;
    return { waiting, scheduled, queued, running: running.count };
  };
}

type TenantQueues = {
  readonly tenant: string;
  readonly names: readonly string[];
  readonly lanes: readonly statements.WaitingLaneRow[];
};

/** Counts the chunks of a tenant, each number up to a limit. */
async function countOfTenant(
  on: Queryable,
  { tenant, names, lanes }: TenantQueues,
): Promise<(queue: string) => QueueChunks> {
  const outside = await on.query(statements.countOutside({ queues: names, tenant, limit: COUNTED_MAX + 1 }));
  const running = await on.query(statements.countRunning({ queue: null, tenant }));
  const waiting = await countLanes(
    on,
    lanes.map((lane) => lane.leaf_lane),
  );
  const isWhole = lanes.every((lane) => lane.is_whole);
  return (queue) => {
    const own = lanes.filter((lane) => lane.queue === queue);
    const out = outside.find((row) => row.queue === queue);
    return {
      waiting: sumOf(
        own.flatMap((lane) => waiting.get(lane.leaf_lane) ?? []),
        isWhole,
      ),
      scheduled: { count: out?.scheduled ?? 0, precision: out?.is_scheduled_whole === false ? "atLeast" : "exact" },
      queued: { count: out?.queued ?? 0, precision: out?.is_queued_whole === false ? "atLeast" : "exact" },
      running: running.filter((row) => row.queue === queue).reduce((sum, { chunks }) => sum + chunks, 0),
    };
  };
}

export function readName(after: string | undefined): string {
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
  /** Rate limit: `turns` in `perMs` milliseconds, and `burst` turns at once after a pause. */
  readonly rate: { readonly turns: number; readonly perMs: number; readonly burst: number } | undefined;
};

/** Work, limits and pace of a pool. */
export type QueueView = LaneLimits & {
  readonly pool: string;
  /** The pool, under its name of 0.1.0. */
  readonly queue: string;
  /** Number of chunks that are PENDING. */
  readonly waiting: Count;
  readonly scheduled: Count;
  readonly queued: Count;
  readonly running: number;
  readonly lanesWaiting: Count;
  /** Time since which the oldest chunk waits, among the first chunks of the scanned lanes. */
  readonly oldestWaitingAt: Date | undefined;
  /** Rate of turns in the last minute, of all tenants. */
  readonly turnsPerSecond: number;
  /** Number of turns since the pool was created, of all tenants. */
  readonly turns: bigint;
  readonly lastTurnAt: Date | undefined;
};

export type LaneLevel = "tenant" | "group" | "task";

/** Lane with its limits, its work and its part of the turns. */
export type LaneView = LaneLimits & {
  readonly laneId: bigint;
  /** Id of the lane above; undefined for a tenant. */
  readonly parentId: bigint | undefined;
  /** Level. A leaf, level "task", is a task or all jobs of one type. */
  readonly level: LaneLevel;
  readonly name: string;
  readonly tenant: string;
  /** Priority below a tenant: 0 critical to 3 low. */
  readonly priority: number | undefined;
  readonly group: string | undefined;
  /** Weight; undefined for a leaf that has settings but had no work yet. */
  readonly weight: number | undefined;
  /** Cost of a turn; only for leaves. */
  readonly cost: number | undefined;
  /** Whether it takes part in the sharing now: it has work and is within its limits. */
  readonly isAwake: boolean;
  readonly waiting: Count;
  readonly running: number;
  /** Number of its turns among those that were read. */
  readonly turns: number;
  /** Its part of the newest turns of the pool; undefined if there were none. */
  readonly share: number | undefined;
  /** Part of the turns that is due to it now, by weight among awake lanes; 0 if it is not awake. */
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
  /** Whether it is paused or has a cap or a rate limit, so that it may get less than its entitlement. */
  readonly isLimited: boolean;
  readonly turns: number;
  /** Cost of its turns divided by the cost of all turns. */
  readonly share: number;
  /** Share that was due to it by weight while it had work, ignoring all limits. */
  readonly entitlement: number;
};

/** Turns of the lanes of a pool, compared with those that were due to them. */
export type QueueFairness = {
  readonly pool: string;
  /** The pool, under its name of 0.1.0. */
  readonly queue: string;
  /** Number of turns that were read: the newest ones. */
  readonly turns: number;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** Lanes that had turns or work in that time: tenants, then groups, then leaves, at most FAIRNESS_LANES_MAX. */
  readonly lanes: readonly LaneShare[];
  /** Whether `lanes` is complete; false: there were more. */
  readonly isWhole: boolean;
  /** Current distance between two siblings that share turns, by level, of all tenants. */
  readonly spread: FairnessSpread;
  /** Largest allowed distance by level: the largest cost, of awake leaves and of the turns read, divided by the smallest weight. */
  readonly bound: FairnessSpread;
};

/** One turn: which chunk got it, and when. */
export type DispatchView = {
  readonly pool: string;
  /** The pool, under its name of 0.1.0. */
  readonly queue: string;
  readonly turn: bigint;
  readonly at: Date;
  readonly laneId: bigint;
  /** Tenant; undefined, like the other names, if the task was pruned. */
  readonly tenant: string | undefined;
  readonly group: string | undefined;
  readonly priority: number | undefined;
  readonly type: string | undefined;
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  readonly number: number;
};

/** Maximum number of waiting chunks that are counted in all lanes together. */
const COUNTED_TOGETHER_MAX = 100_000;
/** Number up to which each lane is counted in any case. */
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

/** Spans in which a rate is expressed: the shortest one with at least one turn is used. */
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
