/** Statements of schedules; where `now` is null, the clock of the database is used. */
import { type JsonValue, sql } from "../database/sql.ts";
import type { OnMissed, ScheduledTask } from "./schedule.ts";

export type ScheduleRow = {
  name: string;
  cron: string;
  time_zone: string;
  task: ScheduledTask;
  on_missed: OnMissed;
  catch_up_max: number;
  is_paused: boolean;
  next_run_at: Date;
  last_run_at: Date | null;
  last_task_id: bigint | null;
  last_error: string | null;
};

export type HeldScheduleRow = ScheduleRow & { now: Date };

/** Returns one row. */
export const selectNow = () => sql<{ now: Date }>`select clock_timestamp() as now`;

/** Locks due schedules that no other transaction has locked, the longest due first. Returns them. */
export const takeDueSchedules = ({ now, limit }: { now: Date | null; limit: number }) => sql<HeldScheduleRow>`
  with moment as materialized (
    select coalesce(${now}::timestamptz, clock_timestamp()) as at
  )
  select name, cron, time_zone, task, on_missed, catch_up_max, is_paused, next_run_at, last_run_at, last_task_id, last_error,
         (select at from moment) as now
    from rota.schedules
   where not is_paused
     and due_at <= (select at from moment)
   order by due_at
   limit ${limit}
     for update skip locked`;

/** Returns one row: when the first schedule falls due that is not due yet, or null. */
export const selectNextDueSchedule = (now: Date | null) => sql<{ due_in_ms: number | null }>`
  with moment as materialized (
    select coalesce(${now}::timestamptz, clock_timestamp()) as at
  )
  select ceil(extract(epoch from min(due_at) - (select at from moment)) * 1000)::double precision as due_in_ms
    from rota.schedules
   where not is_paused
     and due_at > (select at from moment)`;

/** Time without a report after which a worker counts as absent, as in lists of workers. */
const PRESENT_MS = 35_000;

/** Returns those of the types that no worker knows. None where no worker is present, or one does not say which it knows. */
export const selectUnknownTypes = (types: readonly string[]) => sql<{ type: string }>`
  with present as materialized (
    select types from rota.workers
     where stopped_at is null and seen_at > clock_timestamp() - ${PRESENT_MS} * interval '1 millisecond'
  )
  select type from unnest(${types}::text[]) as type
   where exists (select from present)
     and not exists (select from present where types is null or type = any (types))`;

export type MovedSchedule = {
  readonly name: string;
  readonly nextRunAt: Date;
  readonly dueAt: Date;
  /** Time of the latest run; null when none was submitted, which keeps the previous one. */
  readonly lastRunAt: Date | null;
  readonly lastTaskId: bigint | null;
  readonly lastError: string | null;
};

/** Advances schedules that the transaction has locked. Returns nothing. */
export const moveSchedules = (rows: readonly MovedSchedule[]) => sql<never>`
  update rota.schedules
     set next_run_at  = moved.next_run_at,
         due_at       = moved.due_at,
         last_run_at  = coalesce(moved.last_run_at, schedules.last_run_at),
         last_task_id = coalesce(moved.last_task_id, schedules.last_task_id),
         last_error   = moved.last_error
    from unnest(${rows.map((row) => row.name)}::text[],
                ${rows.map((row) => row.nextRunAt)}::timestamptz[],
                ${rows.map((row) => row.dueAt)}::timestamptz[],
                ${rows.map((row) => row.lastRunAt)}::timestamptz[],
                ${rows.map((row) => row.lastTaskId)}::bigint[],
                ${rows.map((row) => row.lastError)}::text[])
      as moved (name, next_run_at, due_at, last_run_at, last_task_id, last_error)
   where schedules.name = moved.name`;

export type Definition = {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly task: JsonValue;
  readonly onMissed: OnMissed;
  readonly catchUpMax: number;
};

/** Creates a schedule, or locks the one of that name unchanged. Returns it, and whether its definition is the same. */
export const insertOrLockSchedule = (given: Definition & { nextRunAt: Date; now: Date | null }) => sql<
  HeldScheduleRow & { is_new: boolean; is_same: boolean }
>`
  insert into rota.schedules (name, cron, time_zone, task, on_missed, catch_up_max, next_run_at, due_at)
  values (${given.name}, ${given.cron}, ${given.timeZone}, ${given.task}::jsonb, ${given.onMissed}, ${given.catchUpMax}, ${given.nextRunAt}, ${given.nextRunAt})
  on conflict on constraint schedules_have_a_name do update set name = excluded.name
  returning name, cron, time_zone, task, on_missed, catch_up_max, is_paused, next_run_at, last_run_at, last_task_id, last_error,
            coalesce(${given.now}::timestamptz, clock_timestamp()) as now,
            xmax = 0 as is_new, -- nobody had a version of it before
            (cron, time_zone, task, on_missed, catch_up_max)
              = (${given.cron}, ${given.timeZone}, ${given.task}::jsonb, ${given.onMissed}, ${given.catchUpMax}::integer) as is_same`;

/** Replaces the definition of a locked schedule and forgets its last failure. Returns it. */
export const updateSchedule = (given: Definition & { nextRunAt: Date }) => sql<ScheduleRow>`
  update rota.schedules
     set cron         = ${given.cron},
         time_zone    = ${given.timeZone},
         task         = ${given.task}::jsonb,
         on_missed    = ${given.onMissed},
         catch_up_max = ${given.catchUpMax},
         next_run_at  = ${given.nextRunAt},
         due_at       = ${given.nextRunAt},
         last_error   = null
   where name = ${given.name}
  returning name, cron, time_zone, task, on_missed, catch_up_max, is_paused, next_run_at, last_run_at, last_task_id, last_error`;

/** Locks a schedule. Returns it; no row: there is none of that name. */
export const lockSchedule = ({ name, now }: { name: string; now: Date | null }) => sql<HeldScheduleRow>`
  select name, cron, time_zone, task, on_missed, catch_up_max, is_paused, next_run_at, last_run_at, last_task_id, last_error,
         coalesce(${now}::timestamptz, clock_timestamp()) as now
    from rota.schedules
   where name = ${name}
     for update`;

/** Returns nothing. */
export const pauseScheduleRow = (name: string) => sql<never>`
  update rota.schedules set is_paused = true where name = ${name}`;

/** Returns nothing. */
export const resumeScheduleRow = ({ name, nextRunAt }: { name: string; nextRunAt: Date }) => sql<never>`
  update rota.schedules
     set is_paused = false, next_run_at = ${nextRunAt}::timestamptz, due_at = ${nextRunAt}::timestamptz
   where name = ${name}`;

/** Deletes a schedule. Returns its name; no row: there was none. */
export const deleteSchedule = (name: string) => sql<{ name: string }>`
  delete from rota.schedules where name = ${name} returning name`;

/** Returns schedules by name, after the given one; those of one tenant, if one is given. */
export const selectSchedules = ({
  tenant,
  after,
  limit,
}: {
  tenant: string | null;
  after: string;
  limit: number;
}) => sql<ScheduleRow>`
  select name, cron, time_zone, task, on_missed, catch_up_max, is_paused, next_run_at, last_run_at, last_task_id, last_error
    from rota.schedules
   where name > ${after} and (${tenant}::text is null or task ->> 'tenant' = ${tenant})
   order by name
   limit ${limit}`;

/** Returns the schedule of that name; no row: there is none. */
export const selectSchedule = (name: string) => sql<ScheduleRow>`
  select name, cron, time_zone, task, on_missed, catch_up_max, is_paused, next_run_at, last_run_at, last_task_id, last_error
    from rota.schedules
   where name = ${name}`;

/** Reason: no process was running in time, it was paused, or its definition was replaced before it could be run. */
export type MissedReason = "LATE" | "PAUSED" | "CHANGED";

export type MissedRow = {
  readonly schedule_name: string;
  readonly from_run: Date;
  readonly before_run: Date;
  readonly cron: string;
  readonly time_zone: string;
  readonly reason: MissedReason;
};

/** Returns nothing. */
export const insertMissedRuns = (rows: readonly MissedRow[]) => sql<never>`
  insert into rota.missed_runs (schedule_name, from_run, before_run, cron, time_zone, reason)
  select schedule_name, from_run, before_run, cron, time_zone, reason
    from unnest(${rows.map((row) => row.schedule_name)}::text[],
                ${rows.map((row) => row.from_run)}::timestamptz[],
                ${rows.map((row) => row.before_run)}::timestamptz[],
                ${rows.map((row) => row.cron)}::text[],
                ${rows.map((row) => row.time_zone)}::text[],
                ${rows.map((row) => row.reason)}::text[])
      as missed (schedule_name, from_run, before_run, cron, time_zone, reason)`;

/** Deletes all but the newest spans of each of the schedules. Returns nothing. */
export const forgetMissedRuns = ({ names, keep }: { names: readonly string[]; keep: number }) => sql<never>`
  delete from rota.missed_runs
   using unnest(${names}::text[]) as given (name)
   where schedule_name = given.name
     and missed_id <= (select missed_id from rota.missed_runs as newer
                        where newer.schedule_name = given.name
                        order by missed_id desc offset ${keep} limit 1)`;

/** Returns spans of a schedule, the newest first. */
export const selectMissedRuns = ({ name, limit }: { name: string; limit: number }) => sql<
  MissedRow & { recorded_at: Date }
>`
  select schedule_name, from_run, before_run, cron, time_zone, reason, recorded_at
    from rota.missed_runs
   where schedule_name = ${name}
   order by missed_id desc
   limit ${limit}`;
