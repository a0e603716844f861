/** Deletes events that every sink has passed: old ones in batches, or all events of one tenant. */
import type { Database } from "../database/database.ts";
import { batchOf, inBatches } from "../runtime/in-batches.ts";
import { PRUNED_MAX } from "./outbox-limits.ts";
import { eraseTenantArrivals, eraseTenantEvents, pruneAnnounced, pruneEvents } from "./outbox.sql.ts";

export type PruneOutboxOptions = {
  /** Minimum age of an event that is deleted. */
  readonly olderThanMs: number;
  readonly signal?: AbortSignal;
};

/** Deletes old events that no sink holds; without any sink all stay. @returns how many events were deleted. */
export async function pruneOutbox(database: Database, { olderThanMs, signal }: PruneOutboxOptions): Promise<number> {
  return inBatches(async () => {
    const [row] = await database.query(pruneEvents({ olderThanMs, limit: PRUNED_MAX }));
    return batchOf(row?.pruned ?? 0, PRUNED_MAX);
  }, signal);
}

/** Deletes old events that tasks announced where no sink exists, so that they do not pile up without a relay. @returns how many were deleted. */
export async function pruneAnnouncements(
  database: Database,
  { olderThanMs, signal }: PruneOutboxOptions,
): Promise<number> {
  return inBatches(async () => {
    const [row] = await database.query(pruneAnnounced({ olderThanMs, limit: PRUNED_MAX }));
    return batchOf(row?.pruned ?? 0, PRUNED_MAX);
  }, signal);
}

/** Deletes a tenant's events that no sink needs; without any sink only those that tasks announced. @returns how many events were deleted. */
export async function eraseEvents(database: Database, { tenant }: { readonly tenant: string }): Promise<number> {
  let after = 0n;
  const { length } = await database.query(eraseTenantArrivals(tenant));
  const erased = await inBatches(async () => {
    const [row] = await database.query(eraseTenantEvents({ tenant, after, limit: PRUNED_MAX }));
    after = row?.last_position ?? 0n;
    return { count: row?.erased ?? 0, isLast: after === 0n };
  });
  return length + erased;
}
