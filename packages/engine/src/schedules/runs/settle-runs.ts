/** Submits the due runs of schedules and moves these on, in a transaction of the caller's that has locked them. */
import type { WithCodec } from "../../codec/payload-codec.ts";
import type { Queryable } from "../../database/database.ts";
import { isRotaError, type RotaError } from "../../errors.ts";
import { decodeScheduledTask } from "../coded-task.ts";
import { readCron } from "../cron/cron-times.ts";
import { moveSchedules, type HeldScheduleRow, type MovedSchedule } from "../schedules.sql.ts";
import { planRuns, type MissedSpan, type RunPlan } from "./plan-runs.ts";
import { recordMissed } from "./record-missed.ts";
import { submitRuns, type SubmittedRun } from "./submit-runs.ts";

/** Of one call. */
export const RUNS_MAX = 200;
/** A schedule that could not be run is left alone so long, so that it does not stand in the way of others. */
export const RETRY_MS = 60_000;

export type SettledSchedule = {
  readonly row: HeldScheduleRow;
  readonly runs: readonly SubmittedRun[];
  readonly missed: MissedSpan | undefined;
  /** The first run about which nothing is decided; due when there are more than a call submits, or after an error. */
  readonly nextRunAt: Date;
  /** Why it could not be run any further. */
  readonly error: RotaError | undefined;
};

/** Those that it had room for, in the order given: the first always is. */
export async function settleRuns(
  tx: Queryable,
  rows: readonly HeldScheduleRow[],
  by: WithCodec,
): Promise<SettledSchedule[]> {
  if (rows.length === 0) return [];
  const planned = await Promise.all(planAll(rows).map((each) => readTask(each, by)));
  const submissions = await submitRuns(
    tx,
    planned.map(({ row, plan }) => ({ name: row.name, task: row.task, runs: plan.runs })),
    by,
  );
  const settled = planned.map(({ row, plan, error: unreadable }, index): SettledSchedule => {
    const { runs, error = unreadable } = submissions[index] ?? { runs: [] };
    const nextRunAt = plan.runs[runs.length] ?? plan.nextRunAt;
    return { row, runs, missed: plan.missed, nextRunAt, error };
  });
  await recordMissed(
    tx,
    settled.flatMap(({ row, missed }) => (missed === undefined ? [] : { row, span: missed, reason: "LATE" })),
  );
  await tx.query(moveSchedules(settled.map(moved)));
  return settled;
}

type Planned = { readonly row: HeldScheduleRow; readonly plan: RunPlan; readonly error: RotaError | undefined };

function planAll(rows: readonly HeldScheduleRow[]): Planned[] {
  const planned: Planned[] = [];
  let room = RUNS_MAX;
  for (const row of rows) {
    if (room === 0) break;
    const each = planOne(row, room);
    room -= each.plan.runs.length;
    planned.push(each);
  }
  return planned;
}

/** What another process could read may be a riddle here: its time zone may be too new for this one. */
function planOne(row: HeldScheduleRow, limit: number): Planned {
  const { next_run_at: nextRunAt, on_missed: onMissed, catch_up_max: catchUpMax } = row;
  try {
    const times = readCron({ cron: row.cron, timeZone: row.time_zone });
    return { row, plan: planRuns({ times, nextRunAt, onMissed, catchUpMax }, row.now, limit), error: undefined };
  } catch (error) {
    return cannotRun(row, error);
  }
}

async function readTask(planned: Planned, { codec }: WithCodec): Promise<Planned> {
  const { row, plan } = planned;
  if (plan.runs.length === 0) return planned;
  try {
    return { ...planned, row: { ...row, task: await decodeScheduledTask(codec, row.task) } };
  } catch (error) {
    return cannotRun(row, error);
  }
}

function cannotRun(row: HeldScheduleRow, error: unknown): Planned {
  if (!isRotaError(error)) throw error;
  return { row, plan: { runs: [], missed: undefined, nextRunAt: row.next_run_at }, error };
}

function moved({ row, runs, nextRunAt, error }: SettledSchedule): MovedSchedule {
  const last = runs.at(-1);
  return {
    name: row.name,
    nextRunAt,
    dueAt: error === undefined ? nextRunAt : new Date(row.now.getTime() + RETRY_MS),
    lastRunAt: last?.scheduledFor ?? null,
    lastTaskId: last?.taskId ?? null,
    lastError: error?.message ?? null,
  };
}
