/** Holds the statements of tasks, lanes and redrives; those that run in a caller's transaction return only texts, integers and booleans, which every driver reads alike. */
import { type JsonValue, sql } from "../database/sql.ts";
import type { TaskNotes } from "./submit-tasks.ts";
import type { TaskState } from "./task-states.ts";

export type SubmittedRow = {
  nth: number;
  task_id: string;
  task_key: string | null;
  is_new: boolean;
  refused: "TASK_KEY" | "OTHER_INPUT" | "OTHER_MODE" | ParentRefusal | null;
};

export type ParentRefusal = "PARENT_MISSING" | "PARENT_IS_JOB" | "PARENT_ENDED";

/** Appends tasks without keys or parents. Returns their ids in the order in which they were given, as one text: a row for each costs more than all the rest. */
export const appendTasks = (tasks: JsonValue) => sql<{ task_ids: string }>`
  select string_agg(task_id::text, ',' order by nth) as task_ids from rota.append_tasks(${tasks}::text::jsonb)`;

/** Submits tasks with keys or parents. Returns a row for each task; when any is refused, rows for those only, and nothing was done. */
export const submitUnderKeys = (tasks: JsonValue) => sql<SubmittedRow>`
  select nth, task_id::text, task_key, is_new, refused from rota.submit_under_keys(${tasks}::text::jsonb)`;

/** As `appendTasks`, with what is noted beside them. */
export const appendNotedTasks = (tasks: JsonValue, notes: TaskNotes) => sql<{ task_ids: string }>`
  with made as materialized (
    select nth, task_id from rota.append_tasks(${tasks}::text::jsonb)
  ), traced as (
    insert into rota.task_traces (task_id, traceparent)
    select task_id, traceparent from made join unnest(${notes.traces}::text::text[]) with ordinality as given (traceparent, nth) using (nth) where traceparent <> ''
  ), named as (
    insert into rota.task_submitters (task_id, name)
    select task_id, name from made join unnest(${notes.submitters}::text::text[]) with ordinality as given (name, nth) using (nth) where name <> ''
  ), called as (
    insert into rota.task_callbacks (task_id, endpoint_id, url)
    select task_id, endpoint_id::uuid, url
      from made join unnest(${notes.callbackEndpoints}::text::text[], ${notes.callbackUrls}::text::text[]) with ordinality as given (endpoint_id, url, nth) using (nth)
     where endpoint_id <> ''
  )
  select string_agg(task_id::text, ',' order by nth) as task_ids from made`;

/** As `submitUnderKeys`, with what is noted beside those that are new. */
export const submitNotedUnderKeys = (tasks: JsonValue, notes: TaskNotes) => sql<SubmittedRow>`
  with made as materialized (
    select nth, task_id, task_key, is_new, refused from rota.submit_under_keys(${tasks}::text::jsonb)
  ), traced as (
    insert into rota.task_traces (task_id, traceparent)
    select task_id, traceparent from made join unnest(${notes.traces}::text::text[]) with ordinality as given (traceparent, nth) using (nth) where traceparent <> '' and is_new
  ), named as (
    insert into rota.task_submitters (task_id, name)
    select task_id, name from made join unnest(${notes.submitters}::text::text[]) with ordinality as given (name, nth) using (nth) where name <> '' and is_new
  ), called as (
    insert into rota.task_callbacks (task_id, endpoint_id, url)
    select task_id, endpoint_id::uuid, url
      from made join unnest(${notes.callbackEndpoints}::text::text[], ${notes.callbackUrls}::text::text[]) with ordinality as given (endpoint_id, url, nth) using (nth)
     where endpoint_id <> '' and is_new
  )
  select nth, task_id::text, task_key, is_new, refused from made`;

export type ChangedTaskRow = { state: TaskState; is_job: boolean; is_changed: boolean };

/**
 * Moves a task from one of the given states to another and notifies its lane: a task with chunks pauses its lane unless it
 * becomes active, a job is taken out of the lane that it shares. Returns the state before; no row: there is no such task.
 */
export const changeTaskState = ({ taskId, from, to }: { taskId: bigint; from: readonly TaskState[]; to: TaskState }) =>
  sql<ChangedTaskRow>`
  with locked as materialized (
    select task_id, is_job from rota.tasks where task_id = ${taskId}::text::bigint for no key update
  ), held as materialized (
    select task_id, rota.locked_state(task_id) as state, is_job from locked
  ), changed as (
    update rota.tasks
       set state       = request.state,
           finished_at = case request.state when 'CANCELLED' then clock_timestamp() end
      from held, (values (${to}::text, ${from}::text::text[])) as request (state, allowed)
     where tasks.task_id = held.task_id and held.state = any (request.allowed) and (request.state = 'CANCELLED' or not tasks.is_job)
    returning tasks.*
  ), announced as (
    select rota.announce_tasks(array_agg(task_id), 'cancelled') from changed where state = 'CANCELLED' and announce & 16 <> 0 having count(*) > 0
  ), notified as (
    insert into rota.lane_changes (queue, kind, task_id, lane_id, sibling_set, level, name, settings)
    select coalesce(pool, queue), 'CANCELLED', task_id, null::bigint, null::bigint, null::smallint, null, null::jsonb from changed where is_job
    union all
    select coalesce(pool, queue), 'SET', null, leaf_lane, group_lane, 3, coalesce(task_key, task_id::text), jsonb_build_object('isPaused', state <> 'ACTIVE') from changed where not is_job
  )
  select state, is_job, exists (select from changed) as is_changed from held left join announced on true`;

/** Marks waiting chunks of cancelled tasks, and ends tasks of which none is left. Returns one row: how many chunks were marked. */
export const sweepTasks = ({ tasks, chunks }: { tasks: number; chunks: number }) => sql<{ marked: number }>`
  select rota.sweep_tasks(${tasks}, ${chunks}) as marked`;

/** Returns in how many milliseconds something of the pool falls due, negative if it has; null when nothing will. */
export const selectNextDue = (queue: string) => sql<{ due_in_ms: number | null }>`
  select (extract(epoch from least(chunk.due_at, to_timestamp(lane.at_us / 1000000.0)) - clock_timestamp()) * 1000)::float8 as due_in_ms
    from (select min(due_at) as due_at from rota.chunks where queue = ${queue} and state = 'SCHEDULED') as chunk,
         (select least((select min(wakes_at) from rota.lanes where queue = ${queue} and wakes_at is not null),
                       -- The pool itself is never put to sleep: its rate is looked at by each claim.
                       (select rate_at - (rate_burst - 1) * rate_us from rota.lanes where lane_id = rota.lane_id(${queue})
                           and rate_us is not null and rate_at - (rate_burst - 1) * rate_us > extract(epoch from clock_timestamp()) * 1000000)) as at_us) as lane`;

export type TaskPlaceRow = { task_id: string; tenant: string; group_name: string; queue: string; type: string };

/** Returns where a task belongs, by its id or its key. No row: there is none. */
export const selectTaskPlace = ({ taskId, taskKey }: { taskId: bigint | null; taskKey: string | null }) =>
  taskId === null
    ? sql<TaskPlaceRow>`select task_id::text, tenant, group_name, queue, type from rota.tasks where task_key = ${taskKey}`
    : sql<TaskPlaceRow>`select task_id::text, tenant, group_name, queue, type from rota.tasks where task_id = ${taskId}::text::bigint`;

export type LanePlace = {
  /** The pool. */
  readonly queue: string;
  readonly laneId: bigint;
  readonly siblingSet: bigint;
  readonly level: number;
  readonly name: string;
};

/** Returns nothing. */
export const appendLaneSettings = ({
  queue,
  laneId,
  siblingSet,
  level,
  name,
  settings,
}: LanePlace & { settings: JsonValue }) => sql<never>`
  insert into rota.lane_changes (queue, kind, lane_id, sibling_set, level, name, settings)
  values (${queue}::text, 'SET', ${laneId}::text::bigint, ${siblingSet}::text::bigint, ${level}::text::smallint, ${name}::text, ${settings}::text::jsonb)`;

/** Appends a change to the lane of a task with chunks. Nothing is appended if it is a job or finished, which the row shows; no row: there is no such task. */
export const appendTaskSettings = ({ taskId, settings }: { taskId: bigint; settings: JsonValue }) => sql<{
  is_job: boolean;
  is_finished: boolean;
}>`
  with task as materialized (
    select * from rota.tasks where task_id = ${taskId}::text::bigint
  ), notified as (
    insert into rota.lane_changes (queue, kind, lane_id, sibling_set, level, name, settings)
    select coalesce(pool, queue), 'SET', leaf_lane, group_lane, 3, coalesce(task_key, task_id::text), ${settings}::text::jsonb from task where not is_job and finished_at is null
  )
  select is_job, finished_at is not null as is_finished from task`;

/** Gives failed chunks that match, and failed before a time, another set of attempts. Returns one row: how many. */
export const redriveChunkRows = (request: { which: JsonValue; before: Date; limit: number }) => sql<{
  redriven: number;
}>`
  select rota.redrive_chunks(${request.which}::text::jsonb, ${request.before}, ${request.limit}) as redriven`;

/** Returns one row: the time, rounded up to what a Date can say. */
export const selectRedriveTime = () => sql<{ now: Date }>`
  select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as now`;

/** Returns the state of a task. No row: there is no such task. */
export const selectTaskState = (taskId: bigint) => sql<{ state: string }>`
  select rota.task_state(tasks) as state from rota.tasks where task_id = ${taskId}`;
