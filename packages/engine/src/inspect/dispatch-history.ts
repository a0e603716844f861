/** Lists the turns of a pool, and counts dispatched, completed, retried and failed chunks over time. */
import type { Queryable } from "../database/database.ts";
import * as statements from "./inspect-queues.sql.ts";
import type { DispatchView } from "./list-queues.ts";
import { type Page, type PageQuery, writeCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** Maximum number of turns that a page scans for those of a tenant. */
export const SCANNED_TURNS_MAX = 5_000;
/** Maximum number of log entries that a page scans. */
const SCANNED_ENTRIES_MAX = 1_000;

/** Query of `listDispatches`. */
export type DispatchListing = PageQuery & { readonly queue: string };

/** Lists the turns of a pool, the newest first, as far back as its log is kept. */
export async function listDispatches(on: Queryable, listing: DispatchListing): Promise<Page<DispatchView>> {
  const limit = paging.limitOf(listing.limit);
  const { queue, tenant = null } = listing;
  const after = paging.numberOf(listing.after);
  const [newest] = await on.query(statements.selectNewestTurn(queue));
  if (newest === undefined) return { items: [], next: undefined };
  const below = after ?? newest.turn_count + 1n;
  const scanMax = tenant === null ? limit : SCANNED_TURNS_MAX;
  const query = { queue, tenant, below, entries: SCANNED_ENTRIES_MAX, scanMax, limit };
  const rows = await on.query(statements.selectDispatches(query));
  const next = rows.length === limit ? rows.at(-1)?.turn : await scannedTo(on, query);
  return {
    items: rows.map((row) => viewDispatch(queue, row)),
    next: next === undefined ? undefined : writeCursor(String(next)),
  };
}

/** Returns the lowest turn that a page scanned; undefined at the beginning of the log. */
async function scannedTo(on: Queryable, query: statements.DispatchesQuery): Promise<bigint | undefined> {
  const [row] = await on.query(statements.selectScannedTurn(query));
  return row === undefined || row.is_end ? undefined : row.scanned_to;
}

function viewDispatch(queue: string, row: statements.DispatchRow): DispatchView {
  return {
    pool: queue,
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
/** Maximum number of entries that are counted of each log; older ones are ignored. */
const ENTRIES_MAX = 20_000;
/** Maximum number of attempts, and of failed chunks, that are counted; older ones are ignored. */
const ATTEMPTS_MAX = 20_000;
/** Maximum number of turns whose chunks are read to find the time of their completion. */
const COMPLETED_TURNS_MAX = 10_000;
const COMPLETED_ENTRIES_MAX = 5_000;

/** Query of `activityHistory`. */
export type ActivityListing = {
  readonly tenant?: string | undefined;
  /** Pool. Default: all pools. */
  readonly queue?: string | undefined;
  /** Length of a span, 1 s to 1 h. Default 10 s. */
  readonly spanMs?: number | undefined;
  /** Number of spans, at most SPANS_MAX. Default 90. */
  readonly spans?: number | undefined;
};

/**
 * Counts what was dispatched, completed, retried and failed, by spans of time.
 *
 * @example const { spans } = await activityHistory(database, { tenant: "ann", spanMs: 60_000, spans: 30 });
 */
export async function activityHistory(on: Queryable, listing: ActivityListing = {}): Promise<ActivityHistory> {
  const { tenant = null, queue = null, spanMs = DEFAULT_SPAN_MS, spans = DEFAULT_SPANS } = listing;
  checkRange("spanMs", spanMs, [1_000, 3_600_000]);
  checkRange("spans", spans, [1, SPANS_MAX]);
  const [beginning] = await on.query(statements.selectFirstSpan({ spanMs, spans }));
  const from = beginning?.first ?? new Date(0);
  const query = { queue, tenant, from, spanMs };
  const dispatched = bySpan(await on.query(statements.countDispatched({ ...query, limit: ENTRIES_MAX })));
  const ended = await on.query(statements.countUnsuccessful({ ...query, limit: ATTEMPTS_MAX }));
  const unsuccessful = bySpan(ended);
  const failures = new Map(ended.map((row) => [row.span, row.failures]));
  const failed = bySpan(await on.query(statements.countFailed({ ...query, limit: ATTEMPTS_MAX })));
  const isExact = sum(dispatched) <= COMPLETED_TURNS_MAX;
  const newest = { ...query, limit: COMPLETED_TURNS_MAX, entries: COMPLETED_ENTRIES_MAX };
  const completed = isExact ? bySpan(await on.query(statements.countCompleted(newest))) : undefined;
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

/** Counts of one span of time, in one pool or in all pools. */
export type ActivitySpan = {
  /** Beginning of the span. */
  readonly at: Date;
  /** Number of turns. */
  readonly dispatched: number;
  /** Number of chunks that were completed. */
  readonly completed: number;
  /** Number of failed attempts that are retried. */
  readonly retried: number;
  /** Number of chunks that failed for good. */
  readonly failed: number;
};

/** Counts by spans of time. */
export type ActivityHistory = {
  readonly spanMs: number;
  /** Spans without gaps, the oldest first; the last one has not ended yet. */
  readonly spans: readonly ActivitySpan[];
  /**
   * Precision of `completed`. "exact": each completed chunk is counted at the time of its completion. "about": there were too
   * many, so `completed` is the number of turns of the span without those that failed in it.
   */
  readonly completedPrecision: "exact" | "about";
};
