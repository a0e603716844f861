/** Reads the progress of tasks and groups: chunks by state, running and failed chunks, past attempts and the pace. */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { createBatcher } from "../runtime/batcher.ts";
import type { TaskState } from "../tasks/task-states.ts";
import * as statements from "./progress.sql.ts";
import { countTasks, percentOf, type TaskCounts } from "./task-counts.ts";

/** The largest number of entries in each list. */
export const LISTED_CHUNKS_MAX = 100;
/** A pace is that of the last quarter of an hour, or of as many claims of the queue. */
const PACE_WINDOW_MS = 900_000;
const PACE_ENTRIES_MAX = 500;
/** Fewer turns than this make no pace. */
const PACE_TURNS_MIN = 3;

/** Progress of one task. */
export type TaskProgress = TaskCounts & {
  /** When its first chunk had its turn, or at the latest then. Not known before that, or when the log was pruned beyond it. */
  readonly startedAt: Date | undefined;
  /** At most `LISTED_CHUNKS_MAX`, in order. */
  readonly running: readonly RunningChunk[];
  /** At most `LISTED_CHUNKS_MAX`, in order. */
  readonly failures: readonly FailedChunk[];
  /** Those that wait for another attempt, among the `LISTED_CHUNKS_MAX` that are due soonest. */
  readonly waiting: readonly WaitingChunk[];
  /** Turns that it had lately; not known when there were too few. */
  readonly turnsPerSecond: number | undefined;
  /** When its last chunk starts if turns continue at that pace. Only for an active task. */
  readonly estimatedEndAt: Date | undefined;
};

export type RunningChunk = {
  readonly number: number;
  readonly attempt: number;
  readonly owner: string;
  /** When its turn was; not known when the log was pruned beyond it. */
  readonly since: Date | undefined;
  /** The last report of its handler in this attempt. */
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

/**
 * Reads the progress of a task by its id or key.
 *
 * @example const { percent, running } = await getTaskProgress(database, "send_letters_42_1738435200000");
 */
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

/** Reads the progress of many tasks in as many statements as that of one, the newest first. Tasks that do not exist are left out. */
export async function getTasksProgress(on: Queryable, taskIds: readonly bigint[]): Promise<TaskProgress[]> {
  const tasks = await countTasks(on, taskIds);
  const open = tasks.map(({ taskId }) => taskId);
  if (open.length === 0) return [];
  const listed = { taskIds: open, limit: LISTED_CHUNKS_MAX };
  const running = byTask(await on.query(statements.selectRunning(listed)));
  const failures = byTask(await on.query(statements.selectFailures(listed)));
  const waiting = byTask(await on.query(statements.selectWaitingChunks(listed)));
  const pace = { taskIds: open, entries: PACE_ENTRIES_MAX, windowMs: PACE_WINDOW_MS };
  const paces = byTask(await on.query(statements.selectPace(pace)));
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
  const [row] = await on.query(statements.selectTaskId(taskKey));
  return row?.task_id;
}

function notFound(task: bigint | string): RotaError {
  const name = typeof task === "bigint" ? `task ${String(task)}` : `task with the key "${task}"`;
  return new RotaError("TASK_NOT_FOUND", `there is no ${name}: it was never submitted, or was pruned`, {
    task: String(task),
  });
}

function toRunning(row: statements.RunningRow): RunningChunk {
  const { number, attempt, owner, since, done, total, note, reported_at: at } = row;
  const reported =
    done === null || total === null || at === null ? undefined : { done, total, note: note ?? undefined, at };
  return { number, attempt, owner, since: since ?? undefined, reported };
}

function toFailed({ number, state, attempt, error, finished_at: failedAt }: statements.FailureRow): FailedChunk {
  return { number, state, attempt, error, failedAt };
}

function toWaiting({ number, due_at: dueAt, code, reason }: statements.WaitingChunkRow): WaitingChunk {
  return { number, dueAt, code: code ?? "", reason: reason ?? "" };
}

type Pace = Pick<TaskProgress, "turnsPerSecond" | "estimatedEndAt">;

/** Chunks that are scheduled for later, or a paused task, end at a time that no pace predicts. */
function paceOf(pace: statements.PaceRow | undefined, { state, chunks }: TaskCounts): Pace {
  if (pace === undefined || pace.turns < PACE_TURNS_MIN || pace.span_ms <= 0)
    return { turnsPerSecond: undefined, estimatedEndAt: undefined };
  const turnsPerSecond = (pace.turns * 1_000) / pace.span_ms;
  const { PENDING: pending, QUEUED: queued, SCHEDULED: scheduled } = chunks;
  const isKnown = state === "ACTIVE" && scheduled.count === 0 && pending.count + queued.count > 0;
  if (!isKnown) return { turnsPerSecond, estimatedEndAt: undefined };
  const leftMs = ((pending.count + queued.count) * 1_000) / turnsPerSecond;
  return { turnsPerSecond, estimatedEndAt: new Date(pace.now.getTime() + leftMs) };
}

/** A group may have more: the newest are shown. */
export const GROUP_TASKS_MAX = 1_000;

/** Progress of the tasks of a group. */
export type GroupProgress = {
  /** The newest first, at most `GROUP_TASKS_MAX`. */
  readonly tasks: readonly TaskCounts[];
  /** False when the group has more tasks than are listed; `byType` then speaks of those listed. */
  readonly isWhole: boolean;
  /** In the order in which the types first came. */
  readonly byType: readonly TypeProgress[];
};

/** The tasks of one type, which in a group whose tasks follow each other are one stage of it. */
export type TypeProgress = {
  readonly type: string;
  readonly tasks: Readonly<Record<TaskState, number>>;
  /** Chunks that there are. */
  readonly total: number;
  readonly completed: number;
  /** FAILED and DEAD_LETTER together. */
  readonly failed: number;
  readonly percent: number;
};

/**
 * Reads the progress of the newest tasks of a group.
 *
 * @example const { byType } = await getGroupProgress(database, { tenant: "ann", group: "order-42" });
 */
export async function getGroupProgress(
  on: Queryable,
  { tenant, group }: { readonly tenant: string; readonly group: string },
): Promise<GroupProgress> {
  const found = await on.query(statements.selectGroupTasks({ tenant, group, limit: GROUP_TASKS_MAX + 1 }));
  const taskIds = found.slice(0, GROUP_TASKS_MAX).map(({ task_id: taskId }) => taskId);
  const tasks = taskIds.length === 0 ? [] : await countTasks(on, taskIds);
  const types = new Set([...tasks].reverse().map(({ type }) => type));
  const byType = [...types].map((type) =>
    typeProgress(
      type,
      tasks.filter((task) => task.type === type),
    ),
  );
  return { tasks, isWhole: found.length <= GROUP_TASKS_MAX, byType };
}

function typeProgress(type: string, tasks: readonly TaskCounts[]): TypeProgress {
  const states = { ACTIVE: 0, PAUSED: 0, COMPLETED: 0, FAILED: 0, CANCELLED: 0 };
  for (const { state } of tasks) states[state] += 1;
  const total = sum(tasks.map((task) => task.total));
  const completed = sum(tasks.map(({ chunks }) => chunks.COMPLETED.count));
  const failed = sum(tasks.map(({ chunks }) => chunks.FAILED.count + chunks.DEAD_LETTER.count));
  return { type, tasks: states, total, completed, failed, percent: percentOf(completed, total) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** The largest number of attempts listed of one chunk: snoozes do not count as attempts, so there may be more. */
export const LISTED_ATTEMPTS_MAX = 1_000;

/** Attempt that did not complete its chunk. */
export type PastAttempt = {
  /** Counted from 1; from 1 again after a redrive. */
  readonly attempt: number;
  readonly outcome: statements.RecordedOutcome;
  readonly owner: string | undefined;
  readonly error: unknown;
  readonly endedAt: Date;
};

/**
 * Lists the attempts of a chunk that did not complete it, the oldest first; of more than `LISTED_ATTEMPTS_MAX` the newest.
 * Empty for a chunk that never failed or does not exist.
 *
 * @example const attempts = await listAttempts(database, { taskId: task.taskId, number: 3 });
 */
export async function listAttempts(
  on: Queryable,
  { taskId, number }: { readonly taskId: bigint; readonly number: number },
): Promise<PastAttempt[]> {
  const rows = await on.query(statements.selectPastAttempts({ taskId, number, limit: LISTED_ATTEMPTS_MAX }));
  return [...rows].reverse().map(({ owner, error, ended_at: endedAt, ...attempt }) => ({
    ...attempt,
    owner: owner ?? undefined,
    error: error ?? undefined,
    endedAt,
  }));
}
