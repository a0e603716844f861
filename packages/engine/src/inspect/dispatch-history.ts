/** Lists the turns of a queue, and counts dispatched, completed, retried and failed chunks over time. */
import type { Queryable } from "../database/database.ts";
import * as statements from "./inspect-queues.sql.ts";
import type { DispatchView } from "./list-queues.ts";
import { type Page, type PageQuery, writeCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** How many turns a page looks at to find those of a tenant, and in how many entries of the log. */
export const LOOKED_TURNS_MAX = 5_000;
const LOOKED_ENTRIES_MAX = 1_000;

export type DispatchListing = PageQuery & { readonly queue: string };

/** Goes back as far as the log is kept. */
export async function listDispatches(on: Queryable, listing: DispatchListing): Promise<Page<DispatchView>> {
  const limit = paging.limitOf(listing.limit);
  const { queue, tenant = null } = listing;
  const after = paging.numberOf(listing.after);
  const [newest] = await on.query(statements.selectNewestTurn(queue));
  if (newest === undefined) return { items: [], next: undefined };
  const below = after ?? newest.turn_count + 1n;
  const looked = tenant === null ? limit : LOOKED_TURNS_MAX;
  const wish = { queue, tenant, below, entries: LOOKED_ENTRIES_MAX, looked, limit };
  const rows = await on.query(statements.selectDispatches(wish));
  const next = rows.length === limit ? rows.at(-1)?.turn : await lookedTo(on, wish);
  return {
    items: rows.map((row) => viewDispatch(queue, row)),
    next: next === undefined ? undefined : writeCursor(String(next)),
  };
}

/** Undefined at the beginning of the log. */
async function lookedTo(on: Queryable, wish: statements.DispatchesQuery): Promise<bigint | undefined> {
  const [row] = await on.query(statements.selectLookedTurn(wish));
  return row === undefined || row.is_end ? undefined : row.looked_to;
}

function viewDispatch(queue: string, row: statements.DispatchRow): DispatchView {
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

const DEFAULT_SPAN_MS = 10_000;
const DEFAULT_SPANS = 90;
export const SPANS_MAX = 360;
/** Entries of each log, and attempts: what lies before them is not counted. */
const ENTRIES_MAX = 20_000;
const ATTEMPTS_MAX = 20_000;
/** Of as many turns it is looked at when their chunks ended. */
const COMPLETED_TURNS_MAX = 10_000;
const COMPLETED_ENTRIES_MAX = 5_000;

export type ActivityListing = {
  readonly tenant?: string | undefined;
  /** Default: all queues. */
  readonly queue?: string | undefined;
  /** Of a span, 1 s to 1 h. Default 10 s. */
  readonly spanMs?: number | undefined;
  /** How many, at most SPANS_MAX. Default 90. */
  readonly spans?: number | undefined;
};

export async function activityHistory(on: Queryable, listing: ActivityListing = {}): Promise<ActivityHistory> {
  const { tenant = null, queue = null, spanMs = DEFAULT_SPAN_MS, spans = DEFAULT_SPANS } = listing;
  checkRange("spanMs", spanMs, [1_000, 3_600_000]);
  checkRange("spans", spans, [1, SPANS_MAX]);
  const [beginning] = await on.query(statements.selectFirstSpan({ spanMs, spans }));
  const from = beginning?.first ?? new Date(0);
  const wish = { queue, tenant, from, spanMs };
  const dispatched = bySpan(await on.query(statements.countDispatched({ ...wish, limit: ENTRIES_MAX })));
  const ended = await on.query(statements.countUnsuccessful({ ...wish, limit: ATTEMPTS_MAX }));
  const unsuccessful = bySpan(ended);
  const failures = new Map(ended.map((row) => [row.span, row.failures]));
  const failed = bySpan(await on.query(statements.countFailed({ ...wish, limit: ATTEMPTS_MAX })));
  const isExact = sum(dispatched) <= COMPLETED_TURNS_MAX;
  const looked = { ...wish, limit: COMPLETED_TURNS_MAX, entries: COMPLETED_ENTRIES_MAX };
  const completed = isExact ? bySpan(await on.query(statements.countCompleted(looked))) : undefined;
  const span = (nth: number): ActivitySpan => ({
    at: new Date(from.getTime() + nth * spanMs),
    dispatched: at(dispatched, nth),
    completed: completed === undefined ? Math.max(0, at(dispatched, nth) - at(unsuccessful, nth)) : at(completed, nth),
    retried: Math.max(0, at(failures, nth) - at(failed, nth)),
    failed: at(failed, nth),
  });
  return {
    spanMs,
    spans: Array.from({ length: spans }, (_, nth) => span(nth)),
    completedPrecision: isExact ? "exact" : "about",
  };
}

function checkRange(field: string, value: number, [min, max]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw paging.refuse(`${field} (${String(value)}) must be a whole number from ${String(min)} to ${String(max)}`, {
    field,
  });
}

function bySpan(found: readonly statements.ActivityRow[]): ReadonlyMap<number, number> {
  return new Map(found.map(({ span, happened }) => [span, happened]));
}

function at(counts: ReadonlyMap<number, number>, nth: number): number {
  return counts.get(nth) ?? 0;
}

function sum(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

/** Counts of what happened in one span of time, in one queue or in all of them. */
export type ActivitySpan = {
  /** Its beginning. */
  readonly at: Date;
  /** Turns that were given. */
  readonly dispatched: number;
  /** Chunks that were completed. */
  readonly completed: number;
  /** Attempts that failed and are tried again. */
  readonly retried: number;
  /** Chunks that failed for good. */
  readonly failed: number;
};

export type ActivityHistory = {
  readonly spanMs: number;
  /** The oldest first, without gaps; the last one is not over yet. */
  readonly spans: readonly ActivitySpan[];
  /**
   * "exact": each completed chunk counts when it ended. "about": there were too many to look at, and `completed` is what
   * was dispatched in a span and did not fail in it.
   */
  readonly completedPrecision: "exact" | "about";
};
