/** Deletes finished tasks, deliveries, log entries, progress and traces after their retention time, in short transactions. */
import type { Database } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { checkpointQueue, forgetLanes, pruneLog } from "../fairness/checkpoint.ts";
import type { Clock } from "../runtime/clock.ts";
import { batchOf, inBatches } from "../runtime/in-batches.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop } from "../runtime/loop.ts";
import { pruneDeliveries } from "../webhooks/delivery-log.ts";
import { forgetProgressRows, forgetTraceRows, pruneChunks, pruneTasks, selectLogs } from "./retention.sql.ts";

export type RetentionLoopOptions = {
  readonly database: Database;
  readonly logger: Logger;
  /** How long tasks and deliveries of webhooks are kept after their end; 0 keeps them for ever. */
  readonly retentionMs: number;
  /** How long entries of dispatch logs are kept; 0 keeps them for ever. */
  readonly logRetentionMs: number;
  readonly clock?: Clock;
};

/** A pass reads every task once, so it is not made often. */
const INTERVAL_MS = 600_000;

export function createRetentionLoop(options: RetentionLoopOptions): Loop {
  const { database, logger, retentionMs, logRetentionMs } = options;
  return createLoop({
    name: "retention",
    intervalMs: INTERVAL_MS,
    ...options,
    async runOnce(signal) {
      await forgetProgress(database, signal);
      await forgetTraces(database, signal);
      if (logRetentionMs > 0) await keepLogs(database, { olderThanMs: logRetentionMs, signal });
      if (retentionMs === 0) return "idle";
      const pruned = await pruneFinished(database, { olderThanMs: retentionMs, signal });
      if (pruned.tasks > 0) logger.info(pruned, "tasks that were over for long enough were deleted");
      await inBatches(async () => {
        const count = await pruneDeliveries(database, { olderThanMs: retentionMs });
        return { count, isLast: count === 0 };
      }, signal);
      return "idle";
    },
  });
}

/** Rows that one transaction deletes at most, of each table. */
export const PRUNED_ROWS_MAX = 5_000;
const DEFAULT_BATCH = 1_000;

export type PruneWish = {
  /** How long a task has been over at least. */
  readonly olderThanMs: number;
  /** How many tasks, or chunks, one transaction looks at. Default 1,000, at most `PRUNED_ROWS_MAX`. */
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
  let chunks = await deleteChunks(database, { limit, signal }); // what an interrupted pass left
  let after = 0n;
  const tasks = await inBatches(async () => {
    const [row] = await database.query(pruneTasks({ olderThanMs, after, limit }));
    const count = row?.pruned ?? 0;
    if (count > 0) chunks += await deleteChunks(database, { limit, signal });
    after = row?.last_task ?? 0n;
    return { count, isLast: after === 0n };
  }, signal);
  return { tasks, chunks };
}

function checkBatch({ olderThanMs, batch = DEFAULT_BATCH }: PruneWish): number {
  if (!Number.isFinite(olderThanMs) || olderThanMs < 0)
    throw new RotaError("CONFIG_INVALID", `olderThanMs (${String(olderThanMs)}) must be 0 or more milliseconds`);
  if (!Number.isInteger(batch) || batch < 1 || batch > PRUNED_ROWS_MAX)
    throw new RotaError(
      "CONFIG_INVALID",
      `batch (${String(batch)}) must be a whole number from 1 to ${String(PRUNED_ROWS_MAX)}`,
    );
  return batch;
}

type Step = { readonly limit: number; readonly signal: AbortSignal | undefined };

function deleteChunks(database: Database, { limit, signal }: Step): Promise<number> {
  return inBatches(async () => {
    const [row] = await database.query(pruneChunks(limit));
    return { count: row?.pruned ?? 0, isLast: row?.is_done ?? true };
  }, signal);
}

export type KeepLogsWish = {
  /** How old an entry is at least when it goes. */
  readonly olderThanMs: number;
  readonly signal?: AbortSignal;
};

/** A log begins with a checkpoint, so it is longer than wished by up to one part in so many. */
const CHECKPOINTS = 10;

/** @returns how many entries were deleted. */
export async function keepLogs(database: Database, { olderThanMs, signal }: KeepLogsWish): Promise<number> {
  let deleted = 0;
  for (const log of await database.query(selectLogs({ olderThanMs, checkpointAfterMs: olderThanMs / CHECKPOINTS }))) {
    if (signal?.aborted === true) break;
    const { queue, older_than: olderThan } = log;
    await forgetLanes(database, queue);
    if (log.wants_checkpoint) await checkpointQueue(database, queue);
    deleted += (await pruneLog(database, { queue, olderThan })).deleted;
  }
  return deleted;
}

const BATCH = 1_000;
/** A task that waits for longer is not shown in the trace of its submitter. */
export const TRACES_KEPT_MS = 7 * 86_400_000;

/** Progress is that of the present lease: reports of earlier ones are never read. Returns how many were deleted. */
function forgetProgress(database: Database, signal?: AbortSignal): Promise<number> {
  return inBatches(async () => {
    const [row] = await database.query(forgetProgressRows(BATCH));
    return batchOf(row?.forgotten ?? 0, BATCH);
  }, signal);
}

/** Returns how many traces were deleted. */
export function forgetTraces(database: Database, signal?: AbortSignal): Promise<number> {
  return inBatches(async () => {
    const [row] = await database.query(forgetTraceRows({ olderThanMs: TRACES_KEPT_MS, limit: BATCH }));
    return batchOf(row?.forgotten ?? 0, BATCH);
  }, signal);
}
