/** Refuses schedules that could not be run, naming the field, the value and the way out. Pure. */
import { nearestName } from "../config/nearest-name.ts";
import { isRotaError, RotaError, type ErrorDetails } from "../errors.ts";
import { checkName, checkRange } from "../tasks/submission/check-field.ts";
import { submissionJson } from "../tasks/submission/submission-json.ts";
import { readCron, type CronTimes } from "./cron/cron-times.ts";
import * as limits from "./new-schedule.ts";
import type { JsonObject, NewSchedule, OnMissed, ScheduledTask } from "./new-schedule.ts";
import { runTask } from "./runs/run-task.ts";

export type CheckedSchedule = {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly times: CronTimes;
  readonly task: ScheduledTask;
  readonly onMissed: OnMissed;
  readonly catchUpMax: number;
};

export function checkSchedule(schedule: NewSchedule): CheckedSchedule {
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
  const { name, cron, timeZone = limits.DEFAULT_TIME_ZONE, task, onMissed = "once", catchUpMax } = schedule;
  checkName("name", name);
  checkName("cron", cron, limits.CRON_LENGTH_MAX);
  checkName("timeZone", timeZone);
  const times = readCron({ cron, timeZone });
  if (!limits.ON_MISSED.includes(onMissed))
    throw refusal(`onMissed "${String(onMissed)}" must be ${limits.ON_MISSED.join(", ")}`, { field: "onMissed" });
  checkRange("catchUpMax", catchUpMax, [1, limits.CATCH_UP_MAX]);
  if (catchUpMax !== undefined && onMissed !== "all")
    throw refusal(`catchUpMax goes with onMissed "all", not with "${onMissed}"`, { field: "catchUpMax" });
  checkTask(name, task);
  return { name, cron, timeZone, times, task, onMissed, catchUpMax: catchUpMax ?? limits.DEFAULT_CATCH_UP };
}

const FIELDS = ["name", "cron", "timeZone", "task", "onMissed", "catchUpMax"] as const;
const OF_A_RUN = {
  unique: "the schedule's name and the run's time are its unique key",
  dueAt: "a run is due at its time",
} as const;

/** A field that was misspelt would change when things run without a word: `timezone` for `timeZone`. */
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
  checkRange("the number of chunks", task.chunks.length, [1, limits.SCHEDULED_CHUNKS_MAX]);
  for (const chunk of task.chunks) {
    if ("dueAt" in chunk) throw refusal(`a chunk's dueAt must be left out: ${OF_A_RUN.dueAt}`, { field: "dueAt" });
    checkObject("payload", chunk.payload);
  }
  const { jsonText } = submissionJson([runTask({ name, task, run: new Date(0) })]);
  const bytes = Buffer.byteLength(jsonText);
  checkRange("the length of the task as json", bytes, [1, limits.SCHEDULED_TASK_BYTES_MAX]);
}

function checkObject(field: string, value: JsonObject | undefined): void {
  if (value === undefined) return;
  if (!isObject(value))
    throw refusal(`${field} must be an object or left out, since each run adds ${limits.SCHEDULED_FOR} to it`, {
      field,
    });
  if (limits.SCHEDULED_FOR in value)
    throw refusal(`${field} has a field ${limits.SCHEDULED_FOR}, which each run sets: use another name`, { field });
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
