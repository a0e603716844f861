/** Creates, changes, pauses, resumes and removes schedules, after checking each field. */
import assert from "node:assert/strict";
import { canonicalJson } from "@rota/proofs";
import type { PayloadCodec, WithCodec } from "../codec/payload-codec.ts";
import { nearestName } from "../config/nearest-name.ts";
import type { Queryable, Transaction } from "../database/database.ts";
import { json } from "../database/sql.ts";
import { type ErrorDetails, isRotaError, RotaError } from "../errors.ts";
import { checkName, checkRange } from "../tasks/check-task.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import { submissionJson } from "../tasks/submission-json.ts";
import { type CronTimes, readCron } from "./cron-times.ts";
import { type Schedule, toSchedule } from "./list-schedules.ts";
import { nextRun } from "./plan-runs.ts";
import { type KnownTasks, recordMissed, settleRuns } from "./run-due-schedules.ts";
import {
  type AtTime,
  CATCH_UP_MAX,
  CRON_LENGTH_MAX,
  decodeScheduledTask,
  DEFAULT_CATCH_UP,
  DEFAULT_TIME_ZONE,
  encodeScheduledTask,
  type JsonObject,
  type NewSchedule,
  ON_MISSED,
  type OnMissed,
  runTask,
  SCHEDULED_CHUNKS_MAX,
  SCHEDULED_FOR,
  SCHEDULED_TASK_BYTES_MAX,
  type ScheduledTask,
} from "./schedule.ts";
import {
  deleteSchedule,
  type HeldScheduleRow,
  insertOrLockSchedule,
  lockSchedule,
  pauseScheduleRow,
  resumeScheduleRow,
  selectNow,
  updateSchedule,
} from "./schedules.sql.ts";

/**
 * Creates or replaces a schedule. Processes may call it whenever they start: the same definition changes nothing, and runs
 * that fell due while no process was running stay due. Another definition applies from now on; runs that fell due before
 * follow the old one. Its pause and the time of its last run are kept.
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
  { now, codec, definitions }: AtTime & WithCodec & KnownTasks = {},
): Promise<Schedule> {
  const checked = checkSchedule(schedule);
  if (definitions !== undefined) await checkDefined(checked, definitions);
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

async function checkDefined(
  { name, task }: Pick<NewSchedule, "name" | "task">,
  definitions: readonly TaskDefinition[],
): Promise<void> {
  const { type, version = 1 } = task;
  const definition = definitions.find((known) => known.name === type && known.version === version);
  if (definition === undefined) throw unknownType(name, task, definitions);
  const { chunks } = runTask({ name, task, run: new Date(0) });
  await checkedAsRun(async () => {
    for (const { payload } of chunks) await definition.checkPayload(payload);
  });
}

function unknownType(name: string, { type, version = 1 }: ScheduledTask, definitions: readonly TaskDefinition[]) {
  const versions = definitions.filter((known) => known.name === type).map((known) => String(known.version));
  const nearest = nearestName(type, [...new Set(definitions.map((known) => known.name))]);
  const reason =
    versions.length > 0
      ? `is defined in version ${versions.join(", ")} only, not in ${String(version)}`
      : "is not defined";
  const hint = nearest === undefined || versions.length > 0 ? "" : `; did you mean ${nearest}?`;
  const details = { schedule: name, field: "task.type", type, version };
  return new RotaError(
    "SCHEDULE_INVALID",
    `schedule ${JSON.stringify(name)}: task "${type}" ${reason}${hint}`,
    details,
  );
}

/** Says where the time comes from, if a schema refuses it. */
export async function checkedAsRun<Result>(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (cause) {
    if (!isRotaError(cause, "INPUT_INVALID") || !cause.message.includes(SCHEDULED_FOR)) throw cause;
    const message = `${cause.message}; each run of a schedule adds ${SCHEDULED_FOR}, a time in ISO 8601: allow it`;
    throw new RotaError("INPUT_INVALID", message, cause.details, { cause });
  }
}

async function databaseTime(tx: Transaction): Promise<Date> {
  const [row] = await tx.query(selectNow());
  assert(row !== undefined, "the time always comes back");
  return row.now;
}

/** Returns whether two stored tasks are equal after decoding: a codec encrypts differently each time. An unreadable task differs. */
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

/** Settles every run that was due under the old definition. @returns the first run under the new one. */
async function changeOver(tx: Transaction, row: HeldScheduleRow, { times, codec }: NewDefinition): Promise<Date> {
  const undecided = row.is_paused ? row.next_run_at : await settleUntilNow(tx, row, codec);
  const nextRunAt = nextRun(row, times);
  if (undecided <= row.now) {
    const reason = row.is_paused ? "PAUSED" : "CHANGED";
    await recordMissed(tx, [{ row, span: { fromRun: undecided, beforeRun: nextRunAt }, reason }]);
  }
  return nextRunAt;
}

/** Settles due runs. @returns the first run that is not decided; it is due only when the old definition cannot be run. */
async function settleUntilNow(tx: Transaction, row: HeldScheduleRow, codec?: PayloadCodec): Promise<Date> {
  let nextRunAt = row.next_run_at;
  while (nextRunAt <= row.now) {
    const [settled] = await settleRuns(tx, [{ ...row, next_run_at: nextRunAt }], { codec });
    if (settled === undefined || settled.error !== undefined) break;
    nextRunAt = settled.nextRunAt;
  }
  return nextRunAt;
}

/**
 * Pauses a schedule: it submits nothing, not even a run that is due already. Tasks that it submitted continue.
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
 * Resumes a paused schedule with its next run. Runs that fell due meanwhile are recorded as missed, whatever `onMissed` says.
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
 * Removes a schedule and its missed runs. Tasks that it submitted continue.
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

type CheckedSchedule = {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly times: CronTimes;
  readonly task: ScheduledTask;
  readonly onMissed: OnMissed;
  readonly catchUpMax: number;
};

function checkSchedule(schedule: NewSchedule): CheckedSchedule {
  try {
    return checkFields(schedule);
  } catch (error) {
    if (!isRotaError(error)) throw error;
    const details = { schedule: String(schedule.name), ...error.details };
    const message = `schedule ${JSON.stringify(schedule.name)}: ${error.message}`;
    throw new RotaError("SCHEDULE_INVALID", message, details, { cause: error });
  }
}

function checkFields(schedule: NewSchedule): CheckedSchedule {
  checkKnown(schedule, FIELDS);
  const { name, cron, timeZone = DEFAULT_TIME_ZONE, task, onMissed = "once", catchUpMax } = schedule;
  checkName("name", name);
  checkName("cron", cron, CRON_LENGTH_MAX);
  checkName("timeZone", timeZone);
  const times = readCron({ cron, timeZone });
  if (!ON_MISSED.includes(onMissed))
    throw refusal(`onMissed "${String(onMissed)}" must be ${ON_MISSED.join(", ")}`, { field: "onMissed" });
  checkRange("catchUpMax", catchUpMax, [1, CATCH_UP_MAX]);
  if (catchUpMax !== undefined && onMissed !== "all")
    throw refusal(`catchUpMax goes with onMissed "all", not with "${onMissed}"`, { field: "catchUpMax" });
  checkTask(name, task);
  return { name, cron, timeZone, times, task, onMissed, catchUpMax: catchUpMax ?? DEFAULT_CATCH_UP };
}

const FIELDS = ["name", "cron", "timeZone", "task", "onMissed", "catchUpMax"] as const;
const OF_A_RUN = {
  unique: "the schedule's name and the run's time are its unique key",
  dueAt: "a run is due at its time",
} as const;

/** Refuses unknown fields: a misspelt one, such as `timezone` for `timeZone`, would silently change when runs are due. */
function checkKnown(given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((field) => !known.includes(field));
  if (unknown === undefined) return;
  const meant = nearestName(unknown, known);
  const wayOut = meant === undefined ? `the fields are ${known.join(", ")}` : `did you mean ${meant}?`;
  throw refusal(`there is no field "${unknown}": ${wayOut}`, { field: unknown });
}

function checkTask(name: string, task: ScheduledTask): void {
  if (!isObject(task)) throw refusal("task must be an object, as submitTasks takes it", { field: "task" });
  if ("unique" in task) throw refusal(`task.unique must be left out: ${OF_A_RUN.unique}`, { field: "task.unique" });
  if (typeof task.taskKey === "string")
    throw refusal("task.taskKey would be the same for every run: use taskKey(), which adds the time", {
      field: "task.taskKey",
    });
  checkObject("task.input", task.input);
  if (!isListOfObjects(task.chunks)) throw refusal("task.chunks must be a list of chunks", { field: "task.chunks" });
  checkRange("the number of chunks", task.chunks.length, [1, SCHEDULED_CHUNKS_MAX]);
  for (const chunk of task.chunks) {
    if ("dueAt" in chunk) throw refusal(`a chunk's dueAt must be left out: ${OF_A_RUN.dueAt}`, { field: "dueAt" });
    checkObject("payload", chunk.payload);
  }
  const { jsonText } = submissionJson([runTask({ name, task, run: new Date(0) })]);
  const bytes = Buffer.byteLength(jsonText);
  checkRange("the length of the task as json", bytes, [1, SCHEDULED_TASK_BYTES_MAX]);
}

function checkObject(field: string, value: JsonObject | undefined): void {
  if (value === undefined) return;
  if (!isObject(value))
    throw refusal(`${field} must be an object or left out, since each run adds ${SCHEDULED_FOR} to it`, {
      field,
    });
  if (SCHEDULED_FOR in value)
    throw refusal(`${field} has a field ${SCHEDULED_FOR}, which each run sets: use another name`, { field });
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refusal(message: string, details: ErrorDetails): RotaError {
  return new RotaError("SCHEDULE_INVALID", message, details);
}
