/** Deletes events that every sink has passed: old ones in batches, or all events of one tenant. */
import type { Database } from "../database/database.ts";
import { PRUNED_MAX } from "./outbox-limits.ts";
import { eraseTenantEvents, pruneEvents } from "./outbox.sql.ts";

export type PruneOutboxWish = {
  /** How long ago an event was appended at least when it goes. */
  readonly olderThanMs: number;
  readonly signal?: AbortSignal;
};

/** What a sink holds stays, and without any sink everything does. @returns how many events were deleted. */
export async function pruneOutbox(database: Database, { olderThanMs, signal }: PruneOutboxWish): Promise<number> {
  let deleted = 0;
  while (signal?.aborted !== true) {
    const [row] = await database.query(pruneEvents({ olderThanMs, limit: PRUNED_MAX }));
    const pruned = row?.pruned ?? 0;
    deleted += pruned;
    if (pruned < PRUNED_MAX) break;
  }
  return deleted;
}

/** What a sink still needs stays, and without any sink everything does. @returns how many events were deleted. */
export async function eraseEvents(database: Database, { tenant }: { readonly tenant: string }): Promise<number> {
  let deleted = 0;
  for (let after: bigint | null = 0n; after !== null;) {
    const rows: readonly { erased: number; last_position: bigint | null }[] = await database.query(
      eraseTenantEvents({ tenant, after, limit: PRUNED_MAX }),
    );
    deleted += rows[0]?.erased ?? 0;
    after = rows[0]?.last_position ?? null;
  }
  return deleted;
}
