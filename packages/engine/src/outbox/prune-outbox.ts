/** Deletes events that are old and that every sink has passed, a limited number at a time. */
import type { Database } from "../database/database.ts";
import { PRUNED_MAX } from "./limits.ts";
import { pruneEvents } from "./outbox.sql.ts";

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
