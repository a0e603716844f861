/** The statements that find tasks and tell what their counts do not. */
import { sql } from "../../database/sql.ts";
import type { TaskState } from "../../tasks/task.ts";

export type TaskWish = {
  readonly key: string | null;
  readonly tenant: string | null;
  readonly group: string | null;
  readonly queue: string | null;
  readonly type: string | null;
  readonly state: TaskState | null;
  readonly isJob: boolean | null;
  readonly below: bigint;
  readonly looked: number;
  readonly limit: number;
};

/** Returns one row: ids of tasks that fit, the newest first, and where to go on below; null when nothing is left. */
export const findTasks = (wish: TaskWish) => sql<{ task_ids: readonly bigint[]; looked_to: bigint | null }>`
  select task_ids, looked_to
    from rota.find_tasks(${wish.key}, ${wish.tenant}, ${wish.group}, ${wish.queue}, ${wish.type}, ${wish.state}, ${wish.isJob}::boolean,
                         ${wish.below}, ${wish.looked}, ${wish.limit})`;

export type TaskRestRow = {
  task_id: bigint;
  version: number;
  priority: number;
  parent_id: bigint | null;
  chunk_count: number;
  has_finish: boolean;
  has_finish_chunk: boolean;
  is_parked: boolean;
};

/** Returns a row for each of the tasks that exist. */
export const selectTaskRests = (taskIds: readonly bigint[]) => sql<TaskRestRow>`
  select tasks.task_id, version, priority, parent_id, chunk_count, has_finish, coalesce(is_parked, false) as is_parked,
         exists (select from rota.chunks where has_finish and chunks.task_id = tasks.task_id and number = chunk_count + 1) as has_finish_chunk
    from rota.tasks
    left join lateral (select is_parked from rota.countdowns where countdowns.task_id = tasks.task_id limit 1) as countdown on true
   where tasks.task_id = any (${taskIds}::bigint[])`;

export type TaskSettingsRow = {
  task_id: bigint;
  tenant: string;
  cost: number;
  weight: number;
  max_in_flight: number | null;
  attempts_max: number;
  input: unknown;
};

/** Returns a task by its id or its key. No row: there is none, or it is of another tenant. */
export const selectTaskSettings = (wish: { taskId: bigint | null; taskKey: string | null; tenant: string | null }) =>
  sql<TaskSettingsRow>`
  select task_id, tenant, cost, weight, max_in_flight, attempts_max, input
    from rota.tasks
   where (task_id = ${wish.taskId}::bigint or task_key = ${wish.taskKey}) and (${wish.tenant}::text is null or tenant = ${wish.tenant})
   order by (task_key = ${wish.taskKey}) desc nulls last limit 1`;

export type TaskChildRow = {
  task_id: bigint;
  task_key: string | null;
  type: string;
  state: TaskState;
  submitted_at: Date;
  finished_at: Date | null;
};

/** Returns children of a task, the newest first, of at most so many that are looked at. */
export const selectChildren = (wish: { taskId: bigint; looked: number; limit: number }) => sql<TaskChildRow>`
  select task_id, task_key, type, rota.task_state(tasks) as state, submitted_at, finished_at
    from rota.tasks
   where task_id in (select task_id from (select task_id from rota.tasks where parent_id = ${wish.taskId} limit ${wish.looked}) as child
                      order by task_id desc limit ${wish.limit})
   order by task_id desc`;

/** Returns one row: children of a task, counting no further than the limit, and those of them that are over. */
export const countChildren = (wish: { taskId: bigint; looked: number }) => sql<{
  children: number;
  ended: number;
  failed: number;
}>`
  select count(*)::integer as children, count(*) filter (where state not in ('ACTIVE', 'PAUSED'))::integer as ended,
         count(*) filter (where state = 'FAILED')::integer as failed
    from (select rota.task_state(tasks) as state from rota.tasks where parent_id = ${wish.taskId} limit ${wish.looked}) as child`;

export type ActRow = { at: Date; actor: string | null; action: string };

/** Returns what the audit log says of a task, the newest first. */
export const selectActs = (wish: { tenant: string; taskId: bigint; limit: number }) => sql<ActRow>`
  select at, actor, action
    from rota.audit_log
   where tenant = ${wish.tenant} and subject_type = 'task' and subject_id = ${String(wish.taskId)}
   order by number desc limit ${wish.limit}`;

/** Returns who submitted a task; no row: nobody said so. */
export const selectSubmitter = (taskId: bigint) => sql<{ name: string }>`
  select name from rota.task_submitters where task_id = ${taskId}`;
