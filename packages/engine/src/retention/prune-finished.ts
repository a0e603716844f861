/** Deletes tasks that have been over for a while, with all that belongs to them, in short transactions. */
import type { Database } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { pruneChunks, pruneTasks, type PrunedRow } from "./retention.sql.ts";

/** Rows that one transaction deletes at most, of each table. */
export const PRUNED_MAX = 5_000;
const DEFAULT_BATCH = 1_000;

export type PruneWish = {
  /** How long a task has been over at least. */
  readonly olderThanMs: number;
  /** How many tasks, or chunks, one transaction looks at. Default 1,000, at most `PRUNED_MAX`. */
  readonly batch?: number;
  /** Ends the pass after the transaction under way. */
  readonly signal?: AbortSignal;
};

export type Pruned = { readonly tasks: number; readonly chunks: number };

/**
 * Goes once through all tasks, in the order of their ids. Any number of processes may do so at once. A task with a parent is
 * deleted after the parent, in the next pass at the latest.
 *
 * @example await pruneFinished(database, { olderThanMs: 30 * 86_400_000 });
 */
export async function pruneFinished(database: Database, wish: PruneWish): Promise<Pruned> {
  const { olderThanMs, signal } = wish;
  const limit = checkBatch(wish);
  let tasks = 0;
  let chunks = await deleteChunks(database, { limit, signal }); // what an interrupted pass left
  for (let after: bigint | undefined = 0n; after !== undefined && signal?.aborted !== true;) {
    const found: readonly PrunedRow[] = await database.query(pruneTasks({ olderThanMs, after, limit }));
    const pruned = found[0]?.pruned ?? 0;
    tasks += pruned;
    if (pruned > 0) chunks += await deleteChunks(database, { limit, signal });
    after = found[0]?.last_task ?? undefined;
  }
  return { tasks, chunks };
}

function checkBatch({ olderThanMs, batch = DEFAULT_BATCH }: PruneWish): number {
  if (!Number.isFinite(olderThanMs) || olderThanMs < 0)
    throw new RotaError("CONFIG_INVALID", `olderThanMs (${String(olderThanMs)}) must be 0 or more milliseconds`);
  if (!Number.isInteger(batch) || batch < 1 || batch > PRUNED_MAX)
    throw new RotaError(
      "CONFIG_INVALID",
      `batch (${String(batch)}) must be a whole number from 1 to ${String(PRUNED_MAX)}`,
    );
  return batch;
}

type Step = { readonly limit: number; readonly signal: AbortSignal | undefined };

async function deleteChunks(database: Database, { limit, signal }: Step): Promise<number> {
  let chunks = 0;
  for (let isDone = false; !isDone && signal?.aborted !== true;) {
    const [row] = await database.query(pruneChunks(limit));
    chunks += row?.pruned ?? 0;
    isDone = row?.is_done ?? true;
  }
  return chunks;
}
