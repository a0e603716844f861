/** Pauses, resumes and removes schedules. */
import type { Queryable, Transaction } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { readCron } from "./cron/cron-times.ts";
import type { AtTime } from "./new-schedule.ts";
import { nextRun } from "./runs/next-run.ts";
import { recordMissed } from "./runs/record-missed.ts";
import { deleteSchedule, lockSchedule, pauseScheduleRow, resumeScheduleRow } from "./schedules.sql.ts";

/**
 * From now on it submits nothing, also no run that is due already. Tasks that it submitted go on.
 *
 * @returns false when it was paused before.
 */
export async function pauseSchedule(on: Transaction, name: string): Promise<boolean> {
  return on.transaction(async (tx) => {
    const { is_paused: wasPaused } = await lock(tx, { name });
    if (!wasPaused) await tx.query(pauseScheduleRow(name));
    return !wasPaused;
  });
}

/**
 * Lets a paused schedule go on with its next run. Those that fell due meanwhile are recorded as missed, whatever
 * `onMissed` says: somebody wanted them not to run.
 *
 * @returns false when it was not paused.
 */
export async function resumeSchedule(on: Transaction, name: string, { now }: AtTime = {}): Promise<boolean> {
  return on.transaction(async (tx) => {
    const row = await lock(tx, { name, now });
    if (!row.is_paused) return false;
    const isPassed = row.next_run_at <= row.now;
    const nextRunAt = isPassed ? nextRun(row, readCron({ cron: row.cron, timeZone: row.time_zone })) : row.next_run_at;
    if (isPassed)
      await recordMissed(tx, [{ row, span: { fromRun: row.next_run_at, beforeRun: nextRunAt }, reason: "PAUSED" }]);
    await tx.query(resumeScheduleRow({ name, nextRunAt }));
    return true;
  });
}

/**
 * Forgets a schedule and which of its runs were missed. Tasks that it submitted go on.
 *
 * @returns false when there is none of that name.
 */
export async function removeSchedule(on: Queryable, name: string): Promise<boolean> {
  return (await on.query(deleteSchedule(name))).length > 0;
}

async function lock(tx: Transaction, { name, now }: { name: string; now?: Date | undefined }) {
  const [row] = await tx.query(lockSchedule({ name, now: now ?? null }));
  if (row !== undefined) return row;
  throw new RotaError("SCHEDULE_NOT_FOUND", `there is no schedule "${name}": listSchedules says which there are`, {
    schedule: name,
  });
}
