/** Lists the locks that were held, the newest end first, and says how often which operation was. */
import type { Queryable } from "../../database/database.ts";
import { checkedLimit, readNumberCursor, refusal, writeCursor, type Page, type PageWish } from "../page.ts";
import type { LockStatistics, OperationStatistics, PastLock } from "./lock-view.ts";
import * as rows from "./locks.sql.ts";

/** How many ended locks a page, or the statistics, look at. */
export const LOOKED_HISTORY_MAX = 20_000;
const AFTER_ALL = 9_223_372_036_854_775_807n;
const DAY_MS = 86_400_000;
export const STATISTICS_MS_MAX = 30 * DAY_MS;

export type LockHistoryListing = PageWish & {
  /** Default: all locks. */
  readonly key?: string | undefined;
};

/** Goes back thirty days. */
export async function lockHistory(on: Queryable, listing: LockHistoryListing = {}): Promise<Page<PastLock>> {
  const limit = checkedLimit(listing.limit);
  const below = readNumberCursor(listing.after) ?? AFTER_ALL;
  const { key, tenant = null } = listing;
  const wish = { tenant, below, looked: LOOKED_HISTORY_MAX, limit };
  const found = await on.query(
    key === undefined ? rows.selectHistory(wish) : rows.selectHistoryOfKey({ ...wish, key }),
  );
  const isFull = found.length === limit;
  const [looked] = isFull || key !== undefined ? [] : await on.query(rows.selectLookedHistory(wish));
  const next = isFull ? found.at(-1)?.history_id : (looked?.looked_to ?? undefined);
  return { items: found.map(viewPast), next: next === undefined ? undefined : writeCursor(String(next)) };
}

function viewPast(row: rows.PastLockRow): PastLock {
  return {
    key: row.key,
    holder: row.holder,
    operation: row.operation,
    tenant: row.tenant ?? undefined,
    taskId: row.task_id ?? undefined,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    heldMs: row.ended_at.getTime() - row.started_at.getTime(),
    outcome: row.outcome,
    endedBy: row.ended_by ?? undefined,
    reason: row.reason ?? undefined,
  };
}

export type LockStatisticsWish = {
  readonly tenant?: string | undefined;
  /** How far back. Default a day, at most STATISTICS_MS_MAX. */
  readonly sinceMs?: number | undefined;
};

export async function lockStatistics(on: Queryable, wish: LockStatisticsWish = {}): Promise<LockStatistics> {
  const { tenant = null, sinceMs = DAY_MS } = wish;
  if (!Number.isInteger(sinceMs) || sinceMs < 1 || sinceMs > STATISTICS_MS_MAX)
    throw refusal(`sinceMs (${String(sinceMs)}) must be a whole number from 1 to ${String(STATISTICS_MS_MAX)}`, {
      field: "sinceMs",
    });
  const [span] = await on.query(rows.selectSince({ sinceMs, looked: LOOKED_HISTORY_MAX }));
  const since = span?.since ?? new Date(0);
  const ended = await on.query(rows.countEnded({ tenant, since, looked: LOOKED_HISTORY_MAX }));
  const held = await on.query(rows.countHeld({ tenant, looked: LOOKED_HISTORY_MAX }));
  const refused = await on.query(rows.countRefused({ tenant, since }));
  const names = new Set([...ended, ...held, ...refused].map(({ operation }) => operation));
  const named = <Row extends { operation: string }>(found: readonly Row[], operation: string): Row | undefined =>
    found.find((row) => row.operation === operation);
  return {
    since,
    isWhole: span?.is_whole ?? true,
    operations: [...names].sort().map((operation) =>
      operationStatistics(operation, {
        ended: named(ended, operation),
        held: named(held, operation),
        refused: named(refused, operation)?.refused ?? 0,
      }),
    ),
  };
}

type Found = {
  readonly ended: rows.EndedRow | undefined;
  readonly held: { readonly held: number; readonly waiting: number } | undefined;
  readonly refused: number;
};

function operationStatistics(operation: string, { ended, held, refused }: Found): OperationStatistics {
  const { released = 0, expired = 0, ended_with_task: endedWithTask = 0, overridden = 0 } = ended ?? {};
  const over = released + expired + endedWithTask + overridden;
  return {
    operation,
    acquired: over + (held?.held ?? 0),
    held: held?.held ?? 0,
    waiting: held?.waiting ?? 0,
    refused,
    ...{ released, expired, endedWithTask, overridden },
    heldMsMean: ended === undefined ? undefined : ended.held_ms / over,
    heldMsMax: ended?.held_ms_max,
  };
}
