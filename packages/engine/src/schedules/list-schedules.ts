/** Lists schedules with their next and latest runs, and the runs they missed. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { decodeScheduledTask, type OnMissed, type ScheduledTask } from "./schedule.ts";
import {
  type MissedReason,
  type ScheduleRow,
  selectMissedRuns,
  selectSchedule,
  selectSchedules,
} from "./schedules.sql.ts";

export const LISTED_SCHEDULES_MAX = 1_000;
const DEFAULT_LISTED = 100;

/** Schedule with its next and last runs. */
export type Schedule = {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly task: ScheduledTask;
  readonly onMissed: OnMissed;
  readonly catchUpMax: number;
  readonly isPaused: boolean;
  /** Nominal time of the next run, in the past when no process was running to submit it; undefined while it is paused. */
  readonly nextRunAt: Date | undefined;
  /** Nominal time of the latest run that was submitted. */
  readonly lastRunAt: Date | undefined;
  readonly lastTaskId: bigint | undefined;
  /** Reason why the latest run could not be submitted; undefined after a successful one. */
  readonly lastError: string | undefined;
};

/** Span of missed runs: every run of the expression from `fromRun` and before `beforeRun`. */
export type MissedRuns = {
  readonly fromRun: Date;
  readonly beforeRun: Date;
  readonly cron: string;
  readonly timeZone: string;
  readonly reason: MissedReason;
  readonly recordedAt: Date;
};

/** Filter and position of a list of schedules. */
export type ScheduleListing = WithCodec & {
  /** Tenant of the tasks. Default: all. */
  readonly tenant?: string;
  /** Name of the last schedule of the previous page. */
  readonly after?: string;
  /** Default 100, at most LISTED_SCHEDULES_MAX. */
  readonly limit?: number;
};

/** Lists schedules by name. */
export async function listSchedules(
  on: Queryable,
  { tenant, after = "", limit = DEFAULT_LISTED, codec }: ScheduleListing = {},
): Promise<Schedule[]> {
  const rows = await on.query(
    selectSchedules({ tenant: tenant ?? null, after, limit: Math.min(limit, LISTED_SCHEDULES_MAX) }),
  );
  return Promise.all(rows.map(async (row) => toSchedule({ ...row, task: await decodeScheduledTask(codec, row.task) })));
}

/** Returns a schedule. Rejects with SCHEDULE_NOT_FOUND, also when its tasks are not those of the given tenant. */
export async function getSchedule(
  on: Queryable,
  { name, tenant, codec }: WithCodec & { readonly name: string; readonly tenant?: string | undefined },
): Promise<Schedule> {
  const [row] = await on.query(selectSchedule(name));
  if (row === undefined || (tenant !== undefined && row.task.tenant !== tenant))
    throw new RotaError("SCHEDULE_NOT_FOUND", `there is no schedule "${name}"`, { name });
  return toSchedule({ ...row, task: await decodeScheduledTask(codec, row.task) });
}

/** Lists missed runs, the newest first; at most `limit` (100, up to LISTED_SCHEDULES_MAX). */
export async function listMissedRuns(
  on: Queryable,
  { name, limit = DEFAULT_LISTED }: { readonly name: string; readonly limit?: number },
): Promise<MissedRuns[]> {
  const rows = await on.query(selectMissedRuns({ name, limit: Math.min(limit, LISTED_SCHEDULES_MAX) }));
  return rows.map((row) => ({
    fromRun: row.from_run,
    beforeRun: row.before_run,
    cron: row.cron,
    timeZone: row.time_zone,
    reason: row.reason,
    recordedAt: row.recorded_at,
  }));
}

export function toSchedule(row: ScheduleRow): Schedule {
  return {
    name: row.name,
    cron: row.cron,
    timeZone: row.time_zone,
    task: row.task,
    onMissed: row.on_missed,
    catchUpMax: row.catch_up_max,
    isPaused: row.is_paused,
    nextRunAt: row.is_paused ? undefined : row.next_run_at,
    lastRunAt: row.last_run_at ?? undefined,
    lastTaskId: row.last_task_id ?? undefined,
    lastError: row.last_error ?? undefined,
  };
}
