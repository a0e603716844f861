/** Lists the locks that are held, by key, with those who wait for them. */
import type { LockWaiter } from "../../coordinator/coordinator.ts";
import type { Queryable } from "../../database/database.ts";
import { checkedLimit, readCursor, unreadable, writeCursor, type Page, type PageWish } from "../page.ts";
import type { LockView } from "./lock-view.ts";
import { selectHeldLocks, selectLines, selectLookedKey, type HeldLockRow } from "./locks.sql.ts";

/** How many locks a page looks at to find those that fit. */
export const LOOKED_LOCKS_MAX = 5_000;
/** Of each line. */
export const LISTED_WAITERS_MAX = 100;

export type LockListing = PageWish & {
  /** Only keys that start so. */
  readonly prefix?: string | undefined;
  readonly holder?: string | undefined;
  readonly operation?: string | undefined;
};

/** A lock is a tenant's when it guards one of its tasks, or when its context names it as `tenant`. */
export async function listLocks(on: Queryable, listing: LockListing = {}): Promise<Page<LockView>> {
  const limit = checkedLimit(listing.limit);
  const [after] = readCursor(listing.after) ?? [""];
  if (typeof after !== "string") throw unreadable();
  const { tenant = null, prefix = "", holder = null, operation = null } = listing;
  const wish = { tenant, key: null, prefix, holder, operation, after, looked: LOOKED_LOCKS_MAX, limit };
  const rows = await on.query(selectHeldLocks(wish));
  const isFull = rows.length === limit;
  const [looked] = isFull ? [] : await on.query(selectLookedKey(wish));
  const next = isFull ? rows.at(-1)?.key : (looked?.looked_to ?? undefined);
  return { items: await viewLocks(on, rows), next: next === undefined ? undefined : writeCursor(next) };
}

export type LockName = { readonly key: string; readonly tenant?: string | undefined };

/** Undefined when it is free, or another tenant's. */
export async function getLock(on: Queryable, { key, tenant }: LockName): Promise<LockView | undefined> {
  const wish = { tenant: tenant ?? null, key, prefix: "", holder: null, operation: null, after: "" };
  const [lock] = await viewLocks(on, await on.query(selectHeldLocks({ ...wish, looked: 1, limit: 1 })));
  return lock;
}

async function viewLocks(on: Queryable, rows: readonly HeldLockRow[]): Promise<LockView[]> {
  if (rows.length === 0) return [];
  const lines = new Map<string, LockWaiter[]>(rows.map(({ key }) => [key, []]));
  const keys = [...lines.keys()];
  for (const { key, holder, operation, waits_since: since } of await on.query(
    selectLines({ keys, limit: LISTED_WAITERS_MAX }),
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
