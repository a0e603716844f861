/** Statements of operations. */
import { sql } from "../database/sql.ts";

export type TaskProgressRow = { submitted_at: Date; total: number; ended: number };

/** Returns when a task was submitted and its progress; a job is at 0 of 1 until it ends. No row: there is no such task. */
export const selectTaskProgress = (taskId: bigint) => sql<TaskProgressRow>`
  select submitted_at, chunk_count as total, greatest(chunk_count - coalesce(remaining, chunk_count), 0) as ended
    from rota.tasks left join rota.countdowns using (task_id) where task_id = ${taskId}`;

export type GuardedKey = { tenant: string; type: string; key: string; lockedAt: Date; afterMs: number };

/** Returns one row: whether a lock was taken more than `afterMs` ago and no task holds its key. */
export const isLeftBehind = ({ tenant, type, key, lockedAt, afterMs }: GuardedKey) => sql<{ is_left: boolean }>`
  select clock_timestamp() > ${lockedAt}::timestamptz + ${afterMs} * interval '1 millisecond'
         and not exists (select from rota.task_keys join rota.tasks using (task_id)
                          where task_keys.tenant = ${tenant} and task_keys.type = ${type} and key = ${key}
                            and rota.task_state(tasks) in ('ACTIVE', 'PAUSED')) as is_left`;
