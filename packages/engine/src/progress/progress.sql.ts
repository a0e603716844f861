/** Holds the statements that write and read progress and read the state of the whole system. */
import { sql } from "../database/sql.ts";
import type { ChunkState, TaskState } from "../tasks/task-states.ts";

export type ProgressReports = {
  readonly taskIds: readonly bigint[];
  readonly numbers: readonly number[];
  readonly leaseTokens: readonly bigint[];
  readonly done: readonly number[];
  readonly total: readonly number[];
  readonly notes: readonly (string | null)[];
};

/** Notes progress of chunks that are still leased under their tokens. Returns one row without meaning. */
export const reportProgress = ({ taskIds, numbers, leaseTokens, done, total, notes }: ProgressReports) => sql<unknown>`
  select rota.report_progress(${taskIds}::bigint[], ${numbers}::integer[], ${leaseTokens}::bigint[],
                              ${done}::float8[], ${total}::float8[], ${notes}::text[])`;

/** Returns the id of the task with a key. No row: there is none. */
export const selectTaskId = (taskKey: string) => sql<{ task_id: bigint }>`
  select task_id from rota.tasks where task_key = ${taskKey}`;

/** Returns ids of tasks of a group, the newest first. */
export const selectGroupTasks = ({ tenant, group, limit }: { tenant: string; group: string; limit: number }) => sql<{
  task_id: bigint;
}>`
  select task_id from rota.tasks where tenant = ${tenant} and group_name = ${group} order by task_id desc limit ${limit}`;

/** A count that has reached the limit given means "or more". */
export type TaskCountRow = {
  task_id: bigint;
  task_key: string | null;
  queue: string;
  pool: string;
  tenant: string;
  group_name: string;
  type: string;
  is_job: boolean;
  state: TaskState;
  submitted_at: Date;
  finished_at: Date | null;
  /** Chunks that there are. */
  total: number;
  /** Chunks that there will be when nothing fails. */
  planned: number;
  /** Chunks that have not ended. */
  remaining: number;
  /** FAILED and DEAD_LETTER together. */
  failed: number;
  processing: number;
  scheduled: number;
  queued: number;
  cancelled: number;
  dead_letters: number;
  /** How many failed chunks were checked to find dead letters. */
  failed_seen: number;
};

/**
 * Returns a row for each of the tasks that exist, the newest first. The subqueries with a limit keep the planner on the
 * indexes, whatever it thinks of how many rows there are.
 */
export const selectTaskCounts = ({
  taskIds,
  limit,
}: {
  taskIds: readonly bigint[];
  limit: number;
}) => sql<TaskCountRow>`
  with asked as materialized (
    select tasks.*, rota.task_state(tasks) as present_state, countdown.remaining, countdown.failed, countdown.cancelled
      from rota.tasks
      left join lateral (select remaining, failed, cancelled from rota.countdowns where countdowns.task_id = tasks.task_id limit 1) as countdown on true
     where tasks.task_id = any (${taskIds}::bigint[])
  ), running as materialized (
    select given.task_id, count(*)::integer as chunks
      from rota.leases
     cross join lateral unnest(leases.task_ids, leases.numbers) as given (task_id, number)
     cross join lateral (select from rota.chunks
                          where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = leases.lease_token limit 1) as chunk
     where leases.task_ids && ${taskIds}::bigint[] and given.task_id = any (${taskIds}::bigint[])
     group by 1)
  select asked.task_id, task_key, queue, coalesce(pool, queue) as pool, tenant, group_name, type, is_job, present_state as state, submitted_at,
         coalesce(asked.finished_at, case when asked.remaining is null then first_chunk.finished_at end) as finished_at,
         chunk_count + exists (select from rota.chunks where has_finish and chunks.task_id = asked.task_id and number = chunk_count + 1)::integer as total,
         chunk_count + has_finish::integer as planned,
         coalesce(asked.remaining, (first_chunk.finished_at is null)::integer) as remaining,
         coalesce(asked.failed, failure.seen) as failed,
         coalesce(running.chunks, 0) as processing,
         (select count(*)::integer from (select from rota.chunks where state = 'SCHEDULED' and chunks.task_id = asked.task_id order by due_at limit ${limit}) as chunk) as scheduled,
         (select count(*)::integer from (select from rota.chunks where state = 'QUEUED' and chunks.task_id = asked.task_id order by due_at limit ${limit}) as chunk) as queued,
         coalesce(asked.cancelled, (first_chunk.state = 'CANCELLED')::integer, 0) as cancelled,
         failure.dead_letters,
         failure.seen as failed_seen
    from asked
    left join running using (task_id)
    left join lateral (select finished_at, state from rota.chunks where chunks.task_id = asked.task_id and number = 1 limit 1) as first_chunk on true
   cross join lateral (
     select count(*)::integer as seen, count(*) filter (where state = 'DEAD_LETTER')::integer as dead_letters
       from (select state from rota.chunks where state in ('FAILED', 'DEAD_LETTER') and chunks.task_id = asked.task_id order by number limit ${limit}) as chunk) as failure
   order by asked.task_id desc`;

type Tasks = { readonly taskIds: readonly bigint[] };
type TasksListed = Tasks & {
  /** The number of chunks that are counted of each task. */
  readonly limit: number;
};

export type RunningRow = {
  task_id: bigint;
  number: number;
  attempt: number;
  owner: string;
  since: Date | null;
  done: number | null;
  total: number | null;
  note: string | null;
  reported_at: Date | null;
};

/** Returns chunks of tasks that run, in order, with what they last reported under their present lease. */
export const selectRunning = ({ taskIds, limit }: TasksListed) => sql<RunningRow>`
  with running as materialized (
    select chunk.task_id, chunk.number, chunk.attempt, chunk.queue, chunk.turn, chunk.lease_token, leases.owner,
           row_number() over (partition by chunk.task_id order by chunk.number) as nth
      from rota.leases
     cross join lateral unnest(leases.task_ids, leases.numbers) as given (task_id, number)
     cross join lateral (select * from rota.chunks
                          where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = leases.lease_token limit 1) as chunk
     where leases.task_ids && ${taskIds}::bigint[] and given.task_id = any (${taskIds}::bigint[]))
  select running.task_id, running.number, attempt, owner, rota.turn_at(queue, turn) as since, done, total, note, reported_at
    from running
    left join rota.chunk_progress as reported
      on reported.task_id = running.task_id and reported.number = running.number and reported.lease_token = running.lease_token
   where nth <= ${limit}
   order by 1, 2`;

export type FailureRow = {
  task_id: bigint;
  number: number;
  state: Extract<ChunkState, "FAILED" | "DEAD_LETTER">;
  attempt: number;
  error: unknown;
  finished_at: Date;
};

/** Returns chunks of tasks that failed, in order. */
export const selectFailures = ({ taskIds, limit }: TasksListed) => sql<FailureRow>`
  select asked.task_id, failed.number, failed.state, failed.attempt, failed.last_error as error, failed.finished_at
    from unnest(${taskIds}::bigint[]) as asked (task_id)
   cross join lateral (select number, state, attempt, last_error, finished_at from rota.chunks
                        where chunks.task_id = asked.task_id and state in ('FAILED', 'DEAD_LETTER') order by number limit ${limit}) as failed
   order by 1, 2`;

export type WaitingChunkRow = {
  task_id: bigint;
  number: number;
  due_at: Date;
  code: string | null;
  reason: string | null;
};

/** Returns those of the chunks of tasks that are due soonest that wait because an attempt ended so. */
export const selectWaitingChunks = ({ taskIds, limit }: TasksListed) => sql<WaitingChunkRow>`
  select asked.task_id, number, due_at, last_error ->> 'code' as code, last_error ->> 'message' as reason
    from unnest(${taskIds}::bigint[]) as asked (task_id)
   cross join lateral (select number, due_at, last_error from rota.chunks
                        where state = 'SCHEDULED' and chunks.task_id = asked.task_id order by due_at limit ${limit}) as soonest
   where last_error is not null
   order by 1, 3`;

export type PaceRow = { task_id: bigint; started_at: Date | null; turns: number; span_ms: number; now: Date };

/**
 * Returns a row for each of the tasks that exist: when its first chunk had its turn, or at the latest then, and how many
 * turns it had in the newest entries of the log of its pool, at most so many and so old, and since it was submitted.
 */
export const selectPace = ({
  taskIds,
  entries,
  windowMs,
}: Tasks & { entries: number; windowMs: number }) => sql<PaceRow>`
  with asked as materialized (
    select task_id, coalesce(pool, queue) as queue, greatest(submitted_at, clock_timestamp() - ${windowMs} * interval '1 millisecond') as since
      from rota.tasks where task_id = any (${taskIds}::bigint[])
  ), newest as materialized (
    select named.queue, log.at, log.task_ids
      from (select distinct queue from asked) as named
     cross join lateral (select at, task_ids from rota.dispatch_log where dispatch_log.queue = named.queue order by entry desc limit ${entries}) as log
  ), span as materialized (
    select task_id, asked.queue, case when seen.entries = ${entries} then greatest(since, seen.oldest) else since end as since
      from asked
      left join (select queue, count(*) as entries, min(at) as oldest from newest group by queue) as seen using (queue)
  ), given as materialized (
    select span.task_id, count(*)::integer as turns
      from newest
     cross join lateral unnest(newest.task_ids) as turn (task_id)
      join span on span.task_id = turn.task_id and span.queue = newest.queue and newest.at >= span.since
     group by 1)
  select span.task_id,
         least((select rota.turn_at(chunks.queue, turn) from rota.chunks where chunks.task_id = span.task_id and number = 1),
               (select ended_at from rota.attempts where attempts.task_id = span.task_id and number = 1 order by attempt_id limit 1)) as started_at,
         coalesce(given.turns, 0) as turns,
         (extract(epoch from clock_timestamp() - since) * 1000)::float8 as span_ms,
         clock_timestamp() as now
    from span
    left join given using (task_id)`;

export type PastAttemptRow = {
  attempt: number;
  outcome: RecordedOutcome;
  owner: string | null;
  error: unknown;
  ended_at: Date;
};
export type RecordedOutcome = "RETRY" | "EXHAUSTED" | "SNOOZE" | "FAIL" | "RETURN" | "LOST";

/** Returns attempts of a chunk that did not complete it, the newest first. */
export const selectPastAttempts = ({
  taskId,
  number,
  limit,
}: {
  taskId: bigint;
  number: number;
  limit: number;
}) => sql<PastAttemptRow>`
  select attempt, outcome, owner, error, ended_at
    from rota.attempts
   where task_id = ${taskId} and number = ${number}
   order by attempt_id desc
   limit ${limit}`;

/** Returns a row for each type of task that is not over, without the jobs of which only the chunk says so; a sum that has reached the limit means "or more". */
export const countOpenTasks = (limit: number) => sql<{ type: string; tasks: number }>`
  select type, count(*)::integer as tasks
    from (select type from rota.tasks
           where state in ('ACTIVE', 'PAUSED') and (not is_job or has_finish or parent_id is not null) order by type limit ${limit}) as open
   group by type
   order by type`;

export type ChunkCountRow = {
  queue: string;
  /** Type of the chunks of jobs; null for other chunks. */
  job_type: string | null;
  /** Chunks that have not ended. */
  open: number;
  scheduled: number;
  queued: number;
  processing: number;
  completed: number;
  failed: number;
  dead_letters: number;
  cancelled: number;
};

/**
 * Returns rows whose sums by pool are the numbers of chunks. They are exact, except that queued chunks are counted up to
 * the limit. It is one statement, so that the numbers fit together.
 */
export const countChunks = (limit: number) => sql<ChunkCountRow>`
  select queue, case when not is_counted then type end as job_type, open::float8, scheduled::float8, 0 as queued, 0 as processing,
         completed::float8, failed::float8, dead_letters::float8, cancelled::float8
    from rota.count_chunks()
   union all
  select queue, null, 0, 0, count(*)::integer, 0, 0, 0, 0, 0
    from (select queue from rota.chunks where state = 'QUEUED' order by task_id, due_at limit ${limit}) as chunk
   group by queue
   union all
  select leases.queue, null, 0, 0, 0, count(*)::integer, 0, 0, 0, 0
    from rota.leases
   cross join lateral unnest(leases.task_ids, leases.numbers) as given (task_id, number)
   cross join lateral (select from rota.chunks
                        where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = leases.lease_token limit 1) as chunk
   group by leases.queue`;

export type LeaseHolderRow = { queue: string; owner: string; chunks: number; expires_at: Date; is_absent: boolean };

/** Returns a row for each pool and owner of leases, with the chunks that still run under them. */
export const selectLeaseHolders = () => sql<LeaseHolderRow>`
  select leases.queue, leases.owner, count(chunk.is_running)::integer as chunks, min(leases.expires_at) as expires_at,
         bool_or(leases.absent_since is not null) as is_absent
    from rota.leases
   cross join lateral unnest(leases.task_ids, leases.numbers) as given (task_id, number)
    left join lateral (select true as is_running from rota.chunks
                        where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = leases.lease_token limit 1) as chunk on true
   group by 1, 2
   order by 2, 1`;

export type WaitingLanesRow = { queue: string; lanes: number; oldest_at: Date };

/**
 * Returns for each pool in how many lanes work waits and since when the longest, as far as the limit of lanes goes: jumps
 * from the first chunk of a lane to that of the next.
 */
export const countWaitingLanes = (limit: number) => sql<WaitingLanesRow>`
  with recursive lane as (
    (select leaf_lane, task_id, due_at from rota.chunks where state = 'PENDING' order by leaf_lane, position, task_id limit 1)
    union all
    select next.leaf_lane, next.task_id, next.due_at
      from lane
     cross join lateral (select leaf_lane, task_id, due_at from rota.chunks
                          where state = 'PENDING' and chunks.leaf_lane > lane.leaf_lane order by leaf_lane, position, task_id limit 1) as next)
  select queue, count(*)::integer as lanes, min(greatest(due_at, submitted_at)) as oldest_at
    from (select * from lane limit ${limit}) as waiting
   cross join lateral (select coalesce(pool, queue) as queue, submitted_at from rota.tasks where tasks.task_id = waiting.task_id limit 1) as task
   group by 1`;

/** Returns for each pool that ever gave turns how many it gave lately, in at most so many entries of its log. */
export const selectTurnRates = ({ entries, windowMs }: { entries: number; windowMs: number }) => sql<{
  queue: string;
  turns_per_second: number;
}>`
  with recursive named as (
    (select queue from rota.dispatch_log order by queue, entry limit 1)
    union all
    select next.queue from named
     cross join lateral (select queue from rota.dispatch_log as log where log.queue > named.queue order by queue, entry limit 1) as next
  ), span as (select clock_timestamp() - ${windowMs} * interval '1 millisecond' as since)
  select named.queue,
         coalesce(turns / nullif(extract(epoch from clock_timestamp() - case when seen = ${entries} then greatest(since, oldest) else since end), 0), 0)::float8 as turns_per_second
    from named
   cross join span
   cross join lateral (
     select count(*) as seen, min(at) as oldest, coalesce(sum(cardinality(numbers)) filter (where at >= since), 0) as turns
       from (select at, numbers from rota.dispatch_log where dispatch_log.queue = named.queue order by entry desc limit ${entries}) as newest) as recent
   order by 1`;

/** Returns tasks with chunks that are not over, as many as asked for, the oldest first. */
export const selectOpenTasks = (limit: number) => sql<{ task_id: bigint }>`
  select task_id from rota.tasks where state in ('ACTIVE', 'PAUSED') and not is_job order by task_id limit ${limit}`;

/**
 * Returns one row: how many active tasks with chunks were submitted so long ago and have no chunk that is over, among the
 * open tasks that are checked.
 */
export const countTasksWithoutProgress = ({ afterMs, checkedMax }: { afterMs: number; checkedMax: number }) => sql<{
  tasks: number;
}>`
  select count(*)::integer as tasks
    from (select task_id, state, submitted_at, chunk_count from rota.tasks where state in ('ACTIVE', 'PAUSED') and not is_job order by type limit ${checkedMax}) as open
   cross join lateral (select remaining, failed from rota.countdowns where countdowns.task_id = open.task_id limit 1) as countdown
   where state = 'ACTIVE' and failed = 0 and remaining = chunk_count
     and submitted_at < clock_timestamp() - ${afterMs} * interval '1 millisecond'`;

/** Returns one row: the number of schedules that could not be run when they were due. */
export const countFailingSchedules = () => sql<{ schedules: number }>`
  select count(*)::integer as schedules from rota.schedules where last_error is not null and not is_paused`;

/** Returns one row: how many events were rejected and wait for a decision, counted up to the limit. */
export const countRejected = (limit: number) => sql<{ events: number }>`
  select count(*)::integer as events from (select from rota.rejected_events where state = 'OPEN' order by rejected_id limit ${limit}) as open`;

/** Returns one row without columns. */
export const pingDatabase = () => sql<object>`select`;
