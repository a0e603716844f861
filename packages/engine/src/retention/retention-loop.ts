/** Deletes now and then what has been over for longer than it is kept; any number of processes may do so. */
import type { Database } from "../database/database.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop } from "../runtime/loop.ts";
import { pruneDeliveries } from "../webhooks/log/prune-deliveries.ts";
import { forgetProgress } from "./forget-progress.ts";
import { forgetTraces } from "./forget-traces.ts";
import { keepLogs } from "./keep-logs.ts";
import { pruneFinished } from "./prune-finished.ts";

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
      while (!signal.aborted && (await pruneDeliveries(database, { olderThanMs: retentionMs })) > 0);
      return "idle";
    },
  });
}
