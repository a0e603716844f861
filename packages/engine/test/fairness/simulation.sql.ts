/** Statements of the simulator: submit, settle and set lanes, with times and positions of its choice. */
import { json, sql } from "../../src/database/sql.ts";
import type { LaneSettings } from "../../src/fairness/lane.ts";

export type SubmittedWork = {
  /** The pool. */
  readonly queue: string;
  readonly route: string;
  readonly tenant: string;
  readonly group: string;
  readonly priority: number;
  readonly type: string;
  readonly isJob: boolean;
  readonly chunks: number;
  readonly cost: number;
  readonly weight: number;
  readonly maxInFlight: number | null;
  readonly dueUs: string | null;
  readonly position: string;
  /** Lanes of its named limits, whose settings are set apart; null for none. */
  readonly limits: readonly { lane: string; name: string; settings: null }[] | null;
};

/** Appends tasks, their chunks and their arrivals in the given order. Returns the ids of the tasks in that order. */
export const submitWorks = (works: readonly SubmittedWork[]) => sql<{ task_id: bigint }>`
  with work as materialized (
    select nextval(pg_get_serial_sequence('rota.tasks', 'task_id')) as task_id, work.*
      from jsonb_to_recordset(${json(works)}) as work (queue text, route text, tenant text, "group" text, priority smallint, type text, "isJob" boolean, chunks integer,
                                                       cost integer, weight integer, "maxInFlight" integer, "dueUs" bigint, position bigint, limits jsonb)
  ), task as (
    insert into rota.tasks (task_id, queue, pool, tenant, group_name, type, priority, cost, weight, max_in_flight, is_job, chunk_count, limits, tenant_lane, group_lane, leaf_lane)
    overriding system value
    select task_id, route, queue, tenant, "group", type, priority, cost, weight, "maxInFlight", "isJob", chunks, nullif(limits, 'null'),
           rota.lane_id(queue, tenant), rota.lane_id(queue, tenant, priority::text, "group"),
           rota.lane_id(queue, tenant, priority::text, "group", case when "isJob" then 'jobs' else 'task' end, case when "isJob" then type else task_id::text end)
      from work
    returning task_id, leaf_lane
  ), chunk as (
    insert into rota.chunks (task_id, number, type_id, is_counted, queue, leaf_lane, position, state, due_at)
    select work.task_id, number, 0, false, work.queue, task.leaf_lane, case when "isJob" then position else number end,
           case when "dueUs" is null then 'PENDING' else 'SCHEDULED' end, timestamptz 'epoch' + "dueUs" * interval '1 microsecond'
      from work join task on task.task_id = work.task_id cross join lateral generate_series(1, chunks) as number
  ), arrived as (
    insert into rota.lane_changes (queue, kind, task_id, position)
    select queue, 'ARRIVED', task_id, case when "isJob" then position else 1 end from work where "dueUs" is null order by task_id)
  select task_id from work order by task_id`;

export type LaneAddress = { queue: string; lane: bigint; set: bigint; level: number; name: string };

/** Appends settings of a lane. Returns nothing. */
export const setLane = ({ queue, lane, set, level, name }: LaneAddress, settings: LaneSettings) => sql`
  insert into rota.lane_changes (queue, kind, lane_id, sibling_set, level, name, settings)
  values (${queue}, 'SET', ${lane}, ${set}, ${level}, ${name}, ${json(settings)})`;

export type ChunkName = { readonly taskId: bigint; readonly number: number };

/** Ends the processing of a chunk, completed or waiting again, and releases its places. Returns nothing. */
export const leaveProcessing = (
  { taskId, number }: ChunkName,
  state: "COMPLETED" | "PENDING" | "SCHEDULED",
  dueUs: bigint | null,
) => sql`
  with leaving as materialized (
    select queue, task_id, number, position, slots, limits from rota.chunks where task_id = ${taskId} and number = ${number} and state = 'PROCESSING'
  ), back as (
    update rota.chunks
       set state = ${state}, slots = 0, lease_token = null,
           due_at = timestamptz 'epoch' + ${dueUs}::bigint * interval '1 microsecond'
      from leaving where chunks.task_id = leaving.task_id and chunks.number = leaving.number
  )
  insert into rota.lane_changes (queue, kind, task_id, slots, limits, position)
  select queue, kind, task_id, case kind when 'RELEASED' then slots end, case kind when 'RELEASED' then limits end, case kind when 'ARRIVED' then position end
    from leaving cross join lateral (values (1, 'RELEASED', slots <> 0), (2, 'ARRIVED', ${state} = 'PENDING')) as told (part, kind, is_so)
   where is_so order by part`;

/** Appends the request to cancel a waiting job. Returns nothing. */
export const cancelJob = (queue: string, taskId: bigint) => sql`
  insert into rota.lane_changes (queue, kind, task_id) values (${queue}, 'CANCELLED', ${taskId})`;

/** Moves the time of the newest log entry forward, as if the clock had been set back since. Returns nothing. */
export const moveLogForward = (queue: string, byMs: number) => sql`
  with newest as (
    select * from rota.dispatch_log where queue = ${queue} order by entry desc limit 1)
  update rota.dispatch_log
     set at   = dispatch_log.at + ${byMs} * interval '1 millisecond'
    from newest where dispatch_log.queue = newest.queue and dispatch_log.entry = newest.entry`;

export type LogRow = {
  entry: bigint;
  at_us: bigint;
  clock: bigint;
  moment: bigint;
  changes: unknown;
  leaves: readonly bigint[];
  task_ids: readonly bigint[];
  numbers: readonly number[];
  emptied: readonly bigint[];
};

/** Returns the newest entry of a queue's log; no row: nothing happened yet. */
export const readLogHead = (queue: string) => sql<LogRow>`
  select entry, (extract(epoch from at) * 1000000)::bigint as at_us, clock, moment, changes, leaves, task_ids, numbers, emptied
    from rota.dispatch_log where queue = ${queue} order by entry desc limit 1`;

export type LaneRow = {
  lane_id: bigint;
  level: number;
  weight: number | null;
  cost: number;
  start: bigint;
  since: bigint;
  clock_0: bigint;
  clock_1: bigint;
  clock_2: bigint;
  clock_3: bigint;
  open: number;
  is_awake: boolean;
  in_flight: number;
  rate_at: bigint;
  wakes_at: bigint | null;
};

/** Returns the chunks of a queue that are in flight, and the levels and shared limits that count them. */
export const readSlots = (queue: string) => sql<{
  task_id: bigint;
  number: number;
  slots: number;
  limits: readonly bigint[];
}>`
  select task_id, number, slots, case when slots & 16 > 0 then limits else '{}' end as limits from rota.chunks where queue = ${queue} and state = 'PROCESSING'`;

/** Returns all lanes of a queue. */
export const readLanes = (queue: string) => sql<LaneRow>`
  select lane_id, level, weight, cost, start, since, clock_0, clock_1, clock_2, clock_3, open, is_awake, in_flight, rate_at, wakes_at
    from rota.lanes where queue = ${queue}`;

/** Returns how many entries of a queue's log do not have the hash of their text and of the previous entry. */
export const countBrokenLinks = (queue: string) => sql<{ broken: bigint }>`
  select count(*) filter (where hash <> sha256(coalesce(previous, '') || convert_to(rota.log_text(entry_row), 'utf8'))) as broken
    from (select entry_row, entry_row.hash, lag(entry_row.hash) over (order by entry_row.entry) as previous
            from rota.dispatch_log as entry_row where queue = ${queue}) as chained`;

/** Returns how many chunks of a queue still wait or run. */
export const countOpenChunks = (queue: string) => sql<{ open: bigint }>`
  select count(*) as open from rota.chunks where queue = ${queue} and state <> 'COMPLETED'`;
