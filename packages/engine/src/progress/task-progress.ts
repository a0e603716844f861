/** Says how far a task is: its chunks by state, those that run, those that failed, its pace. */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { createBatcher } from "../runtime/batching/batcher.ts";
import * as rows from "./progress.sql.ts";
import { countTasks, type TaskCounts } from "./task-counts.ts";

/** Of each list. */
export const LISTED_CHUNKS_MAX = 100;
/** A pace is that of the last quarter of an hour, or of as many claims of the queue. */
const PACE_WINDOW_MS = 900_000;
const PACE_ENTRIES_MAX = 500;
/** Fewer turns than this make no pace. */
const PACE_TURNS_MIN = 3;

export type TaskProgress = TaskCounts & {
  /** When its first chunk had its turn, or at the latest then. Not known before that, or when the log was pruned beyond it. */
  readonly startedAt: Date | undefined;
  /** At most `LISTED_CHUNKS_MAX`, in order. */
  readonly running: readonly RunningChunk[];
  /** At most `LISTED_CHUNKS_MAX`, in order. */
  readonly failures: readonly FailedChunk[];
  /** Those that wait for another attempt, among the `LISTED_CHUNKS_MAX` that are due soonest. */
  readonly waiting: readonly WaitingChunk[];
  /** Turns that it had lately; not known when there were too few to tell. */
  readonly turnsPerSecond: number | undefined;
  /** When its last chunk starts if turns go on at that pace. Only said of an active task. */
  readonly estimatedEndAt: Date | undefined;
};

export type RunningChunk = {
  readonly number: number;
  readonly attempt: number;
  readonly owner: string;
  /** When its turn was; not known when the log was pruned beyond it. */
  readonly since: Date | undefined;
  /** What its handler reported last in this attempt. */
  readonly reported:
    { readonly done: number; readonly total: number; readonly note: string | undefined; readonly at: Date } | undefined;
};

export type FailedChunk = {
  readonly number: number;
  readonly state: "FAILED" | "DEAD_LETTER";
  readonly attempt: number;
  readonly error: unknown;
  readonly failedAt: Date;
};

/** Why a chunk waits: SECRET_MISSING, SNOOZED, or the code of the error after which it is tried again. */
export type WaitingChunk = {
  readonly number: number;
  readonly dueAt: Date;
  readonly code: string;
  readonly reason: string;
};

/** @example const { percent, running } = await getTaskProgress(database, "tally_creation_42_1738435200000"); */
export async function getTaskProgress(on: Queryable, task: bigint | string): Promise<TaskProgress> {
  const taskId = typeof task === "bigint" ? task : await findTask(on, task);
  const [progress] = taskId === undefined ? [] : await getTasksProgress(on, [taskId]);
  if (progress === undefined) throw notFound(task);
  return progress;
}

/** Those who ask at the same time share the statements: dashboards ask again and again. */
export function createProgressReads(on: Queryable): (taskId: bigint) => Promise<TaskProgress> {
  const read = createBatcher<bigint, TaskProgress | undefined>(async (taskIds) => {
    const found = await getTasksProgress(on, [...new Set(taskIds)]);
    const byId = new Map(found.map((progress) => [progress.taskId, progress]));
    return (taskId) => byId.get(taskId);
  });
  return async (taskId) => {
    const progress = await read(taskId);
    if (progress === undefined) throw notFound(taskId);
    return progress;
  };
}

/** Of many tasks in as many statements as of one, the newest first. Tasks that do not exist are left out. */
export async function getTasksProgress(on: Queryable, taskIds: readonly bigint[]): Promise<TaskProgress[]> {
  const tasks = await countTasks(on, taskIds);
  const open = tasks.map(({ taskId }) => taskId);
  if (open.length === 0) return [];
  const listed = { taskIds: open, limit: LISTED_CHUNKS_MAX };
  const running = byTask(await on.query(rows.selectRunning(listed)));
  const failures = byTask(await on.query(rows.selectFailures(listed)));
  const waiting = byTask(await on.query(rows.selectWaiting(listed)));
  const pace = { taskIds: open, entries: PACE_ENTRIES_MAX, windowMs: PACE_WINDOW_MS };
  const paces = byTask(await on.query(rows.selectPace(pace)));
  return tasks.map((counts) => {
    const { taskId } = counts;
    const [own] = paces.get(taskId) ?? [];
    return {
      ...counts,
      startedAt: own?.started_at ?? undefined,
      running: (running.get(taskId) ?? []).map(toRunning),
      failures: (failures.get(taskId) ?? []).map(toFailed),
      waiting: (waiting.get(taskId) ?? []).map(toWaiting),
      ...paceOf(own, counts),
    };
  });
}

function byTask<Row extends { readonly task_id: bigint }>(found: readonly Row[]): Map<bigint, Row[]> {
  const groups = new Map<bigint, Row[]>();
  for (const row of found) {
    const group = groups.get(row.task_id);
    if (group === undefined) groups.set(row.task_id, [row]);
    else group.push(row);
  }
  return groups;
}

async function findTask(on: Queryable, taskKey: string): Promise<bigint | undefined> {
  const [row] = await on.query(rows.selectTaskId(taskKey));
  return row?.task_id;
}

function notFound(task: bigint | string): RotaError {
  const name = typeof task === "bigint" ? `task ${String(task)}` : `task with the key "${task}"`;
  return new RotaError("TASK_NOT_FOUND", `there is no ${name}: it was never submitted, or was pruned`, {
    task: String(task),
  });
}

function toRunning(row: rows.RunningRow): RunningChunk {
  const { number, attempt, owner, since, done, total, note, reported_at: at } = row;
  const reported =
    done === null || total === null || at === null ? undefined : { done, total, note: note ?? undefined, at };
  return { number, attempt, owner, since: since ?? undefined, reported };
}

function toFailed({ number, state, attempt, error, finished_at: failedAt }: rows.FailureRow): FailedChunk {
  return { number, state, attempt, error, failedAt };
}

function toWaiting({ number, due_at: dueAt, code, reason }: rows.WaitingRow): WaitingChunk {
  return { number, dueAt, code: code ?? "", reason: reason ?? "" };
}

type Pace = Pick<TaskProgress, "turnsPerSecond" | "estimatedEndAt">;

/** Chunks that are scheduled for later, or a paused task, end at a time that no pace tells. */
function paceOf(pace: rows.PaceRow | undefined, { state, chunks }: TaskCounts): Pace {
  if (pace === undefined || pace.turns < PACE_TURNS_MIN || pace.span_ms <= 0)
    return { turnsPerSecond: undefined, estimatedEndAt: undefined };
  const turnsPerSecond = (pace.turns * 1_000) / pace.span_ms;
  const { PENDING: pending, QUEUED: queued, SCHEDULED: scheduled } = chunks;
  const isKnown = state === "ACTIVE" && scheduled.count === 0 && pending.count + queued.count > 0;
  if (!isKnown) return { turnsPerSecond, estimatedEndAt: undefined };
  const leftMs = ((pending.count + queued.count) * 1_000) / turnsPerSecond;
  return { turnsPerSecond, estimatedEndAt: new Date(pace.now.getTime() + leftMs) };
}
