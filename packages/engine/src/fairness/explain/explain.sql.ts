/** The statements of explain: what one snapshot says about a chunk and about those that may go before it. */
import { sql } from "../../database/sql.ts";

export type ChunkRow = {
  task_id: bigint;
  task_key: string | null;
  queue: string;
  tenant: string;
  group_name: string;
  type: string;
  is_job: boolean;
  task_state: string;
  chunk_count: number;
  tenant_lane: bigint;
  group_lane: bigint;
  leaf_lane: bigint;
  number: number | null;
  state: string | null;
  position: bigint | null;
  due_at: Date | null;
  attempt: number | null;
  turn: bigint | null;
  lease_owner: string | null;
  lease_expires_at: Date | null;
  finished_at: Date | null;
  now: Date;
};

/** Returns a task, by its id or its key, with one of its chunks; nulls when it has no such chunk, no row without task. */
export const selectChunk = (wish: { taskId: bigint | null; taskKey: string | null; number: number }) => sql<ChunkRow>`
  select tasks.task_id, task_key, tasks.queue, tenant, group_name, type, is_job, rota.task_state(tasks) as task_state, chunk_count, tenant_lane, group_lane, tasks.leaf_lane,
         number, chunks.state, position, due_at, attempt, turn, leases.owner as lease_owner, leases.expires_at as lease_expires_at, chunks.finished_at, clock_timestamp() as now
    from rota.tasks
    left join rota.chunks on chunks.task_id = tasks.task_id and number = ${wish.number}
    left join rota.leases using (lease_token)
   where tasks.task_id = ${wish.taskId} or task_key = ${wish.taskKey}
   order by (task_key = ${wish.taskKey}) desc nulls last limit 1`;

/** Returns one row: where the newest claim of a queue left it. */
export const selectMoment = (queue: string) => sql<{ moment: bigint; clock: bigint }>`
  select coalesce(max(moment), 0) as moment, coalesce(max(clock), 0) as clock
    from (select moment, clock from rota.dispatch_log where queue = ${queue} order by entry desc limit 1) as newest`;

/** Returns the lanes that share turns now, and those named, at most so many. */
export const selectLanes = (wish: { queue: string; lanes: readonly bigint[]; limit: number }) => sql<{
  state: unknown;
}>`
  select rota.lane_state(lanes) as state from rota.lanes
   where queue = ${wish.queue} and (is_awake or lane_id = any (${wish.lanes}::bigint[])) limit ${wish.limit}`;

/** Returns what the next claim would be told, in its order: appended changes, chunks that are due, lanes that rested. */
export const selectChanges = (wish: { queue: string; nowUs: bigint; limit: number }) => sql<{ change: unknown }>`
  with given as (
    select * from rota.lane_changes where queue = ${wish.queue} order by written_by limit ${wish.limit}
  ), due as (
    select task_id, leaf_lane, position, due_at from rota.chunks
     where queue = ${wish.queue} and state = 'SCHEDULED' and due_at <= to_timestamp(${wish.nowUs}::bigint / 1000000.0) order by due_at limit ${wish.limit}
  ), told as (
    select 1 as part, change_id as nth, jsonb_build_object('kind', kind, 'lane', lane_id::text, 'set', sibling_set::text, 'level', level, 'name', name, 'settings', settings) as change
      from given where kind = 'SET'
    union all
    select 2, change_id, jsonb_build_object('kind', kind, 'leaf', leaf_lane::text, 'group', group_lane::text, 'tenant', tenant_lane::text, 'slots', given.slots)
      from given join rota.tasks using (task_id) where kind = 'RELEASED'
    union all
    select 3, min(change_id), rota.arrival(min(task_id), min(position)) from given join rota.tasks using (task_id) where kind = 'ARRIVED' group by leaf_lane
    union all
    select 4, min(task_id), rota.arrival(min(task_id), min(position)) from due group by leaf_lane
    union all
    select 5, lane_id, jsonb_build_object('kind', 'RESTED', 'lane', lane_id::text) from rota.lanes where queue = ${wish.queue} and wakes_at <= ${wish.nowUs})
  select change from told order by part, nth`;

/** Returns by leaf how many chunks the next claim adds to those that wait: what is due, without jobs that were cancelled. */
export const selectExtraChunks = (wish: { queue: string; nowUs: bigint; limit: number }) =>
  sql<{ leaf: bigint; extra: number }>`
  select leaf, sum(chunks)::integer as extra
    from (select leaf_lane as leaf, 1 as chunks
            from (select leaf_lane from rota.chunks
                   where queue = ${wish.queue} and state = 'SCHEDULED' and due_at <= to_timestamp(${wish.nowUs}::bigint / 1000000.0) order by due_at limit ${wish.limit}) as due
           union all
          select chunks.leaf_lane, -1
            from rota.lane_changes join rota.chunks on chunks.task_id = lane_changes.task_id and number = 1 and state = 'PENDING'
           where lane_changes.queue = ${wish.queue} and kind = 'CANCELLED') as changed
   group by leaf`;

/** Returns of each leaf how many chunks wait there, counting no further than the limit. */
export const countWaiting = (wish: { leaves: readonly bigint[]; limit: number }) =>
  sql<{ leaf: bigint; waiting: number }>`
  select leaf, waiting
    from unnest(${wish.leaves}::bigint[]) as leaf
   cross join lateral (select count(*)::integer as waiting
                         from (select from rota.chunks where leaf_lane = leaf and state = 'PENDING' limit ${wish.limit}) as counted) as count`;

/** Returns one row: how many chunks of the same leaf wait before a chunk, counting no further than the limit. */
export const countBefore = (wish: { leaf: bigint; position: bigint; taskId: bigint; limit: number }) =>
  sql<{ chunks: number }>`
  select count(*)::integer as chunks
    from (select from rota.chunks
           where leaf_lane = ${wish.leaf} and state = 'PENDING' and (position, task_id) < (${wish.position}, ${wish.taskId}) limit ${wish.limit}) as counted`;

/** Returns by level the largest distance of virtual time between two awake siblings, in turns; no row where nobody is awake. */
export const selectSpread = (queue: string) => sql<{ level: number; spread: number }>`
  with tenant as materialized (
    select sibling_set, level, lane_id, start from rota.lanes
     where sibling_set = rota.lane_id(${queue}) and is_awake
  ), tenant_group as materialized (
    select lane.* from tenant
     cross join lateral (select sibling_set, level, lane_id, start from rota.lanes
                          where sibling_set between tenant.lane_id and tenant.lane_id + 3 and is_awake) as lane
  ), leaf as (
    select lane.* from tenant_group
     cross join lateral (select sibling_set, level, lane_id, start from rota.lanes where sibling_set = tenant_group.lane_id and is_awake) as lane
  ), apart as (
    select level, max(start) - min(start) as distance
      from (select * from tenant union all select * from tenant_group union all select * from leaf) as awake
     group by level, sibling_set)
  select level::integer, (max(distance) / 3603600.0)::float8 as spread from apart group by level order by level`;
