/** The statements that show queues and the lanes in them. */
import { sql } from "../../database/sql.ts";

/** How far a tenant's newest tasks are looked through for the queues that it uses. */
const RECENT_TASKS = 1_000;

/** Returns queues by name after one; those of a tenant in which it has a lane or had one of its newest tasks. */
export const selectQueueNames = (wish: { tenant: string | null; after: string; limit: number }) => sql<{
  queue: string;
}>`
  select named.queue
    from rota.queue_names() as named (queue)
    left join lateral (select true as is_there from rota.lanes where lane_id = rota.lane_id(named.queue, ${wish.tenant}) order by start desc limit 1) as lane on true
   where named.queue collate "C" > ${wish.after}
     and (${wish.tenant}::text is null or is_there
          or named.queue in (select recent.queue from (select queue from rota.tasks where tenant = ${wish.tenant} order by tenant, task_id desc limit ${RECENT_TASKS}) as recent))
   order by named.queue collate "C" limit ${wish.limit}`;

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

/** Returns a row for each of the queues: its own settings, and the turns of the last minute in so many entries. */
export const selectQueues = (wish: { queues: readonly string[]; entries: number; windowMs: number }) => sql<QueueRow>`
  select named.queue, is_paused, max_in_flight, rate_us, rate_burst, turn_count as turns, last_turn_at,
         coalesce(recent.turns / nullif(extract(epoch from clock_timestamp() - case when seen = ${wish.entries} then greatest(span.since, oldest) else span.since end), 0), 0)::float8 as turns_per_second
    from unnest(${wish.queues}::text[]) as named (queue)
   cross join (select clock_timestamp() - ${wish.windowMs} * interval '1 millisecond' as since) as span
    left join lateral (select * from rota.lanes where lane_id = rota.lane_id(named.queue) order by start desc limit 1) as lane on true
    left join lateral (
      select count(*) as seen, min(at) as oldest, max(turn_count) as turn_count, max(at) filter (where cardinality(numbers) > 0) as last_turn_at,
             coalesce(sum(cardinality(numbers)) filter (where at >= span.since), 0) as turns
        from (select at, numbers, turn_count from rota.dispatch_log where dispatch_log.queue = named.queue order by entry desc limit ${wish.entries}) as newest) as recent on true
   order by named.queue collate "C"`;

export type WaitingLaneRow = {
  leaf_lane: bigint;
  queue: string;
  tenant: string;
  oldest_at: Date;
  is_whole: boolean;
};

/** Returns the lanes in which chunks wait, of so many lanes that are looked at. */
export const selectWaitingLanes = (wish: { queue: string | null; tenant: string | null; looked: number }) =>
  sql<WaitingLaneRow>`
  select leaf_lane, queue, tenant, oldest_at, is_whole from rota.lanes_waiting(${wish.queue}, ${wish.tenant}, ${wish.looked})`;

/** Returns of each leaf how many chunks wait there, counting no further than the limit. */
export const countWaiting = (wish: { leaves: readonly bigint[]; limit: number }) =>
  sql<{ leaf_lane: bigint; chunks: number }>`
  select leaf as leaf_lane, chunks
    from unnest(${wish.leaves}::bigint[]) as leaf
   cross join lateral (select count(*)::integer as chunks
                         from (select from rota.chunks where leaf_lane = leaf and state = 'PENDING' order by leaf_lane, position, task_id limit ${wish.limit}) as counted) as count`;

/** Returns of each of the queues how many chunks are scheduled and how many are with the broker, counting no further than the limit. */
export const countOutside = (wish: { queues: readonly string[]; tenant: string | null; limit: number }) => sql<{
  queue: string;
  scheduled: number;
  queued: number;
}>`
  select queue,
         (select count(*)::integer
            from (select task_id from rota.chunks where chunks.queue = named.queue and state = 'SCHEDULED' order by queue, due_at limit ${wish.limit}) as chunk
           where ${wish.tenant}::text is null or exists (select from rota.tasks where tasks.task_id = chunk.task_id and tenant = ${wish.tenant})) as scheduled,
         (select count(*)::integer
            from (select task_id from rota.chunks where chunks.queue = named.queue and state = 'QUEUED' order by queue, queued_at limit ${wish.limit}) as chunk
           where ${wish.tenant}::text is null or exists (select from rota.tasks where tasks.task_id = chunk.task_id and tenant = ${wish.tenant})) as queued
    from unnest(${wish.queues}::text[]) as named (queue)`;

/** Returns of each queue and leaf how many chunks run. */
export const countRunning = (wish: { queue: string | null; tenant: string | null }) => sql<{
  queue: string;
  leaf_lane: bigint;
  chunks: number;
}>`
  select leases.queue, chunk.leaf_lane, count(*)::integer as chunks
    from rota.leases
   cross join lateral unnest(leases.task_ids, leases.numbers) as given (task_id, number)
   cross join lateral (select leaf_lane from rota.chunks
                        where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = leases.lease_token limit 1) as chunk
   where (${wish.queue}::text is null or leases.queue = ${wish.queue})
     and (${wish.tenant}::text is null or exists (select from rota.tasks where tasks.task_id = given.task_id and tenant = ${wish.tenant}))
   group by 1, 2`;

export type LaneRow = {
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

/** Returns the lanes of a queue: all that are awake, the rest of so many that are looked at. */
export const selectLanes = (wish: { queue: string; tenant: string | null; looked: number }) => sql<LaneRow>`
  select lane_id, parent_id, level, name, tenant, tenant_lane, priority, group_name, weight, cost, is_awake, is_paused, max_in_flight, rate_us, rate_burst, is_whole
    from rota.lanes_of_queue(${wish.queue}, ${wish.tenant}, ${wish.looked})`;

/** Returns one row: what the tenants of a queue that are awake weigh together; null when none is. */
export const selectAwakeWeight = (queue: string) => sql<{ weight: number | null }>`
  select sum(weight)::integer as weight from rota.lanes where sibling_set = rota.lane_id(${queue}) and is_awake`;

/** Returns by level the smallest weight and the largest cost of those that are awake; no row where nobody is. */
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
