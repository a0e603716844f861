/** Lists held locks with their waiters, past locks and statistics by operation. */
import type { Lock, LockWaiter } from "../locks/locks.ts";
import type { Queryable } from "../database/database.ts";
import * as statements from "./inspect-locks.sql.ts";
import { type Page, type PageQuery, writeCursor } from "../paging.ts";
import { paging } from "./page.ts";

/** How many locks a page looks at to find those that fit. */
export const LOOKED_LOCKS_MAX = 5_000;
/** Of each line. */
export const LISTED_WAITERS_MAX = 100;

export type LockListing = PageQuery & {
  /** Only keys that start so. */
  readonly prefix?: string | undefined;
  readonly holder?: string | undefined;
  readonly operation?: string | undefined;
};

/** A lock is a tenant's when it guards one of its tasks, or when its context names it as `tenant`. */
export async function listLocks(on: Queryable, listing: LockListing = {}): Promise<Page<LockView>> {
  const limit = paging.limitOf(listing.limit);
  const [after] = paging.placeOf(listing.after) ?? [""];
  if (typeof after !== "string") throw paging.unreadable();
  const { tenant = null, prefix = "", holder = null, operation = null } = listing;
  const wish = { tenant, key: null, prefix, holder, operation, after, looked: LOOKED_LOCKS_MAX, limit };
  const rows = await on.query(statements.selectHeldLocks(wish));
  const isFull = rows.length === limit;
  const [looked] = isFull ? [] : await on.query(statements.selectLookedKey(wish));
  const next = isFull ? rows.at(-1)?.key : (looked?.looked_to ?? undefined);
  return { items: await viewLocks(on, rows), next: next === undefined ? undefined : writeCursor(next) };
}

export type LockName = { readonly key: string; readonly tenant?: string | undefined };

/** Undefined when it is free, or another tenant's. */
export async function getLock(on: Queryable, { key, tenant }: LockName): Promise<LockView | undefined> {
  const wish = { tenant: tenant ?? null, key, prefix: "", holder: null, operation: null, after: "" };
  const [lock] = await viewLocks(on, await on.query(statements.selectHeldLocks({ ...wish, looked: 1, limit: 1 })));
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
    key: row.key,
    holder: row.holder,
    operation: row.operation,
    startedAt: row.started_at,
    expectedEndAt: row.expected_end_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    taskId: row.task_id ?? undefined,
    context: row.context ?? undefined,
    progress: row.progress ?? undefined,
    tenant: row.tenant ?? undefined,
    line: lines.get(row.key) ?? [],
  }));
}

/** How many ended locks a page, or the statistics, look at. */
export const LOOKED_HISTORY_MAX = 20_000;
const AFTER_ALL = 9_223_372_036_854_775_807n;
const DAY_MS = 86_400_000;
export const STATISTICS_MS_MAX = 30 * DAY_MS;

export type LockHistoryListing = PageQuery & {
  /** Default: all locks. */
  readonly key?: string | undefined;
};

/** Goes back thirty days. */
export async function lockHistory(on: Queryable, listing: LockHistoryListing = {}): Promise<Page<PastLock>> {
  const limit = paging.limitOf(listing.limit);
  const below = paging.numberOf(listing.after) ?? AFTER_ALL;
  const { key, tenant = null } = listing;
  const wish = { tenant, below, looked: LOOKED_HISTORY_MAX, limit };
  const found = await on.query(
    key === undefined ? statements.selectHistory(wish) : statements.selectHistoryOfKey({ ...wish, key }),
  );
  const isFull = found.length === limit;
  const [looked] = isFull || key !== undefined ? [] : await on.query(statements.selectLookedHistory(wish));
  const next = isFull ? found.at(-1)?.history_id : (looked?.looked_to ?? undefined);
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

export type LockStatisticsWish = {
  readonly tenant?: string | undefined;
  /** How far back. Default a day, at most STATISTICS_MS_MAX. */
  readonly sinceMs?: number | undefined;
};

export async function lockStatistics(on: Queryable, wish: LockStatisticsWish = {}): Promise<LockStatistics> {
  const { tenant = null, sinceMs = DAY_MS } = wish;
  if (!Number.isInteger(sinceMs) || sinceMs < 1 || sinceMs > STATISTICS_MS_MAX)
    throw paging.refuse(`sinceMs (${String(sinceMs)}) must be a whole number from 1 to ${String(STATISTICS_MS_MAX)}`, {
      field: "sinceMs",
    });
  const [span] = await on.query(statements.selectSince({ sinceMs, looked: LOOKED_HISTORY_MAX }));
  const since = span?.since ?? new Date(0);
  const ended = await on.query(statements.countEnded({ tenant, since, looked: LOOKED_HISTORY_MAX }));
  const held = await on.query(statements.countHeld({ tenant, looked: LOOKED_HISTORY_MAX }));
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

export type LockView = Lock & {
  /** Of the task that it guards, or named as `tenant` in its context; undefined when it is nobody's. */
  readonly tenant: string | undefined;
  /** Those who stand in line, the next one first. */
  readonly line: readonly LockWaiter[];
};

export type LockOutcome = "RELEASED" | "EXPIRED" | "TASK_ENDED" | "OVERRIDDEN";

/** A lock that somebody had. */
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
  /** Who overrode it, and why. */
  readonly endedBy: string | undefined;
  readonly reason: string | undefined;
};

export type OperationStatistics = {
  readonly operation: string;
  /** Taken in the span of time: those that ended in it, and those held now. */
  readonly acquired: number;
  readonly held: number;
  readonly waiting: number;
  /** Asked for and refused since somebody else held it. */
  readonly refused: number;
  readonly released: number;
  readonly expired: number;
  readonly endedWithTask: number;
  readonly overridden: number;
  /** Of those that ended. */
  readonly heldMsMean: number | undefined;
  readonly heldMsMax: number | undefined;
};

export type LockStatistics = {
  readonly since: Date;
  /** False: more locks ended in that time than were looked at; counts are of the newest. */
  readonly isWhole: boolean;
  readonly operations: readonly OperationStatistics[];
};
