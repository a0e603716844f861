/** Submits the due runs of schedules and records missed ones, one short transaction per pass, and repeats this in a loop. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Database, Queryable } from "../database/database.ts";
import { isRotaError, RotaError } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop, type Next } from "../runtime/loop.ts";
import { type TaskDefinition, workerType } from "../tasks/define-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { readCron } from "./cron-times.ts";
import { type MissedSpan, planRuns, type RunPlan } from "./plan-runs.ts";
import { type AtTime, decodeScheduledTask, runTask, type ScheduledRun, type ScheduledTask } from "./schedule.ts";
import {
  forgetMissedRuns,
  type HeldScheduleRow,
  insertMissedRuns,
  type MissedReason,
  type MovedSchedule,
  moveSchedules,
  type ScheduleRow,
  selectNextDueSchedule,
  selectUnknownTypes,
  takeDueSchedules,
} from "./schedules.sql.ts";

/** Outcome of one pass. */
export const SCHEDULES_MAX = 100;

export type SchedulePass = {
  readonly submitted: readonly (SubmittedRun & { readonly schedule: string })[];
  /** Runs that were skipped because no process submitted them in time. */
  readonly missed: readonly (MissedSpan & { readonly schedule: string })[];
  /** Schedules that cannot be run; each is tried again after RETRY_MS. */
  readonly failed: readonly { readonly schedule: string; readonly error: RotaError }[];
  /** Time of the next pass. */
  readonly next: Next;
};

/**
 * Makes one pass. Each nominal time is submitted once, or skipped and recorded as missed: the pass locks the rows, and
 * tasks, times and records are committed together. A pass whose commit was lost is repeated.
 */
export async function runDueSchedules(
  database: Database,
  { now, codec, definitions }: AtTime & WithCodec & KnownTasks = {},
): Promise<SchedulePass> {
  const at = now ?? null;
  const { taken, settled } = await database.transaction(async (tx) => {
    const rows = await tx.query(takeDueSchedules({ now: at, limit: SCHEDULES_MAX }));
    return { taken: rows.length, settled: await settleRuns(tx, rows, { codec, definitions }) };
  });
  const isMore = taken === SCHEDULES_MAX || settled.length < taken || settled.some(isStillDue);
  return { ...describe(settled), next: isMore ? "again" : await nextPass(database, at) };
}

function isStillDue({ row, nextRunAt, error }: SettledSchedule): boolean {
  return error === undefined && nextRunAt <= row.now;
}

/** Returns the time of the next pass. Another process has locked what is due: if that dies, the next poll finds it. */
async function nextPass(database: Database, now: Date | null): Promise<Next> {
  const [row] = await database.query(selectNextDueSchedule(now));
  const dueInMs = row?.due_in_ms ?? undefined;
  return dueInMs === undefined ? "idle" : { dueInMs };
}

function describe(settled: readonly SettledSchedule[]): Omit<SchedulePass, "next"> {
  return {
    submitted: settled.flatMap(({ row, runs }) => runs.map((run) => ({ schedule: row.name, ...run }))),
    missed: settled.flatMap(({ row, missed }) => (missed === undefined ? [] : { schedule: row.name, ...missed })),
    failed: settled.flatMap(({ row, error }) => (error === undefined ? [] : { schedule: row.name, error })),
  };
}

/** Definitions of this process. A schedule whose task neither they nor another worker can run is not submitted. Default: all are. */
export type KnownTasks = { readonly definitions?: readonly TaskDefinition[] | undefined };

export type ScheduleLoopOptions = WithCodec &
  KnownTasks & {
    readonly database: Database;
    readonly logger: Logger;
    /** Longest pause between two passes: a schedule that another process sets is seen after it. */
    readonly intervalMs: number;
    readonly clock?: Clock;
  };

export function createScheduleLoop({ database, logger, codec, definitions, ...options }: ScheduleLoopOptions): Loop {
  return createLoop({
    name: "schedules",
    logger,
    ...options,
    runOnce: async () => {
      const { missed, failed, next } = await runDueSchedules(database, { codec, definitions });
      for (const each of missed) logger.warn(each, "runs of a schedule were missed");
      for (const each of failed) logger.warn(each, "a schedule cannot be run, it is tried again");
      return next;
    },
  });
}

/** Maximum number of runs that one call submits. */
export const RUNS_MAX = 200;
/** Pause of a schedule that could not be run, so that it does not block others. */
export const RETRY_MS = 60_000;
/** Pause while no worker knows its task: short enough for a run to be on time after workers were replaced. */
const RETRY_UNKNOWN_MS = 10_000;

function retryMs({ code }: RotaError): number {
  return code === "TASK_TYPE_UNKNOWN" ? RETRY_UNKNOWN_MS : RETRY_MS;
}

type SettledSchedule = {
  readonly row: HeldScheduleRow;
  readonly runs: readonly SubmittedRun[];
  readonly missed: MissedSpan | undefined;
  /** First run that is not decided; due when there are more than a call submits, or after an error. */
  readonly nextRunAt: Date;
  /** Error that stopped it. */
  readonly error: RotaError | undefined;
};

/** Settles the schedules that fit into one call, in the given order; the first one always fits. */
export async function settleRuns(
  tx: Queryable,
  rows: readonly HeldScheduleRow[],
  by: WithCodec & KnownTasks,
): Promise<SettledSchedule[]> {
  if (rows.length === 0) return [];
  const unknown = await unknownTypes(tx, rows, by);
  const planned = await Promise.all(planAll(rows, unknown).map((each) => readTask(each, by)));
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

/** Returns the types of the tasks that nothing can run now: tasks would only pile up. */
async function unknownTypes(
  tx: Queryable,
  rows: readonly HeldScheduleRow[],
  { definitions }: KnownTasks,
): Promise<ReadonlySet<string>> {
  if (definitions === undefined) return new Set();
  const known = new Set(definitions.map(workerType));
  const types = [...new Set(rows.map(typeOf))];
  const foreign = types.filter((type) => !known.has(type));
  if (foreign.length === 0) return new Set();
  return new Set((await tx.query(selectUnknownTypes(foreign))).map(({ type }) => type));
}

function planAll(rows: readonly HeldScheduleRow[], unknown: ReadonlySet<string>): Planned[] {
  const planned: Planned[] = [];
  let room = RUNS_MAX;
  for (const row of rows) {
    if (room === 0) break;
    const each = unknown.has(typeOf(row)) ? cannotRun(row, unknownTask(row)) : planOne(row, room);
    room -= each.plan.runs.length;
    planned.push(each);
  }
  return planned;
}

/** Plans a schedule. A definition that another process could read may be invalid here: its time zone may be too new. */
function planOne(row: HeldScheduleRow, limit: number): Planned {
  const { next_run_at: nextRunAt, on_missed: onMissed, catch_up_max: catchUpMax } = row;
  try {
    const times = readCron({ cron: row.cron, timeZone: row.time_zone });
    return { row, plan: planRuns({ times, nextRunAt, onMissed, catchUpMax }, row.now, limit), error: undefined };
  } catch (error) {
    return cannotRun(row, error);
  }
}

function typeOf({ task: { type, version = 1 } }: HeldScheduleRow): string {
  return workerType({ name: type, version });
}

function unknownTask({ name, task: { type, version = 1 } }: HeldScheduleRow): RotaError {
  const message = `no worker knows task "${type}" in version ${String(version)}: start one that defines it, or remove the schedule; nothing is submitted until then`;
  return new RotaError("TASK_TYPE_UNKNOWN", message, { schedule: name, type, version });
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
    dueAt: error === undefined ? nextRunAt : new Date(row.now.getTime() + retryMs(error)),
    lastRunAt: last?.scheduledFor ?? null,
    lastTaskId: last?.taskId ?? null,
    lastError: error?.message ?? null,
  };
}

export type RunsToSubmit = { readonly name: string; readonly task: ScheduledTask; readonly runs: readonly Date[] };

/** Task that was submitted for a nominal time. */
type SubmittedRun = { readonly scheduledFor: Date; readonly taskId: bigint };

/** Runs that were submitted, and the error that stopped the remaining ones. */
export type RunSubmission = { readonly runs: readonly SubmittedRun[]; readonly error?: RotaError };

/** Submits runs, in the order of the given schedules: all in one statement, or each in its own when one is refused. */
async function submitRuns(tx: Queryable, schedules: readonly RunsToSubmit[], by: WithCodec): Promise<RunSubmission[]> {
  try {
    return await submitTogether(tx, schedules, by);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  const submissions: RunSubmission[] = [];
  for (const schedule of schedules) submissions.push(await submitApart(tx, schedule, by));
  return submissions;
}

async function submitTogether(
  tx: Queryable,
  schedules: readonly RunsToSubmit[],
  by: WithCodec,
): Promise<RunSubmission[]> {
  const tasks = await submitTasks(tx, schedules.flatMap(runsOf).map(runTask), by);
  let count = 0;
  return schedules.map(({ runs }) => ({
    runs: runs.map((scheduledFor) => ({ scheduledFor, taskId: tasks[count++]?.taskId ?? 0n })),
  }));
}

async function submitApart(tx: Queryable, schedule: RunsToSubmit, by: WithCodec): Promise<RunSubmission> {
  const runs: SubmittedRun[] = [];
  for (const run of runsOf(schedule)) {
    const result = await submitOne(tx, run, by);
    if (typeof result !== "bigint") return { runs, error: result };
    runs.push({ scheduledFor: run.run, taskId: result });
  }
  return { runs };
}

/** Submits one run. If a task with other input has its key, an earlier definition submitted this time. */
async function submitOne(tx: Queryable, run: ScheduledRun, by: WithCodec): Promise<bigint | RotaError> {
  try {
    const [task] = await submitTasks(tx, [runTask(run)], by);
    return task?.taskId ?? 0n;
  } catch (error) {
    if (!isRefused(error)) throw error;
    return error.code === "IDEMPOTENCY_CONFLICT" ? BigInt(String(error.details["heldBy"])) : error;
  }
}

function runsOf({ name, task, runs }: RunsToSubmit): ScheduledRun[] {
  return runs.map((run) => ({ name, task, run }));
}

/** Returns whether an error is a refusal, which leaves the transaction intact; any other error has ended it. */
function isRefused(error: unknown): error is RotaError {
  return isRotaError(error) && ["IDEMPOTENCY_CONFLICT", "TASK_INVALID", "PAYLOAD_NOT_ENCODED"].includes(error.code);
}

/** Number of the newest spans of a schedule that are kept. */
export const MISSED_SPANS_MAX = 1_000;

export type Missed = {
  readonly row: Pick<ScheduleRow, "name" | "cron" | "time_zone">;
  readonly span: MissedSpan;
  readonly reason: MissedReason;
};

export async function recordMissed(tx: Queryable, missed: readonly Missed[]): Promise<void> {
  if (missed.length === 0) return;
  await tx.query(
    insertMissedRuns(
      missed.map(({ row, span, reason }) => ({
        schedule_name: row.name,
        cron: row.cron,
        time_zone: row.time_zone,
        from_run: span.fromRun,
        before_run: span.beforeRun,
        reason,
      })),
    ),
  );
  await tx.query(forgetMissedRuns({ names: missed.map(({ row }) => row.name), keep: MISSED_SPANS_MAX }));
}
