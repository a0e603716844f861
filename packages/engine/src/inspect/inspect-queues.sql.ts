/** Statements that show queues, their lanes and newest turns, and the workers that serve them. */
import { sql } from "../database/sql.ts";

/** Number of a tenant's newest tasks that are searched for the queues that it uses. */
const RECENT_TASKS = 1_000;

/** Returns queues by name, after one. For a tenant, returns those in which it has a lane or one of its newest tasks. */
export const selectQueueNames = (query: { tenant: string | null; after: string; limit: number }) => sql<{
  queue: string;
}>`
  select named.queue
    from rota.queue_names() as named (queue)
    left join lateral (select true as is_there from rota.lanes where lane_id = rota.lane_id(named.queue, ${query.tenant}) order by start desc limit 1) as lane on true
   where named.queue collate "C" > ${query.after}
     and (${query.tenant}::text is null or is_there
          or named.queue in (select recent.queue from (select coalesce(pool, queue) as queue from rota.tasks where tenant = ${query.tenant} order by tenant, task_id desc limit ${RECENT_TASKS}) as recent))
   order by named.queue collate "C" limit ${query.limit}`;

export type QueueRow = {
  queue: string;
  is_paused: boolean | null;
  max_in_flight: number | null;
  rate_us: bigint | null;
  rate_burst: number | null;
  turns: bigint | null;
  last_turn_at: Date | null;
  turns_per_second: number;
};

/** Returns a row for each queue: its own settings, and the rate of its turns in the window, of up to `entries` log entries. */
export const selectQueues = (query: { queues: readonly string[]; entries: number; windowMs: number }) => sql<QueueRow>`
  select named.queue, is_paused, max_in_flight, rate_us, rate_burst, turn_count as turns, last_turn_at,
         coalesce(recent.turns / nullif(extract(epoch from clock_timestamp() - case when seen = ${query.entries} then greatest(span.since, oldest) else span.since end), 0), 0)::float8 as turns_per_second
    from unnest(${query.queues}::text[]) as named (queue)
   cross join (select clock_timestamp() - ${query.windowMs} * interval '1 millisecond' as since) as span
    left join lateral (select * from rota.lanes where lane_id = rota.lane_id(named.queue) order by start desc limit 1) as lane on true
    left join lateral (
      select count(*) as seen, min(at) as oldest, max(turn_count) as turn_count, max(at) filter (where cardinality(numbers) > 0) as last_turn_at,
             coalesce(sum(cardinality(numbers)) filter (where at >= span.since), 0) as turns
        from (select at, numbers, turn_count from rota.dispatch_log where dispatch_log.queue = named.queue order by entry desc limit ${query.entries}) as newest) as recent on true
   order by named.queue collate "C"`;

export type WaitingLaneRow = {
  leaf_lane: bigint;
  queue: string;
  tenant: string;
  oldest_at: Date;
  is_whole: boolean;
};

/** Returns the lanes in which chunks wait, scanning up to `scanMax` lanes. */
export const selectWaitingLeaves = (query: { queue: string | null; tenant: string | null; scanMax: number }) =>
  sql<WaitingLaneRow>`
  select leaf_lane, queue, tenant, oldest_at, is_whole from rota.lanes_waiting(${query.queue}, ${query.tenant}, ${query.scanMax})`;

/** Returns for each leaf the number of its waiting chunks, counting up to the limit. */
export const countWaitingByLane = (query: { leaves: readonly bigint[]; limit: number }) =>
  sql<{ leaf_lane: bigint; chunks: number }>`
  select leaf as leaf_lane, chunks
    from unnest(${query.leaves}::bigint[]) as leaf
   cross join lateral (select count(*)::integer as chunks
                         from (select from rota.chunks where leaf_lane = leaf and state = 'PENDING' order by leaf_lane, position, task_id limit ${query.limit}) as counted) as count`;

/** Returns for each queue the numbers of a tenant's chunks that are scheduled and that the broker has, among the first `limit` of all tenants. */
export const countOutside = (query: { queues: readonly string[]; tenant: string; limit: number }) => sql<{
  queue: string;
  scheduled: number;
  is_scheduled_whole: boolean;
  queued: number;
  is_queued_whole: boolean;
}>`
  select queue, scheduled.chunks as scheduled, scheduled.is_whole as is_scheduled_whole, queued.chunks as queued, queued.is_whole as is_queued_whole
    from unnest(${query.queues}::text[]) as named (queue)
   cross join lateral (
     select count(own.task_id)::integer as chunks, count(*) < ${query.limit} as is_whole
       from (select task_id from rota.chunks where chunks.queue = named.queue and state = 'SCHEDULED' order by queue, due_at limit ${query.limit}) as chunk
       left join lateral (select task_id from rota.tasks where tasks.task_id = chunk.task_id and tenant = ${query.tenant} limit 1) as own on true) as scheduled
   cross join lateral (
     select count(own.task_id)::integer as chunks, count(*) < ${query.limit} as is_whole
       from (select task_id from rota.chunks where chunks.queue = named.queue and state = 'QUEUED' order by queue, queued_at limit ${query.limit}) as chunk
       left join lateral (select task_id from rota.tasks where tasks.task_id = chunk.task_id and tenant = ${query.tenant} limit 1) as own on true) as queued`;

/** Returns for each queue and leaf the number of running chunks. */
export const countRunning = (query: { queue: string | null; tenant: string | null }) => sql<{
  queue: string;
  leaf_lane: bigint;
  chunks: number;
}>`
  select leases.queue, chunk.leaf_lane, count(*)::integer as chunks
    from rota.leases
   cross join lateral unnest(leases.task_ids, leases.numbers) as given (task_id, number)
   cross join lateral (select leaf_lane from rota.chunks
                        where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = leases.lease_token limit 1) as chunk
   where (${query.queue}::text is null or leases.queue = ${query.queue})
     and (${query.tenant}::text is null or exists (select from rota.tasks where tasks.task_id = given.task_id and tenant = ${query.tenant}))
   group by 1, 2`;

export type QueueLaneRow = {
  lane_id: bigint;
  parent_id: bigint | null;
  level: number;
  name: string;
  tenant: string;
  tenant_lane: bigint;
  priority: number | null;
  group_name: string | null;
  weight: number | null;
  cost: number | null;
  is_awake: boolean;
  is_paused: boolean;
  max_in_flight: number | null;
  rate_us: bigint | null;
  rate_burst: number;
  is_whole: boolean;
};

/** Returns the lanes of a queue: all that are awake, and the others among `scanMax` scanned lanes. */
export const selectLanes = (query: { queue: string; tenant: string | null; scanMax: number }) => sql<QueueLaneRow>`
  select lane_id, parent_id, level, name, tenant, tenant_lane, priority, group_name, weight, cost, is_awake, is_paused, max_in_flight, rate_us, rate_burst, is_whole
    from rota.lanes_of_queue(${query.queue}, ${query.tenant}, ${query.scanMax})`;

export type SharedLimitRow = {
  name: string;
  is_route: boolean;
  is_paused: boolean;
  max_in_flight: number | null;
  in_flight: number;
  rate_us: bigint | null;
  rate_burst: number;
  opens_at: Date | null;
};

/** Returns the limits that lanes of a pool share, by name, after one: those of its queues and the named ones. */
export const selectSharedLimits = (query: { queue: string; after: string; limit: number }) => sql<SharedLimitRow>`
  select name, lane_id = rota.lane_id(queue, 'route', name) as is_route, is_paused, max_in_flight, in_flight, rate_us, rate_burst,
         to_timestamp(wakes_at / 1000000.0) as opens_at
    from rota.lanes where queue = ${query.queue} and level = 4 and name collate "C" > ${query.after}
   order by name collate "C", lane_id limit ${query.limit}`;

/** Returns one row: the total weight of the awake tenants of a queue; null if there are none. */
export const selectAwakeWeight = (queue: string) => sql<{ weight: number | null }>`
  select sum(weight)::integer as weight from rota.lanes where sibling_set = rota.lane_id(${queue}) and is_awake`;

/** Returns for each level with awake lanes their smallest weight, and the largest cost of all awake leaves. */
export const selectBounds = (queue: string) => sql<{ level: number; weight: number; cost: number }>`
  with tenant as materialized (
    select level, lane_id, weight from rota.lanes where sibling_set = rota.lane_id(${queue}) and is_awake
  ), tenant_group as materialized (
    select lane.* from tenant
     cross join lateral (select level, lane_id, weight from rota.lanes where sibling_set between tenant.lane_id and tenant.lane_id + 3 and is_awake) as lane
  ), leaf as materialized (
    select lane.* from tenant_group
     cross join lateral (select level, lane_id, weight, cost from rota.lanes where sibling_set = tenant_group.lane_id and is_awake) as lane)
  select level::integer, min(weight)::integer as weight, coalesce((select max(cost) from leaf), 1)::integer as cost
    from (select level, weight from tenant union all select level, weight from tenant_group union all select level, weight from leaf) as awake
   group by level`;

export type DispatchRow = {
  turn: bigint;
  at: Date;
  lane_id: bigint;
  tenant: string | null;
  group_name: string | null;
  priority: number | null;
  type: string | null;
  task_id: bigint;
  task_key: string | null;
  number: number;
};

export type DispatchesQuery = {
  readonly queue: string;
  readonly tenant: string | null;
  readonly below: bigint;
  readonly entries: number;
  readonly scanMax: number;
  readonly limit: number;
};

/** Scans turns below a number, the newest first, up to `scanMax` in up to `entries` log entries. Returns those that match. */
export const selectDispatches = (query: DispatchesQuery) => sql<DispatchRow>`
  with entry as materialized (
    select at, turn_count, leaves, task_ids, numbers from rota.dispatch_log
     where queue = ${query.queue} and entry <= rota.entry_of_turn(${query.queue}, ${query.below}) order by entry desc limit ${query.entries}
  ), turn as (
    select turn_count - cardinality(numbers) + nth as turn, at, lane_id, task_id, number
      from entry cross join lateral unnest(leaves, task_ids, numbers) with ordinality as given (lane_id, task_id, number, nth)
     where turn_count - cardinality(numbers) + nth < ${query.below}
     order by 1 desc limit ${query.scanMax})
  select turn, at, lane_id, tenant, group_name, priority, type, turn.task_id, task_key, number
    from turn
    left join lateral (select tenant, group_name, priority, type, task_key from rota.tasks where tasks.task_id = turn.task_id limit 1) as task on true
   where ${query.tenant}::text is null or tenant = ${query.tenant}
   order by turn desc limit ${query.limit}`;

/** Returns one row: the lowest turn that the same query scans, and whether it is the first of the log. */
export const selectScannedTurn = (query: DispatchesQuery) => sql<{ scanned_to: bigint; is_end: boolean }>`
  with entry as materialized (
    select turn_count - cardinality(numbers) + 1 as first_turn from rota.dispatch_log
     where queue = ${query.queue} and entry <= rota.entry_of_turn(${query.queue}, ${query.below}) order by entry desc limit ${query.entries})
  select greatest(coalesce(min(first_turn), 1), ${query.below} - ${query.scanMax}::bigint) as scanned_to,
         count(*) < ${query.entries} and coalesce(min(first_turn), 1) >= ${query.below} - ${query.scanMax}::bigint as is_end
    from entry`;

/** Returns the number of the newest turn of a queue; no row if its log is empty. */
export const selectNewestTurn = (queue: string) => sql<{ turn_count: bigint; at: Date }>`
  select turn_count, at from rota.dispatch_log where queue = ${queue} order by entry desc limit 1`;

export type SharedTurnRow = {
  leaf_lane: bigint;
  group_lane: bigint;
  tenant_lane: bigint;
  turns: number;
  last_at: Date;
};

/** Counts the newest turns of a queue by leaf, of up to `entries` log entries. Turns of pruned tasks are left out. */
export const selectSharedTurns = (query: { queue: string; turns: number; entries: number }) => sql<SharedTurnRow>`
  with entry as materialized (
    select at, turn_count, leaves, task_ids from rota.dispatch_log where queue = ${query.queue} order by entry desc limit ${query.entries}
  ), turn as (
    select lane_id, max(task_id) as task_id, count(*)::integer as turns, max(at) as last_at
      from entry cross join lateral unnest(leaves, task_ids) with ordinality as given (lane_id, task_id, nth)
     where turn_count > (select max(turn_count) from entry) - ${query.turns}
       and turn_count - cardinality(leaves) + nth > (select max(turn_count) from entry) - ${query.turns}
     group by lane_id)
  select lane_id as leaf_lane, group_lane, tenant_lane, turns, last_at
    from turn cross join lateral (select group_lane, tenant_lane from rota.tasks where tasks.task_id = turn.task_id limit 1) as task`;

export type ActivityRow = { span: number; happened: number };

export type ActivityQuery = {
  readonly queue: string | null;
  readonly tenant: string | null;
  readonly from: Date;
  readonly spanMs: number;
  readonly limit: number;
};

/** Returns the number of turns in each span since a time, of up to `limit` entries of each log. */
export const countDispatched = (query: ActivityQuery) => sql<ActivityRow>`
  select floor(extract(epoch from at - ${query.from}::timestamptz) * 1000 / ${query.spanMs})::integer as span, sum(turns)::integer as happened
    from rota.queue_names() as named (queue)
   cross join lateral (
     select at, case when ${query.tenant}::text is null then cardinality(numbers)
                     else (select count(*)::integer from unnest(task_ids) as given (task_id)
                            where exists (select from rota.tasks where tasks.task_id = given.task_id and tenant = ${query.tenant})) end as turns
       from (select at, numbers, task_ids from rota.dispatch_log
              where dispatch_log.queue = named.queue and entry >= rota.entry_at(named.queue, ${query.from}) order by entry desc limit ${query.limit}) as newest
      where at >= ${query.from}) as entry
   where ${query.queue}::text is null or named.queue = ${query.queue}
   group by 1`;

/** Returns for each span the number of attempts that did not complete their chunk, and how many of them failed. */
export const countUnsuccessful = (query: ActivityQuery) => sql<ActivityRow & { failures: number }>`
  select floor(extract(epoch from ended_at - ${query.from}::timestamptz) * 1000 / ${query.spanMs})::integer as span,
         count(*)::integer as happened, count(*) filter (where outcome not in ('SNOOZE', 'RETURN'))::integer as failures
    from (select task_id, outcome, ended_at from rota.attempts order by attempt_id desc limit ${query.limit}) as newest
   cross join lateral (select tenant, coalesce(pool, queue) as queue from rota.tasks where tasks.task_id = newest.task_id limit 1) as task
   where ended_at >= ${query.from} and (${query.tenant}::text is null or tenant = ${query.tenant}) and (${query.queue}::text is null or queue = ${query.queue})
   group by 1`;

/** Returns for each span the number of chunks that failed for good and were not replayed. */
export const countFailed = (query: ActivityQuery) => sql<ActivityRow>`
  select floor(extract(epoch from finished_at - ${query.from}::timestamptz) * 1000 / ${query.spanMs})::integer as span, count(*)::integer as happened
    from (select finished_at, task_id from rota.chunks
           where state in ('FAILED', 'DEAD_LETTER') and finished_at >= ${query.from} order by finished_at desc, task_id desc, number desc limit ${query.limit}) as newest
   cross join lateral (select tenant, coalesce(pool, queue) as queue from rota.tasks where tasks.task_id = newest.task_id limit 1) as task
   where (${query.tenant}::text is null or tenant = ${query.tenant}) and (${query.queue}::text is null or queue = ${query.queue})
   group by 1`;

/** Returns for each span the number of chunks that were completed in it, among those of the newest turns of each queue. */
export const countCompleted = (query: ActivityQuery & { entries: number }) => sql<ActivityRow>`
  select floor(extract(epoch from finished_at - ${query.from}::timestamptz) * 1000 / ${query.spanMs})::integer as span, count(*)::integer as happened
    from rota.queue_names() as named (queue)
   cross join lateral (
     select turn, task_id, number
       from (select turn_count - cardinality(numbers) + nth as turn, task_id, number
               from (select turn_count, task_ids, numbers from rota.dispatch_log
                      where dispatch_log.queue = named.queue order by entry desc limit ${query.entries}) as newest
              cross join lateral unnest(task_ids, numbers) with ordinality as given (task_id, number, nth)) as turn
      order by turn desc limit ${query.limit}) as turn
   cross join lateral (select finished_at from rota.chunks
                        where chunks.task_id = turn.task_id and chunks.number = turn.number and chunks.turn = turn.turn
                          and state = 'COMPLETED' and finished_at >= ${query.from} limit 1) as chunk
   where (${query.queue}::text is null or named.queue = ${query.queue})
     and (${query.tenant}::text is null or exists (select from rota.tasks where tasks.task_id = turn.task_id and tenant = ${query.tenant}))
   group by 1`;

/** Returns one row: the beginning of the first of `spans` spans, of which the last one contains the present time. */
export const selectFirstSpan = (query: { spanMs: number; spans: number }) => sql<{ first: Date }>`
  select to_timestamp((floor(extract(epoch from clock_timestamp()) * 1000 / ${query.spanMs}) - ${query.spans} + 1) * ${query.spanMs} / 1000) as first`;

export type WindowRow = {
  at: Date;
  leaves: readonly bigint[];
  task_ids: readonly bigint[];
  emptied: readonly bigint[];
  /** Leaves in which work arrived before the turns of the entry. */
  arrived: readonly bigint[];
};

/** Returns the log entries of the newest turns of a queue, in order, up to `entries`. */
export const selectWindow = (query: { queue: string; turns: number; entries: number }) => sql<WindowRow>`
  with newest as materialized (
    select entry, at, turn_count, leaves, task_ids, emptied, changes from rota.dispatch_log
     where queue = ${query.queue} order by entry desc limit ${query.entries})
  select at, leaves, task_ids, emptied,
         array(select (change ->> 'leaf')::bigint from jsonb_array_elements(changes) as change where change ->> 'kind' = 'ARRIVED') as arrived
    from newest
   where turn_count > (select max(turn_count) from newest) - ${query.turns}
   order by entry`;

export type LeafNameRow = {
  leaf_lane: bigint;
  group_lane: bigint;
  tenant_lane: bigint;
  tenant: string;
  group_name: string;
  name: string;
  priority: number;
  weight: number;
  cost: number;
};

/** Returns the leaves of these tasks, with the lanes above them. */
export const selectLeafNames = (taskIds: readonly bigint[]) => sql<LeafNameRow>`
  select distinct on (leaf_lane) leaf_lane, group_lane, tenant_lane, tenant, group_name,
         case when is_job then type else coalesce(task_key, task_id::text) end as name, priority, weight, cost
    from rota.tasks where task_id = any (${taskIds}::bigint[])
   order by leaf_lane`;

export type WorkerProcessRow = {
  owner: string;
  started_at: Date | null;
  seen_at: Date | null;
  is_late: boolean | null;
  stopped_at: Date | null;
  queues: readonly string[];
  slots: number | null;
  running: number;
  lease_expires_at: Date | null;
  is_absent: boolean | null;
  host: string | null;
  pid: number | null;
  version: string | null;
};

export type WorkerQuery = {
  readonly tenant: string | null;
  readonly after: string;
  readonly lateMs: number;
  readonly stoppedMs: number;
  readonly limit: number;
};

/**
 * Returns worker processes by name: the registered ones, without those that stopped more than `stoppedMs` ago, and all that
 * hold leases. Counts the chunks that run under their leases. For a tenant, returns only the processes that run chunks of it,
 * and counts only these chunks.
 */
export const selectWorkerProcesses = (query: WorkerQuery) => sql<WorkerProcessRow>`
  with leased as materialized (
    select owner, count(running.is_running)::integer as running, min(expires_at) as lease_expires_at, bool_or(absent_since is not null) as is_absent,
           array_agg(distinct queue) as queues
      from rota.leases
     cross join lateral unnest(leases.task_ids, leases.numbers) as given (task_id, number)
      left join lateral (
        select true as is_running from rota.chunks
         where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = leases.lease_token
           and (${query.tenant}::text is null or exists (select from rota.tasks where tasks.task_id = given.task_id and tenant = ${query.tenant}))
         limit 1) as running on true
     group by owner)
  select owner, started_at, seen_at, seen_at < clock_timestamp() - ${query.lateMs} * interval '1 millisecond' as is_late, stopped_at,
         coalesce(workers.queues, leased.queues) as queues, slots, coalesce(running, 0) as running, lease_expires_at, is_absent, host, pid, version
    from rota.workers full join leased using (owner)
   where owner collate "C" > ${query.after}
     and (stopped_at is null or stopped_at > clock_timestamp() - ${query.stoppedMs} * interval '1 millisecond')
     and (${query.tenant}::text is null or running > 0)
   order by owner collate "C" limit ${query.limit}`;
