/** Statements of the claim, the audit of the dispatch log and explain; the rule itself is rota.take_turns. */
import { sql } from "../database/sql.ts";

export type TakenFields = readonly [
  taskId: string,
  number: number,
  lane: string,
  typeId: string,
  attempt: number,
  isSuspect: boolean,
  payload: unknown,
];

/** Chunks that had consecutive turns, beginning with this one. */
export type TakenRow = { first_turn: bigint; chunks: readonly TakenFields[] };

export type TakeTurnsInput = {
  /** The pool. */
  queue: string;
  /** The queues of the pool that the owner serves. Default: the one that has its name. */
  routes?: readonly string[] | undefined;
  limit: number;
  owner: string;
  isWatched: boolean;
  token: bigint;
  leaseMs: number;
};

/** Leases the next chunks of a pool to an owner. Returns them as lists, in order; none when nothing may run now. */
export const takeTurnRows = ({
  queue,
  routes,
  limit,
  owner,
  isWatched,
  token,
  leaseMs,
}: TakeTurnsInput) => sql<TakenRow>`
  select first_turn, chunks
    from rota.take_turns(${queue}, ${limit}, ${owner}, ${isWatched}, ${token}, ${leaseMs} * interval '1 millisecond', null, ${routes ?? null}::text[])`;

export type LogEntryRow = {
  queue: string;
  entry: string;
  at_us: string;
  turn_count: string;
  moment: string;
  clock: string;
  changes: string;
  leaves: string;
  task_ids: string;
  numbers: string;
  emptied: string;
  /** Null: the claimer served all routes. */
  routes: string | null;
  hash: Uint8Array;
};

/** Returns the entries after one entry and up to another, in order, up to the limit. */
export const selectEntries = (span: { queue: string; after: bigint; upTo: bigint; limit: number }) => sql<LogEntryRow>`
  select queue, entry::text, (extract(epoch from at) * 1000000)::bigint::text as at_us, turn_count::text, moment::text, clock::text,
         changes::text, leaves::text, task_ids::text, numbers::text, emptied::text, routes::text, hash
    from rota.dispatch_log
   where queue = ${span.queue} and entry > ${span.after} and entry <= ${span.upTo}
   order by dispatch_log.entry limit ${span.limit}`;

export type LogHeadRow = { entry: bigint; turn_count: bigint; hash: Uint8Array };

/** Returns the newest entry of a pool; no row when nothing was logged. */
export const selectLogHead = (queue: string) => sql<LogHeadRow>`
  select entry, turn_count, hash from rota.dispatch_log where queue = ${queue} order by entry desc limit 1`;

/** Returns one row: the oldest entry, and the oldest checkpoint at or after it; nulls when there is none. */
export const selectStart = (queue: string) => sql<{ first_entry: bigint | null; checkpoint: bigint | null }>`
  select first_entry,
         (select min(entry) from rota.dispatch_checkpoints where queue = ${queue} and entry >= first_entry) as checkpoint
    from (select min(entry) as first_entry from rota.dispatch_log where queue = ${queue}) as oldest`;

/** Returns a part of a checkpoint; no row after the last part. */
export const selectCheckpointPart = (place: { queue: string; entry: bigint; part: number }) =>
  sql<{ lanes: string; previous_hash: Uint8Array }>`
  select lanes::text, previous_hash from rota.dispatch_checkpoints
   where queue = ${place.queue} and entry = ${place.entry} and part = ${place.part}`;

/** Returns the pools that have a log, sorted by name. */
export const listLoggedQueues = () => sql<{ queue: string }>`
  with recursive logged as (
    (select queue from rota.dispatch_log order by queue limit 1)
    union all
    select (select queue from rota.dispatch_log where queue > logged.queue order by queue limit 1) from logged where logged.queue is not null)
  select queue from logged where queue is not null order by queue`;

export type Dispatches = {
  readonly taskIds: readonly bigint[];
  readonly numbers: readonly number[];
  readonly turns: readonly bigint[];
};

/** Returns the earliest of the given dispatches that its chunk does not record; no row when there is none. */
export const findUnknownDispatch = ({ taskIds, numbers, turns }: Dispatches) =>
  sql<{ task_id: bigint; number: number; turn: bigint; known_turn: bigint | null }>`
  select given.task_id, given.number, given.turn, chunks.turn as known_turn
    from unnest(${taskIds}::bigint[], ${numbers}::integer[], ${turns}::bigint[]) as given (task_id, number, turn)
    join rota.chunks on chunks.task_id = given.task_id and chunks.number = given.number
   where chunks.turn is null or chunks.turn < given.turn
   order by given.turn limit 1`;

/** Stores all lanes of a pool. Returns the log entry of the checkpoint; null when nothing was ever logged. */
export const storeCheckpoint = (queue: string) => sql<{ entry: bigint | null }>`
  select rota.checkpoint_queue(${queue}) as entry`;

/** Returns the newest checkpoint that leaves the given number of entries; null when there is none. */
export const findCheckpointByEntries = (request: { queue: string; keepEntries: number }) => sql<{
  entry: bigint | null;
}>`
  select max(entry) as entry from rota.dispatch_checkpoints
   where queue = ${request.queue}
     and entry <= (select max(entry) from rota.dispatch_log where queue = ${request.queue}) - ${request.keepEntries} + 1`;

/** Returns the newest checkpoint that is older than a time; null when there is none. */
export const findCheckpointByTime = (request: { queue: string; olderThan: Date }) => sql<{ entry: bigint | null }>`
  select max(entry) as entry
    from (select distinct queue, entry from rota.dispatch_checkpoints where queue = ${request.queue}) as checkpoint
    join rota.dispatch_log using (queue, entry)
   where at <= ${request.olderThan}`;

/** Deletes the oldest entries before a checkpoint, up to the limit. Returns how many were deleted. */
export const deleteEntries = (span: { queue: string; before: bigint; limit: number }) => sql<{ deleted: number }>`
  with oldest as (
    select entry from rota.dispatch_log where queue = ${span.queue} and entry < ${span.before} order by entry limit ${span.limit}
  ), removed as (
    delete from rota.dispatch_log where queue = ${span.queue} and entry <= (select max(entry) from oldest) and entry < ${span.before} returning 1)
  select count(*)::integer as deleted from removed`;

/** Deletes checkpoints before an entry. Returns nothing. */
export const deleteCheckpoints = (span: { queue: string; before: bigint }) => sql`
  delete from rota.dispatch_checkpoints where queue = ${span.queue} and entry < ${span.before}`;

export type ForgottenRow = { forgotten: number; last_lane: bigint | null };

/** Forgets lanes that no longer matter. Returns how many, and the last checked lane; null when all were checked. */
export const forgetLaneRows = (request: { queue: string; limit: number; after: bigint }) =>
  sql<ForgottenRow>`
  select forgotten, last_lane from rota.forget_lanes(${request.queue}, ${request.limit}, ${request.after})`;

export type ChunkRow = {
  task_id: bigint;
  task_key: string | null;
  queue: string;
  pool: string;
  tenant: string;
  group_name: string;
  type: string;
  is_job: boolean;
  task_state: string;
  chunk_count: number;
  tenant_lane: bigint;
  group_lane: bigint;
  leaf_lane: bigint;
  limits: unknown;
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
  version: number;
  /** Whether no worker that is present knows the task; where none is present, whether the last one that got the chunk did not. */
  is_unknown: boolean;
};

/** Returns a task, by its id or its key, with one of its chunks; nulls when it has no such chunk, no row without a task. */
export const selectChunk = (query: { taskId: bigint | null; taskKey: string | null; number: number }) => sql<ChunkRow>`
  select tasks.task_id, task_key, tasks.queue, coalesce(pool, tasks.queue) as pool, tenant, group_name, type, is_job, rota.task_state(tasks) as task_state, chunk_count, tenant_lane, group_lane, tasks.leaf_lane, tasks.limits,
         number, chunks.state, position, due_at, attempt, turn, leases.owner as lease_owner, leases.expires_at as lease_expires_at, chunks.finished_at, clock_timestamp() as now, version,
         not workers.know and (workers.are_present or coalesce(last_error ->> 'code' = 'TASK_TYPE_UNKNOWN', false)) as is_unknown
    from rota.tasks
    left join rota.chunks on chunks.task_id = tasks.task_id and number = ${query.number}
    left join rota.leases using (lease_token)
   cross join lateral (
     select count(*) > 0 as are_present, coalesce(bool_or(types is null or tasks.type || ':' || tasks.version = any (types)), false) as know
       from rota.workers where stopped_at is null and seen_at > clock_timestamp() - interval '35 seconds') as workers
   where tasks.task_id = ${query.taskId} or task_key = ${query.taskKey}
   order by (task_key = ${query.taskKey}) desc nulls last limit 1`;

/** Returns one row: the moment and the clock after the newest claim of a pool. */
export const selectMoment = (queue: string) => sql<{ moment: bigint; clock: bigint }>`
  select coalesce(max(moment), 0) as moment, coalesce(max(clock), 0) as clock
    from (select moment, clock from rota.dispatch_log where queue = ${queue} order by entry desc limit 1) as newest`;

/** Returns the lanes that share turns now, all limits that lanes share, and the given lanes, up to the limit. */
export const selectLaneStates = (query: { queue: string; lanes: readonly bigint[]; limit: number }) => sql<{
  state: unknown;
}>`
  select rota.lane_state(lanes) as state from rota.lanes
   where queue = ${query.queue} and (is_awake or level = 4 or lane_id = any (${query.lanes}::bigint[])) limit ${query.limit}`;

/** Returns what the next claim would absorb, in its order: appended changes, chunks that are due, lanes that rested. */
export const selectChanges = (query: { queue: string; nowUs: bigint; limit: number }) => sql<{ change: unknown }>`
  with given as (
    select * from rota.lane_changes where queue = ${query.queue} order by written_by limit ${query.limit}
  ), due as (
    select task_id, leaf_lane, position, due_at from rota.chunks
     where queue = ${query.queue} and state = 'SCHEDULED' and due_at <= to_timestamp(${query.nowUs}::bigint / 1000000.0) order by due_at limit ${query.limit}
  ), absorbed as (
    select 1 as part, change_id as nth, jsonb_build_object('kind', kind, 'lane', lane_id::text, 'set', sibling_set::text, 'level', level, 'name', name, 'settings', settings) as change
      from given where kind = 'SET'
    union all
    select 2, change_id, rota.release(tasks, given.slots, given.limits)
      from given join rota.tasks using (task_id) where kind = 'RELEASED'
    union all
    select 3, min(change_id), rota.arrival(max(task_id), min(position)) from given join rota.tasks using (task_id) where kind = 'ARRIVED' group by leaf_lane
    union all
    select 4, min(task_id), rota.arrival(max(task_id), min(position)) from due group by leaf_lane
    union all
    select 5, lane_id, jsonb_build_object('kind', 'RESTED', 'lane', lane_id::text) from rota.lanes where queue = ${query.queue} and wakes_at <= ${query.nowUs}
  ), limits as (
    select 0, nth, change
      from jsonb_array_elements((select rota.limit_settings(${query.queue}, rota.lane_id(${query.queue}), jsonb_agg(change)) from absorbed where change ? 'limits'))
           with ordinality as made (change, nth))
  select change from (select * from limits union all select * from absorbed) as everything (part, nth, change) order by part, nth`;

/** Returns for each leaf how many waiting chunks the next claim adds: chunks that are due, minus cancelled jobs. */
export const selectExtraChunks = (query: { queue: string; nowUs: bigint; limit: number }) =>
  sql<{ leaf: bigint; extra: number }>`
  select leaf, sum(chunks)::integer as extra
    from (select leaf_lane as leaf, 1 as chunks
            from (select leaf_lane from rota.chunks
                   where queue = ${query.queue} and state = 'SCHEDULED' and due_at <= to_timestamp(${query.nowUs}::bigint / 1000000.0) order by due_at limit ${query.limit}) as due
           union all
          select chunks.leaf_lane, -1
            from rota.lane_changes join rota.chunks on chunks.task_id = lane_changes.task_id and number = 1 and state = 'PENDING'
           where lane_changes.queue = ${query.queue} and kind = 'CANCELLED') as changed
   group by leaf`;

/** Returns for each leaf how many chunks wait there, counting no further than the limit. */
export const countWaiting = (query: { leaves: readonly bigint[]; limit: number }) =>
  sql<{ leaf: bigint; waiting: number }>`
  select leaf, waiting
    from unnest(${query.leaves}::bigint[]) as leaf
   cross join lateral (select count(*)::integer as waiting
                         from (select from rota.chunks where leaf_lane = leaf and state = 'PENDING' limit ${query.limit}) as counted) as count`;

/** Returns one row: how many chunks of the same leaf wait before a chunk, counting no further than the limit. */
export const countBefore = (query: { leaf: bigint; position: bigint; taskId: bigint; limit: number }) =>
  sql<{ chunks: number }>`
  select count(*)::integer as chunks
    from (select from rota.chunks
           where leaf_lane = ${query.leaf} and state = 'PENDING' and (position, task_id) < (${query.position}, ${query.taskId}) limit ${query.limit}) as counted`;

/** Returns for each level the largest distance of virtual time between two awake siblings, in turns; no row where none is awake. */
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
