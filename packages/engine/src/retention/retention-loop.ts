/** Deletes finished tasks, deliveries, log entries, progress and traces after their retention time, in short transactions. */
import type { Database } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { checkpointQueue, forgetLanes, pruneLog } from "../fairness/checkpoint.ts";
import type { Clock } from "../runtime/clock.ts";
import { pruneAnnouncements } from "../outbox/prune-outbox.ts";
import { batchOf, inBatches } from "../runtime/in-batches.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop } from "../runtime/loop.ts";
import { pruneDeliveries } from "../webhooks/delivery-log.ts";
import { forgetProgressRows, forgetTraceRows, pruneChunks, pruneTasks, selectLogs } from "./retention.sql.ts";

export type RetentionLoopOptions = {
  readonly database: Database;
  readonly logger: Logger;
  /** Time for which tasks and deliveries of webhooks are kept after their end; 0 keeps them forever. */
  readonly retentionMs: number;
  /** Time for which entries of dispatch logs are kept; 0 keeps them forever. */
  readonly logRetentionMs: number;
  /** Time for which events that tasks announced are kept where no relay runs. */
  readonly outboxRetentionMs: number;
  readonly clock?: Clock;
};

/** Pause between two passes. A pass reads every task once, so it is long. */
const INTERVAL_MS = 600_000;

export function createRetentionLoop(options: RetentionLoopOptions): Loop {
  const { database, retentionMs, logRetentionMs, outboxRetentionMs } = options;
  return createLoop({
    name: "retention",
    intervalMs: INTERVAL_MS,
    ...options,
    async runOnce(signal) {
      await forgetProgress(database, signal);
      await forgetTraces(database, signal);
      if (logRetentionMs > 0) await keepLogs(database, { olderThanMs: logRetentionMs, signal });
      if (retentionMs > 0) await pruneOver(options, signal);
      await pruneAnnouncements(database, { olderThanMs: outboxRetentionMs, signal });
      return "idle";
    },
  });
}

async function pruneOver(
  { database, logger, retentionMs: olderThanMs }: RetentionLoopOptions,
  signal: AbortSignal,
): Promise<void> {
  const pruned = await pruneFinished(database, { olderThanMs, signal });
  if (pruned.tasks > 0) logger.info(pruned, "tasks that were over for long enough were deleted");
  await inBatches(async () => {
    const count = await pruneDeliveries(database, { olderThanMs });
    return { count, isLast: count === 0 };
  }, signal);
}

/** Maximum number of rows of each table that one transaction deletes. */
export const PRUNED_ROWS_MAX = 5_000;
const DEFAULT_BATCH = 1_000;

export type PruneOptions = {
  /** Minimum time since the end of a task that is deleted. */
  readonly olderThanMs: number;
  /** Number of tasks, or chunks, that one transaction checks. Default 1,000, at most `PRUNED_ROWS_MAX`. */
  readonly batch?: number;
  /** Signal that ends the pass after the current transaction. */
  readonly signal?: AbortSignal;
};

export type Pruned = { readonly tasks: number; readonly chunks: number };

/**
 * Deletes finished tasks in one pass through all tasks, in the order of their ids. Any number of processes may do so at
 * once. A task with a parent is deleted after the parent, in the next pass at the latest.
 *
 * @example await pruneFinished(database, { olderThanMs: 30 * 86_400_000 });
 */
export async function pruneFinished(database: Database, options: PruneOptions): Promise<Pruned> {
  const { olderThanMs, signal } = options;
  const limit = checkBatch(options);
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

function checkBatch({ olderThanMs, batch = DEFAULT_BATCH }: PruneOptions): number {
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

export type KeepLogsOptions = {
  /** Minimum age of an entry that is deleted. */
  readonly olderThanMs: number;
  readonly signal?: AbortSignal;
};

/** Number of checkpoints per retention time. A log begins with a checkpoint, so it may be longer by one such part. */
const CHECKPOINTS = 10;

/** Deletes old entries of all dispatch logs. @returns how many entries were deleted. */
export async function keepLogs(database: Database, { olderThanMs, signal }: KeepLogsOptions): Promise<number> {
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
/** Time for which traces are kept. A task that waits longer is not shown in the trace of its submitter. */
export const TRACES_KEPT_MS = 7 * 86_400_000;

/** Deletes progress that was reported under ended leases, which is never read. Returns how many reports were deleted. */
function forgetProgress(database: Database, signal?: AbortSignal): Promise<number> {
  return inBatches(async () => {
    const [row] = await database.query(forgetProgressRows(BATCH));
    return batchOf(row?.forgotten ?? 0, BATCH);
  }, signal);
}

/** Deletes old traces of tasks. Returns how many were deleted. */
export function forgetTraces(database: Database, signal?: AbortSignal): Promise<number> {
  return inBatches(async () => {
    const [row] = await database.query(forgetTraceRows({ olderThanMs: TRACES_KEPT_MS, limit: BATCH }));
    return batchOf(row?.forgotten ?? 0, BATCH);
  }, signal);
}
