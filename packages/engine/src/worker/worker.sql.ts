/** Holds the statements of workers: settling chunks, starting chunks of tickets, reading traces, results and ended tasks. */
import { type JsonValue, sql } from "../database/sql.ts";
import type { TaskState } from "../tasks/task-states.ts";

/** The places, from 1, of the chunks that were settled; null: all of them. */
export type SettledRow = { completed: readonly number[] | null; others: readonly number[] | null };

export type Settlements = {
  readonly owner: string;
  readonly taskIds: readonly bigint[];
  readonly numbers: readonly number[];
  readonly leaseTokens: readonly bigint[];
  /** In the same order; null when no chunk has any. */
  readonly results: JsonValue | null;
  /** As rota.end_attempts() takes them; null when there are none. */
  readonly others: JsonValue | null;
};

/** Settles chunks that are still leased under their tokens, and their tasks with them. Returns one row. */
export const settleChunkRows = ({ owner, taskIds, numbers, leaseTokens, results, others }: Settlements) =>
  sql<SettledRow>`
  select completed, others
    from rota.settle_chunks(${owner}, ${taskIds}::bigint[], ${numbers}::integer[], ${leaseTokens}::bigint[], ${results}::text::jsonb, ${others}::text::jsonb)`;

/** Returns the traces of those tasks that have one. */
export const selectTraces = (taskIds: readonly bigint[]) => sql<{ task_id: bigint; traceparent: string }>`
  select task_id, traceparent from rota.task_traces where task_id = any (${taskIds}::bigint[])`;

/** Returns names and sizes of the tasks that exist. */
export const selectTaskPlaces = (taskIds: readonly bigint[]) => sql<{
  task_id: bigint;
  tenant: string;
  group_name: string;
  chunk_count: number;
}>`
  select task_id, tenant, group_name, chunk_count from rota.tasks where task_id = any (${taskIds}::bigint[])`;

/** Returns the input of a task, which is the payload of a job, and its submitter. No row: there is no such task. */
export const selectTaskOrigin = (taskId: bigint) => sql<{ input: unknown; submitted_by: string | null }>`
  select case when is_job then (select payload from rota.chunks where chunks.task_id = tasks.task_id and number = 1) else input end as input,
         (select name from rota.task_submitters where task_submitters.task_id = tasks.task_id) as submitted_by
    from rota.tasks where task_id = ${taskId}`;

/** Records that a chunk runs alone in its process from now on. Returns one row: false when its lease was lost. */
export const runAlone = (chunk: { taskId: bigint; number: number; leaseToken: bigint }) => sql<{ is_alone: boolean }>`
  select rota.run_alone(${chunk.taskId}, ${chunk.number}, ${chunk.leaseToken}) as is_alone`;

/** Returns whether a chunk was completed in the turn that it was claimed in. No row: it was deleted. */
export const isCompletedTurn = (chunk: { taskId: bigint; number: number; turn: bigint }) => sql<{
  is_completed: boolean;
}>`
  select state = 'COMPLETED' and turn = ${chunk.turn} as is_completed
    from rota.chunks where task_id = ${chunk.taskId} and number = ${chunk.number}`;

/** Returns the results of a task's chunks, in order, without that of the chunk which follows when all others are completed. */
export const selectResults = (taskId: bigint) => sql<{ result: unknown }>`
  select result from rota.chunks join rota.tasks using (task_id) where task_id = ${taskId} and number <= chunk_count order by number`;

export type TaskEndRow<Result> = {
  type: string;
  state: TaskState;
  result: Result;
  error: { readonly code: string; readonly message: string } | null;
};

/**
 * Returns the type and state of a task, a result if it has one (that of its last chunk, which made it of the others, or of a job's
 * only one) and the last error of a chunk that failed. No row: there is no such task.
 */
export const selectTaskEnd = <Result>(taskId: bigint) => sql<TaskEndRow<Result>>`
  select type, rota.task_state(tasks) as state, last_chunk.result,
         (select last_error from rota.chunks where chunks.task_id = tasks.task_id and state in ('FAILED', 'DEAD_LETTER') order by number limit 1) as error
    from rota.tasks
    left join rota.chunks as last_chunk
      on last_chunk.task_id = tasks.task_id and last_chunk.number = chunk_count + has_finish::integer
   where tasks.task_id = ${taskId}`;

export type StartedFields = readonly [
  taskId: string,
  number: number,
  lane: string,
  typeId: string,
  attempt: number,
  isSuspect: boolean,
  payload: unknown,
  turn: string,
];

export type StartedRow = { chunks: readonly StartedFields[] };

/** The lease that a claim is about to take. */
export type NewLease = {
  /** The pool. */
  readonly queue: string;
  readonly owner: string;
  /** Whether the owner holds its presence lock. */
  readonly isWatched: boolean;
  readonly leaseMs: number;
  /** The token of the lease, never used before. */
  readonly leaseToken: bigint;
};

/** Tickets as lists in the same order. */
export type TicketLists = {
  readonly taskIds: readonly bigint[];
  readonly numbers: readonly number[];
  readonly turns: readonly bigint[];
};

/** Starts the chunks that are still QUEUED in these turns. Returns one row. */
export const startQueued = (lease: NewLease, { taskIds, numbers, turns }: TicketLists) =>
  sql<StartedRow>`
  select rota.start_queued(${lease.queue}, ${lease.owner}, ${lease.isWatched}, ${lease.leaseToken},
                           ${lease.leaseMs} * interval '1 millisecond', ${taskIds}::bigint[], ${numbers}::integer[], ${turns}::bigint[]) as chunks`;

/** Starts the chunks of these queues of the pool that have been QUEUED for the longest time. Returns one row. */
export const takeQueued = (lease: NewLease, limit: number, routes: readonly string[] | null = null) =>
  sql<StartedRow>`
  select rota.take_queued(${lease.queue}, ${limit}, ${lease.owner}, ${lease.isWatched}, ${lease.leaseToken},
                          ${lease.leaseMs} * interval '1 millisecond', ${routes}::text[]) as chunks`;

/**
 * Returns those of the queues that have a tree of their own with work to do, as queues had in earlier versions and tasks
 * without a pool have.
 */
export const selectOwnTrees = (queues: readonly string[]) => sql<{ queue: string }>`
  select own.queue
    from unnest(${queues}::text[]) as own (queue)
   where exists (select from rota.lane_changes where lane_changes.queue = own.queue)
      or exists (select from rota.chunks where chunks.queue = own.queue and state = 'SCHEDULED')
      or exists (select from rota.chunks where chunks.queue = own.queue and state = 'QUEUED')
      or exists (select from rota.lanes where sibling_set = rota.lane_id(own.queue) and is_awake)`;

/** Returns those of the tasks that have ended or were deleted. */
export const selectEndedTasks = (taskIds: readonly bigint[]) => sql<{ task_id: bigint }>`
  select wanted.task_id
    from unnest(${taskIds}::bigint[]) as wanted (task_id)
    left join rota.tasks on tasks.task_id = wanted.task_id
   where tasks.task_id is null or rota.task_state(tasks) in ('COMPLETED', 'FAILED', 'CANCELLED')`;
