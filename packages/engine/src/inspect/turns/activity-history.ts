/** Tells what was dispatched, completed and failed lately, span by span, from what the logs hold. */
import type { Queryable } from "../../database/database.ts";
import { refusal } from "../page.ts";
import type { ActivityHistory, ActivitySpan } from "./activity.ts";
import * as rows from "./turns.sql.ts";

const DEFAULT_SPAN_MS = 10_000;
const DEFAULT_SPANS = 90;
export const SPANS_MAX = 360;
/** Entries of each log, and attempts: what lies before them is not counted. */
const ENTRIES_MAX = 20_000;
const ATTEMPTS_MAX = 20_000;
/** Of as many turns it is looked at when their chunks ended. */
const LOOKED_TURNS_MAX = 10_000;
const LOOKED_ENTRIES_MAX = 5_000;

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
  const [beginning] = await on.query(rows.selectFirstSpan({ spanMs, spans }));
  const from = beginning?.first ?? new Date(0);
  const wish = { queue, tenant, from, spanMs };
  const dispatched = bySpan(await on.query(rows.countDispatched({ ...wish, limit: ENTRIES_MAX })));
  const ended = await on.query(rows.countUnsuccessful({ ...wish, limit: ATTEMPTS_MAX }));
  const unsuccessful = bySpan(ended);
  const failures = new Map(ended.map((row) => [row.span, row.failures]));
  const failed = bySpan(await on.query(rows.countFailed({ ...wish, limit: ATTEMPTS_MAX })));
  const isExact = sum(dispatched) <= LOOKED_TURNS_MAX;
  const looked = { ...wish, limit: LOOKED_TURNS_MAX, entries: LOOKED_ENTRIES_MAX };
  const completed = isExact ? bySpan(await on.query(rows.countCompleted(looked))) : undefined;
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
  throw refusal(`${field} (${String(value)}) must be a whole number from ${String(min)} to ${String(max)}`, { field });
}

function bySpan(found: readonly rows.ActivityRow[]): ReadonlyMap<number, number> {
  return new Map(found.map(({ span, happened }) => [span, happened]));
}

function at(counts: ReadonlyMap<number, number>, nth: number): number {
  return counts.get(nth) ?? 0;
}

function sum(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
