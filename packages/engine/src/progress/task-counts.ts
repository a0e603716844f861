/** Says of tasks how many of their chunks are in which state. */
import type { Queryable } from "../database/database.ts";
import type { TaskState } from "../tasks/task.ts";
import { chunkCounts, COUNTED_MAX, percentOf, type ChunkCounts } from "./chunk-counts.ts";
import { selectTaskCounts, type TaskCountRow } from "./progress.sql.ts";

export type TaskCounts = {
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  readonly queue: string;
  readonly tenant: string;
  readonly group: string;
  readonly type: string;
  readonly isJob: boolean;
  readonly state: TaskState;
  /** Chunks that there are, in all states. The one that follows all others counts from when it is there. */
  readonly total: number;
  readonly chunks: ChunkCounts;
  /** Completed chunks of all that there will be, rounded down to a tenth: 100 only when nothing is left. */
  readonly percent: number;
  readonly submittedAt: Date;
  readonly finishedAt: Date | undefined;
};

/** The newest first; tasks that do not exist are left out. Of chunks in one state no more are counted than `most`. */
export async function countTasks(on: Queryable, taskIds: readonly bigint[], most = COUNTED_MAX): Promise<TaskCounts[]> {
  const rows = await on.query(selectTaskCounts({ taskIds, limit: most + 1 }));
  return rows.map((row) => toCounts(row, most));
}

function toCounts(row: TaskCountRow, most: number): TaskCounts {
  const chunks = chunkCounts(row, most);
  return {
    taskId: row.task_id,
    taskKey: row.task_key ?? undefined,
    queue: row.queue,
    tenant: row.tenant,
    group: row.group_name,
    type: row.type,
    isJob: row.is_job,
    state: row.state,
    total: row.total,
    chunks,
    percent: percentOf(chunks.COMPLETED.count, row.planned),
    submittedAt: row.submitted_at,
    finishedAt: row.finished_at ?? undefined,
  };
}
