/** The statements of operations. */
import { sql } from "../database/sql.ts";

export type TaskStandingRow = { submitted_at: Date; total: number; ended: number };

/** Returns since when a task is there and how far it is; jobs are at 0 of 1 until they end. No row: there is no such task. */
export const selectTaskStanding = (taskId: bigint) => sql<TaskStandingRow>`
  select submitted_at, chunk_count as total, greatest(chunk_count - coalesce(remaining, chunk_count), 0) as ended
    from rota.tasks left join rota.countdowns using (task_id) where task_id = ${taskId}`;

export type GuardedKey = { tenant: string; type: string; key: string; lockedAt: Date; afterMs: number };

/** Says whether a lock was taken so long ago although no task holds its key. Returns one row. */
export const isLeftBehind = ({ tenant, type, key, lockedAt, afterMs }: GuardedKey) => sql<{ is_left: boolean }>`
  select clock_timestamp() > ${lockedAt}::timestamptz + ${afterMs} * interval '1 millisecond'
         and not exists (select from rota.task_keys join rota.tasks using (task_id)
                          where task_keys.tenant = ${tenant} and task_keys.type = ${type} and key = ${key}
                            and rota.task_state(tasks) in ('ACTIVE', 'PAUSED')) as is_left`;
