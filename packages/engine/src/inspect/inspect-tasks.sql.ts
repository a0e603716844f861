/** Statements that show tasks and their chunks; only the one of a single chunk reads a payload. */
import { sql } from "../database/sql.ts";
import type { ChunkState, TaskState } from "../tasks/task-states.ts";

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

export type TaskActionRow = { at: Date; actor: string | null; action: string };

/** Returns what the audit log says of a task, the newest first. */
export const selectTaskActions = (wish: { tenant: string; taskId: bigint; limit: number }) => sql<TaskActionRow>`
  select at, actor, action
    from rota.audit_log
   where tenant = ${wish.tenant} and subject_type = 'task' and subject_id = ${String(wish.taskId)}
   order by number desc limit ${wish.limit}`;

/** Returns who submitted a task; no row: nobody said so. */
export const selectSubmitter = (taskId: bigint) => sql<{ name: string }>`
  select name from rota.task_submitters where task_id = ${taskId}`;

export type ChunkTotalRow = { chunk_count: number; total: number };

/** Returns one row of a task. No row: there is none, or it is of another tenant. */
export const selectChunkTotal = (wish: { taskId: bigint; tenant: string | null }) => sql<ChunkTotalRow>`
  select chunk_count, chunk_count + exists (select from rota.chunks where has_finish and chunks.task_id = tasks.task_id and number = chunk_count + 1)::integer as total
    from rota.tasks
   where task_id = ${wish.taskId} and (${wish.tenant}::text is null or tenant = ${wish.tenant})`;

export type ChunkWish = {
  readonly taskId: bigint;
  readonly state: ChunkState | null;
  readonly after: number;
  readonly looked: number;
  readonly limit: number;
};

export type FoundChunks = { numbers: readonly number[]; looked_to: number | null; seen: number };

/** Returns one row: numbers of chunks in a state, in order, of so many that are looked at, and how far it looked. */
export const findChunks = ({ taskId, state, after, looked, limit }: ChunkWish) => sql<FoundChunks>`
  with seen as materialized (
    select number, state from rota.chunks where task_id = ${taskId} and number > ${after} order by task_id, number limit ${looked})
  select array(select number from seen where ${state}::text is null or state = ${state} order by number limit ${limit}) as numbers,
         (select max(number) from seen) as looked_to, (select count(*)::integer from seen) as seen`;

/** Returns one row as above, of chunks that failed: along their own index, so that all that fit are found. */
export const findFailedChunks = ({ taskId, state, after, limit }: ChunkWish) => sql<FoundChunks>`
  select array(select number from rota.chunks
                where task_id = ${taskId} and number > ${after} and state in ('FAILED', 'DEAD_LETTER') and state = ${state}
                order by task_id, number limit ${limit}) as numbers,
         null::integer as looked_to, 0 as seen`;

export type ChunkViewRow = {
  task_id: bigint;
  number: number;
  state: ChunkState;
  is_finish: boolean;
  attempt: number;
  turn: bigint | null;
  due_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  code: string | null;
  message: string | null;
  owner: string | null;
  done: number | null;
  total: number | null;
  note: string | null;
  reported_at: Date | null;
};

/** Returns the chunks with these numbers, in order. */
export const selectChunkViews = ({
  taskId,
  numbers,
  chunkCount,
}: {
  taskId: bigint;
  numbers: readonly number[];
  chunkCount: number;
}) => sql<ChunkViewRow>`
  select chunks.task_id, chunks.number, state, chunks.number > ${chunkCount} as is_finish, attempt, turn, due_at, rota.turn_at(chunks.queue, turn) as started_at,
         finished_at, last_error ->> 'code' as code, last_error ->> 'message' as message, owner, done, total, note, reported_at
    from rota.chunks
    left join lateral (select owner from rota.leases where leases.lease_token = chunks.lease_token limit 1) as lease on true
    left join lateral (select done, total, note, reported_at from rota.chunk_progress as progress
                        where progress.task_id = chunks.task_id and progress.number = chunks.number and progress.lease_token = chunks.lease_token limit 1) as reported on true
   where chunks.task_id = ${taskId} and chunks.number = any (${numbers}::integer[])
   order by chunks.number`;

export type ChunkRestRow = {
  tenant: string;
  group_name: string;
  queue: string;
  type: string;
  lease_until: Date | null;
  is_suspect: boolean;
  returns: number;
  payload: unknown;
  result: unknown;
  last_error: unknown;
  decision: "REPLAYED" | "DISCARDED" | null;
  decided_by: string | null;
  reason: string | null;
  decided_at: Date | null;
};

/** Returns the rest of one chunk. No row: there is none, or it is of another tenant. */
export const selectChunkRest = (wish: { taskId: bigint; number: number; tenant: string | null }) => sql<ChunkRestRow>`
  select tenant, group_name, tasks.queue, type, lease.expires_at as lease_until, is_suspect, returns, payload, result, last_error,
         dead.state as decision, decided_by, reason, decided_at
    from rota.tasks
    join rota.chunks using (task_id)
    left join lateral (select expires_at from rota.leases where leases.lease_token = chunks.lease_token limit 1) as lease on true
    left join rota.dead_chunks as dead on dead.task_id = chunks.task_id and dead.number = chunks.number
   where tasks.task_id = ${wish.taskId} and chunks.number = ${wish.number} and (${wish.tenant}::text is null or tenant = ${wish.tenant})`;

/** Returns one row: a letter and a digit for each chunk from one on, in order, and how many there are. */
export const selectGrid = (wish: {
  taskId: bigint;
  from: number;
  count: number;
  states: readonly string[];
  letters: string;
}) =>
  sql<{ states: string; attempts: string; chunks: number }>`
  select coalesce(string_agg(substr(${wish.letters}, array_position(${wish.states}::text[], state), 1), '' order by number), '') as states,
         coalesce(string_agg(least(attempt, 9)::text, '' order by number), '') as attempts, count(*)::integer as chunks
    from (select number, state, attempt from rota.chunks
           where task_id = ${wish.taskId} and number >= ${wish.from} order by task_id, number limit ${wish.count}) as chunk`;
