/** Lists held locks with their waiters, past locks and statistics by operation. */
import { type Lock, type LockWaiter, readLock } from "../locks/locks.ts";
import type { Queryable } from "../database/database.ts";
import * as statements from "./inspect-locks.sql.ts";
import { type Page, type PageQuery, writeCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** Maximum number of locks that a page scans for those that match. */
export const SCANNED_LOCKS_MAX = 5_000;
/** Maximum number of waiters that are listed for a lock. */
export const LISTED_WAITERS_MAX = 100;

/** Query of `listLocks`. */
export type LockListing = PageQuery & {
  /** Prefix of the keys. Default: all keys. */
  readonly prefix?: string | undefined;
  readonly holder?: string | undefined;
  readonly operation?: string | undefined;
};

/**
 * Lists held locks by key. A lock belongs to a tenant if it protects one of the tenant's tasks, or if its context names the
 * tenant as `tenant`.
 */
export async function listLocks(on: Queryable, listing: LockListing = {}): Promise<Page<LockView>> {
  const limit = paging.limitOf(listing.limit);
  const [after] = paging.placeOf(listing.after) ?? [""];
  if (typeof after !== "string") throw paging.unreadable();
  const { tenant = null, prefix = "", holder = null, operation = null } = listing;
  const query = { tenant, key: null, prefix, holder, operation, after, scanMax: SCANNED_LOCKS_MAX, limit };
  const rows = await on.query(statements.selectHeldLocks(query));
  const isFull = rows.length === limit;
  const [scanned] = isFull ? [] : await on.query(statements.selectScannedKey(query));
  const next = isFull ? rows.at(-1)?.key : (scanned?.scanned_to ?? undefined);
  return { items: await viewLocks(on, rows), next: next === undefined ? undefined : writeCursor(next) };
}

/** Key of a lock, and the tenant that it must belong to. */
export type LockName = { readonly key: string; readonly tenant?: string | undefined };

/** Reads one lock; undefined if it is free or belongs to another tenant. */
export async function getLock(on: Queryable, { key, tenant }: LockName): Promise<LockView | undefined> {
  const query = { tenant: tenant ?? null, key, prefix: "", holder: null, operation: null, after: "" };
  const [lock] = await viewLocks(on, await on.query(statements.selectHeldLocks({ ...query, scanMax: 1, limit: 1 })));
  return lock;
}

async function viewLocks(on: Queryable, rows: readonly statements.HeldLockRow[]): Promise<LockView[]> {
  if (rows.length === 0) return [];
  const lines = new Map<string, LockWaiter[]>(rows.map(({ key }) => [key, []]));
  const keys = [...lines.keys()];
  for (const { key, holder, operation, waits_since: since } of await on.query(
    statements.selectLines({ keys, limit: LISTED_WAITERS_MAX }),
  ))
    lines.get(key)?.push({ holder, operation, since });
  return rows.map((row) => ({
    ...readLock(row),
    tenant: row.tenant ?? undefined,
    line: lines.get(row.key) ?? [],
  }));
}

/** Maximum number of past locks that a page or the statistics scan. */
export const SCANNED_HISTORY_MAX = 20_000;
const AFTER_ALL = 9_223_372_036_854_775_807n;
const DAY_MS = 86_400_000;
export const STATISTICS_MS_MAX = 30 * DAY_MS;

/** Query of `lockHistory`. */
export type LockHistoryListing = PageQuery & {
  /** Key of one lock. Default: all locks. */
  readonly key?: string | undefined;
};

/** Lists past locks, which are kept for thirty days, the newest first. */
export async function lockHistory(on: Queryable, listing: LockHistoryListing = {}): Promise<Page<PastLock>> {
  const limit = paging.limitOf(listing.limit);
  const below = paging.numberOf(listing.after) ?? AFTER_ALL;
  const { key, tenant = null } = listing;
  const query = { tenant, below, scanMax: SCANNED_HISTORY_MAX, limit };
  const found = await on.query(
    key === undefined ? statements.selectHistory(query) : statements.selectHistoryOfKey({ ...query, key }),
  );
  const isFull = found.length === limit;
  const [scanned] = isFull || key !== undefined ? [] : await on.query(statements.selectScannedHistory(query));
  const next = isFull ? found.at(-1)?.history_id : (scanned?.scanned_to ?? undefined);
  return { items: found.map(viewPast), next: next === undefined ? undefined : writeCursor(String(next)) };
}

function viewPast(row: statements.PastLockRow): PastLock {
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

/** Query of `lockStatistics`. */
export type LockStatisticsQuery = {
  readonly tenant?: string | undefined;
  /** Length of the time that is counted, until now. Default one day, at most STATISTICS_MS_MAX. */
  readonly sinceMs?: number | undefined;
};

/**
 * Counts by operation how locks were taken, refused and ended, up to thirty days back.
 *
 * @example const { operations } = await lockStatistics(database, { tenant: "ann", sinceMs: 3_600_000 });
 */
export async function lockStatistics(on: Queryable, query: LockStatisticsQuery = {}): Promise<LockStatistics> {
  const { tenant = null, sinceMs = DAY_MS } = query;
  if (!Number.isInteger(sinceMs) || sinceMs < 1 || sinceMs > STATISTICS_MS_MAX)
    throw paging.refuse(`sinceMs (${String(sinceMs)}) must be a whole number from 1 to ${String(STATISTICS_MS_MAX)}`, {
      field: "sinceMs",
    });
  const [span] = await on.query(statements.selectSince({ sinceMs, scanMax: SCANNED_HISTORY_MAX }));
  const since = span?.since ?? new Date(0);
  const ended = await on.query(statements.countEnded({ tenant, since, scanMax: SCANNED_HISTORY_MAX }));
  const held = await on.query(statements.countHeld({ tenant, scanMax: SCANNED_HISTORY_MAX }));
  const refused = await on.query(statements.countRefused({ tenant, since }));
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
  readonly ended: statements.EndedRow | undefined;
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

/** Lock with the requests that wait for it. */
export type LockView = Lock & {
  /** Tenant of the task that it protects, or the `tenant` of its context; undefined if it belongs to no tenant. */
  readonly tenant: string | undefined;
  /** Waiters, the next one first. */
  readonly line: readonly LockWaiter[];
};

export type LockOutcome = "RELEASED" | "EXPIRED" | "TASK_ENDED" | "OVERRIDDEN";

/** Lock that is no longer held. */
export type PastLock = {
  readonly key: string;
  readonly holder: string;
  readonly operation: string;
  readonly tenant: string | undefined;
  readonly taskId: bigint | undefined;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly heldMs: number;
  readonly outcome: LockOutcome;
  /** Person who overrode the lock. */
  readonly endedBy: string | undefined;
  /** Reason for the override. */
  readonly reason: string | undefined;
};

export type OperationStatistics = {
  readonly operation: string;
  /** Number of acquired locks: those that ended in this time, and those that are held now. */
  readonly acquired: number;
  readonly held: number;
  readonly waiting: number;
  /** Number of requests that were refused because the lock was held. */
  readonly refused: number;
  readonly released: number;
  readonly expired: number;
  readonly endedWithTask: number;
  readonly overridden: number;
  /** Mean time for which the ended locks were held. */
  readonly heldMsMean: number | undefined;
  /** Longest time for which an ended lock was held. */
  readonly heldMsMax: number | undefined;
};

/** Counts of locks by operation. */
export type LockStatistics = {
  readonly since: Date;
  /** Whether all locks that ended in this time are counted; false: only the newest, because there were too many. */
  readonly isWhole: boolean;
  readonly operations: readonly OperationStatistics[];
};
