/** The statements of the system's statistics; each reads a bounded number of rows, in the order of an index. */
import { sql } from "../database/sql.ts";

/** Returns a row for each type of task with chunks that is not over; a sum that has reached the limit means "or more". */
export const countOpenTasks = (limit: number) => sql<{ type: string; tasks: number }>`
  select type, count(*)::integer as tasks
    from (select type from rota.tasks where state in ('ACTIVE', 'PAUSED') and not is_job order by type limit ${limit}) as open
   group by type
   order by type`;

export type WaitingRow = { queue: string; type: string; is_job: boolean; chunks: number };

/** Returns how many chunks are pending, by queue and type; a sum that has reached the limit means "or more". */
export const countPending = (limit: number) => sql<WaitingRow>`
  select queue, type, is_job, count(*)::integer as chunks
    from (select task_id from rota.chunks where state = 'PENDING' order by leaf_lane, position, task_id limit ${limit}) as pending
   cross join lateral (select queue, type, is_job from rota.tasks where tasks.task_id = pending.task_id limit 1) as task
   group by 1, 2, 3`;

/** Returns how many chunks are scheduled, by queue; a sum that has reached the limit means "or more". */
export const countScheduled = (limit: number) => sql<{ queue: string; chunks: number }>`
  select queue, count(*)::integer as chunks
    from (select queue from rota.chunks where state = 'SCHEDULED' order by queue, due_at limit ${limit}) as scheduled
   group by 1`;

export type RareRow = {
  total: number;
  about: bigint;
  queued: number;
  cancelled: number;
  failed: number;
  dead_letters: number;
};

/** Returns one row: chunks in all, counted up to the limit and estimated, and those in states that are seldom. */
export const countRareStates = (limit: number) => sql<RareRow>`
  select (select count(*)::integer from (select from rota.chunks order by task_id, number limit ${limit}) as chunk) as total,
         rota.estimated_rows('rota.chunks'::regclass) as about,
         (select count(*)::integer from (select from rota.chunks where state = 'QUEUED' order by task_id, due_at limit ${limit}) as chunk) as queued,
         (select count(*)::integer from (select from rota.chunks where state = 'CANCELLED' order by task_id, due_at limit ${limit}) as chunk) as cancelled,
         count(*) filter (where state = 'FAILED')::integer as failed,
         count(*) filter (where state = 'DEAD_LETTER')::integer as dead_letters
    from (select state from rota.chunks where state in ('FAILED', 'DEAD_LETTER') order by task_id, number limit ${limit}) as failure`;

export type WorkerRow = { queue: string; owner: string; chunks: number; expires_at: Date; is_absent: boolean };

/** Returns a row for each queue and owner of leases, with the chunks that still run under them. */
export const selectWorkers = () => sql<WorkerRow>`
  select leases.queue, leases.owner, count(chunk.is_running)::integer as chunks, min(leases.expires_at) as expires_at,
         bool_or(leases.absent_since is not null) as is_absent
    from rota.leases
   cross join lateral unnest(leases.task_ids, leases.numbers) as given (task_id, number)
    left join lateral (select true as is_running from rota.chunks
                        where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = leases.lease_token limit 1) as chunk on true
   group by 1, 2
   order by 2, 1`;

export type LaneRow = { queue: string; lanes: number; oldest_at: Date };

/**
 * Returns for each queue in how many lanes work waits and since when the longest, as far as the limit of lanes goes: jumps
 * from the first chunk of a lane to that of the next.
 */
export const selectWaitingLanes = (limit: number) => sql<LaneRow>`
  with recursive lane as (
    (select leaf_lane, task_id, due_at from rota.chunks where state = 'PENDING' order by leaf_lane, position, task_id limit 1)
    union all
    select next.leaf_lane, next.task_id, next.due_at
      from lane
     cross join lateral (select leaf_lane, task_id, due_at from rota.chunks
                          where state = 'PENDING' and chunks.leaf_lane > lane.leaf_lane order by leaf_lane, position, task_id limit 1) as next)
  select queue, count(*)::integer as lanes, min(greatest(due_at, submitted_at)) as oldest_at
    from (select * from lane limit ${limit}) as waiting
   cross join lateral (select queue, submitted_at from rota.tasks where tasks.task_id = waiting.task_id limit 1) as task
   group by 1`;

/** Returns for each queue that ever gave turns how many it gave lately, in at most so many entries of its log. */
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
