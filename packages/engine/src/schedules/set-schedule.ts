/** Makes or changes a schedule, in a transaction of its own or a savepoint of the caller's. */
import assert from "node:assert/strict";
import { canonicalJson } from "../codec/canonical-json.ts";
import type { PayloadCodec, WithCodec } from "../codec/payload-codec.ts";
import type { Transaction } from "../database/database.ts";
import { json } from "../database/sql.ts";
import { isRotaError } from "../errors.ts";
import { checkSchedule, type CheckedSchedule } from "./check-schedule.ts";
import { decodeScheduledTask, encodeScheduledTask } from "./coded-task.ts";
import type { CronTimes } from "./cron/cron-times.ts";
import { toSchedule, type Schedule } from "./list-schedules.ts";
import type { AtTime, NewSchedule } from "./new-schedule.ts";
import { nextRun } from "./runs/next-run.ts";
import { recordMissed } from "./runs/record-missed.ts";
import { settleRuns } from "./runs/settle-runs.ts";
import { insertOrLockSchedule, selectNow, updateSchedule, type HeldScheduleRow } from "./schedules.sql.ts";

/**
 * Processes may call it whenever they start: the same definition again changes nothing, and what fell due while nobody
 * was there stays due. Another definition holds from now on; runs that fell due before go by the old one. Whether it is
 * paused and when it last ran is kept.
 *
 * @example
 * await setSchedule(database, {
 *   name: "nightly report", cron: "0 3 * * *", timeZone: "Europe/Zurich",
 *   task: { queue: "reports", tenant: "ann", group: "reports", type: "report", chunks: [{}] },
 * });
 */
export async function setSchedule(
  on: Transaction,
  schedule: NewSchedule,
  { now, codec }: AtTime & WithCodec = {},
): Promise<Schedule> {
  const checked = checkSchedule(schedule);
  const { times, task } = checked;
  const definition = { ...checked, task: json(await encodeScheduledTask(codec, task)) };
  return on.transaction(async (tx) => {
    const nextRunAt = times.next(now ?? (await databaseTime(tx)));
    const [row] = await tx.query(insertOrLockSchedule({ ...definition, nextRunAt, now: now ?? null }));
    assert(row !== undefined, "a schedule that is inserted or there already comes back");
    if (row.is_new || row.is_same || (await saysTheSame(row, checked, codec))) return toSchedule({ ...row, task });
    const [changed] = await tx.query(
      updateSchedule({ ...definition, nextRunAt: await changeOver(tx, row, { times, codec }) }),
    );
    assert(changed !== undefined, "a schedule that is locked is there");
    return toSchedule({ ...changed, task });
  });
}

async function databaseTime(tx: Transaction): Promise<Date> {
  const [row] = await tx.query(selectNow());
  assert(row !== undefined, "the time always comes back");
  return row.now;
}

/** What a codec encrypts differs each time. A task that it cannot read is another one. */
async function saysTheSame(row: HeldScheduleRow, given: CheckedSchedule, codec?: PayloadCodec): Promise<boolean> {
  if (codec === undefined) return false;
  try {
    const task = await decodeScheduledTask(codec, row.task);
    const held = [row.cron, row.time_zone, task, row.on_missed, row.catch_up_max];
    const wanted = [given.cron, given.timeZone, given.task, given.onMissed, given.catchUpMax];
    return canonicalJson(held) === canonicalJson(wanted);
  } catch (error) {
    if (isRotaError(error, "PAYLOAD_UNREADABLE")) return false;
    throw error;
  }
}

type NewDefinition = WithCodec & { readonly times: CronTimes };

/** Decides about every run that was due under the old definition. @returns the first run under the new one. */
async function changeOver(tx: Transaction, row: HeldScheduleRow, { times, codec }: NewDefinition): Promise<Date> {
  const undecided = row.is_paused ? row.next_run_at : await settleUntilNow(tx, row, codec);
  const nextRunAt = nextRun(row, times);
  if (undecided <= row.now) {
    const reason = row.is_paused ? "PAUSED" : "CHANGED";
    await recordMissed(tx, [{ row, span: { fromRun: undecided, beforeRun: nextRunAt }, reason }]);
  }
  return nextRunAt;
}

/** @returns the first run about which nothing is decided; it is due only when the old definition cannot be run. */
async function settleUntilNow(tx: Transaction, row: HeldScheduleRow, codec?: PayloadCodec): Promise<Date> {
  let nextRunAt = row.next_run_at;
  while (nextRunAt <= row.now) {
    const [settled] = await settleRuns(tx, [{ ...row, next_run_at: nextRunAt }], { codec });
    if (settled === undefined || settled.error !== undefined) break;
    nextRunAt = settled.nextRunAt;
  }
  return nextRunAt;
}
