/** Counts the chunks of tasks by state and says how exact each count is. */
import type { Queryable } from "../database/database.ts";
import type { ChunkState, TaskState } from "../tasks/task-states.ts";
import { selectTaskCounts, type TaskCountRow } from "./progress.sql.ts";

/** Task with its chunks by state. */
export type TaskCounts = {
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  readonly queue: string;
  /** The pool in which it shares turns. */
  readonly pool: string;
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
    pool: row.pool,
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

/** Counting stops here: what there is more of is said to be at least so many. */
export const COUNTED_MAX = 10_000;

export type Count = {
  readonly count: number;
  /** Whether there are exactly so many, or perhaps more, or perhaps fewer. */
  readonly precision: "exact" | "atLeast" | "atMost";
};

export type ChunkCounts = Readonly<Record<ChunkState, Count>>;

export const exactly = (count: number): Count => ({ count, precision: "exact" });

/** Makes a count of rows that were counted up to one more than the limit. */
export function countedUpTo(counted: number, most = COUNTED_MAX): Count {
  return counted > most ? { count: most, precision: "atLeast" } : exactly(counted);
}

/** Subtracts counts that may be too small from an exact number. */
export function leftOf(whole: number, parts: readonly Count[]): Count {
  const count = Math.max(0, whole - parts.reduce((sum, part) => sum + part.count, 0));
  return parts.every(({ precision }) => precision === "exact") ? exactly(count) : { count, precision: "atMost" };
}

export type TaskTally = {
  readonly total: number;
  readonly remaining: number;
  readonly failed: number;
  readonly processing: number;
  readonly cancelled: number;
  /** These were counted up to one more than the most that is counted. */
  readonly scheduled: number;
  readonly queued: number;
  readonly dead_letters: number;
  readonly failed_seen: number;
};

/** Derives the other counts from those that are cheap: chunks that wait but are neither scheduled nor queued are pending, and so on. */
export function chunkCounts(tally: TaskTally, most = COUNTED_MAX): ChunkCounts {
  const scheduled = countedUpTo(tally.scheduled, most);
  const queued = countedUpTo(tally.queued, most);
  const processing = exactly(tally.processing);
  const areAllSeen = tally.failed_seen >= tally.failed;
  const deadLetters: Count = { count: tally.dead_letters, precision: areAllSeen ? "exact" : "atLeast" };
  return {
    SCHEDULED: scheduled,
    PENDING: leftOf(tally.remaining, [processing, scheduled, queued]),
    QUEUED: queued,
    PROCESSING: processing,
    COMPLETED: exactly(Math.max(0, tally.total - tally.remaining - tally.failed - tally.cancelled)),
    FAILED: leftOf(tally.failed, [deadLetters]),
    DEAD_LETTER: deadLetters,
    CANCELLED: exactly(tally.cancelled),
  };
}

/** Rounded down to a tenth, so that 100 means all. */
export function percentOf(done: number, of: number): number {
  return of === 0 ? 0 : Math.floor((Math.min(done, of) * 1_000) / of) / 10;
}
