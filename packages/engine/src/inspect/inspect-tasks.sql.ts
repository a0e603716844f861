/** Statements that show tasks and their chunks. Payloads are read only for a single chunk. */
import { sql } from "../database/sql.ts";
import type { ChunkState, TaskState } from "../tasks/task-states.ts";

export type TaskQuery = {
  readonly key: string | null;
  readonly tenant: string | null;
  readonly group: string | null;
  readonly queue: string | null;
  readonly type: string | null;
  readonly state: TaskState | null;
  readonly isJob: boolean | null;
  readonly below: bigint;
  readonly scanMax: number;
  readonly limit: number;
};

/** Returns one row: ids of matching tasks, the newest first, and the id below which to continue; null if nothing is left. */
export const findTasks = (query: TaskQuery) => sql<{ task_ids: readonly bigint[]; scanned_to: bigint | null }>`
  select task_ids, looked_to as scanned_to
    from rota.find_tasks(${query.key}, ${query.tenant}, ${query.group}, ${query.queue}, ${query.type}, ${query.state}, ${query.isJob}::boolean,
                         ${query.below}, ${query.scanMax}, ${query.limit})`;

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

/** Returns a task by its id or its key. No row: it does not exist or belongs to another tenant. */
export const selectTaskSettings = (query: { taskId: bigint | null; taskKey: string | null; tenant: string | null }) =>
  sql<TaskSettingsRow>`
  select task_id, tenant, cost, weight, max_in_flight, attempts_max, input
    from rota.tasks
   where (task_id = ${query.taskId}::bigint or task_key = ${query.taskKey}) and (${query.tenant}::text is null or tenant = ${query.tenant})
   order by (task_key = ${query.taskKey}) desc nulls last limit 1`;

export type TaskChildRow = {
  task_id: bigint;
  task_key: string | null;
  type: string;
  state: TaskState;
  submitted_at: Date;
  finished_at: Date | null;
};

/** Returns children of a task, the newest first, scanning up to `scanMax`. */
export const selectChildren = (query: { taskId: bigint; scanMax: number; limit: number }) => sql<TaskChildRow>`
  select task_id, task_key, type, rota.task_state(tasks) as state, submitted_at, finished_at
    from rota.tasks
   where task_id in (select task_id from (select task_id from rota.tasks where parent_id = ${query.taskId} limit ${query.scanMax}) as child
                      order by task_id desc limit ${query.limit})
   order by task_id desc`;

/** Returns one row: the numbers of children of a task and of those that ended or failed, counting up to `scanMax`. */
export const countChildren = (query: { taskId: bigint; scanMax: number }) => sql<{
  children: number;
  ended: number;
  failed: number;
}>`
  select count(*)::integer as children, count(*) filter (where state not in ('ACTIVE', 'PAUSED'))::integer as ended,
         count(*) filter (where state = 'FAILED')::integer as failed
    from (select rota.task_state(tasks) as state from rota.tasks where parent_id = ${query.taskId} limit ${query.scanMax}) as child`;

export type TaskActionRow = { at: Date; actor: string | null; action: string };

/** Returns the recorded actions on a task, the newest first. */
export const selectTaskActions = (query: { tenant: string; taskId: bigint; limit: number }) => sql<TaskActionRow>`
  select at, actor, action
    from rota.audit_log
   where tenant = ${query.tenant} and subject_type = 'task' and subject_id = ${String(query.taskId)}
   order by number desc limit ${query.limit}`;

/** Returns the name of the submitter of a task. No row: none was given. */
export const selectSubmitter = (taskId: bigint) => sql<{ name: string }>`
  select name from rota.task_submitters where task_id = ${taskId}`;

export type ChunkTotalRow = { chunk_count: number; total: number };

/** Returns the number of chunks of a task. No row: it does not exist or belongs to another tenant. */
export const selectChunkTotal = (query: { taskId: bigint; tenant: string | null }) => sql<ChunkTotalRow>`
  select chunk_count, chunk_count + exists (select from rota.chunks where has_finish and chunks.task_id = tasks.task_id and number = chunk_count + 1)::integer as total
    from rota.tasks
   where task_id = ${query.taskId} and (${query.tenant}::text is null or tenant = ${query.tenant})`;

export type ChunkQuery = {
  readonly taskId: bigint;
  readonly state: ChunkState | null;
  readonly after: number;
  readonly scanMax: number;
  readonly limit: number;
};

export type FoundChunks = { numbers: readonly number[]; scanned_to: number | null; seen: number };

/** Scans chunks in order, up to `scanMax`. Returns one row: the numbers of those in a state, and how far it scanned. */
export const findChunks = ({ taskId, state, after, scanMax, limit }: ChunkQuery) => sql<FoundChunks>`
  with seen as materialized (
    select number, state from rota.chunks where task_id = ${taskId} and number > ${after} order by task_id, number limit ${scanMax})
  select array(select number from seen where ${state}::text is null or state = ${state} order by number limit ${limit}) as numbers,
         (select max(number) from seen) as scanned_to, (select count(*)::integer from seen) as seen`;

/** Returns one row like `findChunks`, for failed chunks: these have an index of their own, so nothing else is scanned. */
export const findFailedChunks = ({ taskId, state, after, limit }: ChunkQuery) => sql<FoundChunks>`
  select array(select number from rota.chunks
                where task_id = ${taskId} and number > ${after} and state in ('FAILED', 'DEAD_LETTER') and state = ${state}
                order by task_id, number limit ${limit}) as numbers,
         null::integer as scanned_to, 0 as seen`;

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

/** Returns the remaining fields of one chunk. No row: it does not exist or belongs to another tenant. */
export const selectChunkRest = (query: { taskId: bigint; number: number; tenant: string | null }) => sql<ChunkRestRow>`
  select tenant, group_name, tasks.queue, type, lease.expires_at as lease_until, is_suspect, returns, payload, result, last_error,
         dead.state as decision, decided_by, reason, decided_at
    from rota.tasks
    join rota.chunks using (task_id)
    left join lateral (select expires_at from rota.leases where leases.lease_token = chunks.lease_token limit 1) as lease on true
    left join rota.dead_chunks as dead on dead.task_id = chunks.task_id and dead.number = chunks.number
   where tasks.task_id = ${query.taskId} and chunks.number = ${query.number} and (${query.tenant}::text is null or tenant = ${query.tenant})`;

/** Returns one row: one letter for the state and one digit for the attempts of each chunk from a number on, and their count. */
export const selectGrid = (query: {
  taskId: bigint;
  from: number;
  count: number;
  states: readonly string[];
  gridLetters: string;
}) =>
  sql<{ states: string; attempts: string; chunks: number }>`
  select coalesce(string_agg(substr(${query.gridLetters}, array_position(${query.states}::text[], state), 1), '' order by number), '') as states,
         coalesce(string_agg(least(attempt, 9)::text, '' order by number), '') as attempts, count(*)::integer as chunks
    from (select number, state, attempt from rota.chunks
           where task_id = ${query.taskId} and number >= ${query.from} order by task_id, number limit ${query.count}) as chunk`;
