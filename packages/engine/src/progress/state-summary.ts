/** Logs the state of the whole system every few seconds while this process has work. */
import type { Database } from "../database/database.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop } from "../runtime/loop.ts";
import { selectOpenTasks } from "./progress.sql.ts";
import { getSystemStatistics, type SystemStatistics } from "./system-statistics.ts";
import { countTasks, type TaskCounts } from "./task-counts.ts";

export type StateSummaryOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly intervalMs: number;
  /** Rises with whatever this process does: once it stays the same, nothing more is read and written. */
  readonly activity: () => number;
  readonly clock?: Clock;
};

/** Number of open tasks that get a line of their own: the oldest. */
const LOGGED_TASKS_MAX = 20;

export function createStateSummary(options: StateSummaryOptions): Loop {
  const { database, logger, activity } = options;
  let reportedAt = 0;
  let isReportedTwice = true; // the first time what has just ended may not be settled yet
  return createLoop({
    name: "state summary",
    ...options,
    async runOnce() {
      const now = activity();
      if (now === reportedAt && isReportedTwice) return "idle";
      logger.info(summaryOf(await getSystemStatistics(database)), "state of the scheduler");
      await logTasks(database, logger);
      isReportedTwice = now === reportedAt;
      reportedAt = now;
      return "idle";
    },
  });
}

function summaryOf({ openTasks, chunksByState, lanesWaiting, workers }: SystemStatistics) {
  return {
    activeTasks: openTasks.count,
    pending: chunksByState.PENDING.count,
    scheduled: chunksByState.SCHEDULED.count,
    queued: chunksByState.QUEUED.count,
    processing: chunksByState.PROCESSING.count,
    completed: chunksByState.COMPLETED.count,
    failed: chunksByState.FAILED.count + chunksByState.DEAD_LETTER.count,
    lanesWaiting: lanesWaiting.count,
    workers: new Set(workers.map(({ owner }) => owner)).size,
  };
}

async function logTasks(database: Database, logger: Logger): Promise<void> {
  const open = await database.query(selectOpenTasks(LOGGED_TASKS_MAX));
  const taskIds = open.map(({ task_id: taskId }) => taskId);
  for (const task of await countTasks(database, taskIds)) logger.info(progressOf(task), "progress of a task");
}

function progressOf({ taskId, taskKey, type, total, percent, chunks }: TaskCounts) {
  return {
    task: taskKey ?? String(taskId),
    type,
    completed: `${String(chunks.COMPLETED.count)}/${String(total)} (${percent.toFixed(1)}%)`,
    failed: chunks.FAILED.count + chunks.DEAD_LETTER.count,
    processing: chunks.PROCESSING.count,
    queued: chunks.QUEUED.count,
    pending: chunks.PENDING.count + chunks.SCHEDULED.count,
  };
}
