/** Waits for tasks to end and reads their results; all waiters of an engine share one poll of the database. */
import { decodeValue } from "../codec/encode-value.ts";
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { systemClock } from "../runtime/clock.ts";
import { createPollWatch, type PollWait } from "../runtime/poll-watch.ts";
import type { TaskState } from "../tasks/task-states.ts";
import { selectEndedTasks, selectTaskEnd, type TaskEndRow } from "./worker.sql.ts";

export type TaskToRead = WithCodec & { readonly taskId: bigint };

export type ResultQuery = TaskToRead & {
  readonly signal?: AbortSignal;
  /** A watch that all waiters of one database share, so that they poll together. Default: a watch of its own. */
  readonly watch?: EndWatch;
};

export async function waitForResult<Result>(
  database: Queryable,
  { signal, watch = createEndWatch(database), ...task }: ResultQuery,
): Promise<Result> {
  for (;;) {
    await watch.ended(task.taskId, { signal });
    const end = await readResult<Result>(database, task);
    if (end !== undefined) return end.result;
  }
}

/** Undefined while the task has not ended. Throws TASK_FAILED or TASK_CANCELLED when it ended without a result. */
export async function readResult<Result>(
  database: Queryable,
  { taskId, codec }: TaskToRead,
): Promise<{ readonly result: Result } | undefined> {
  const row = await readEnd<Result>(database, { taskId, bytesMax: null });
  const { type, state, result } = row;
  if (state === "COMPLETED") return { result: await decodeValue(codec, result, { field: "result", type }) };
  if (state === "FAILED" || state === "CANCELLED") throw ended(taskId, row);
  return undefined;
}

async function readEnd<Result>(
  database: Queryable,
  end: { readonly taskId: bigint; readonly bytesMax: number | null },
): Promise<TaskEndRow<Result>> {
  const [row] = await database.query(selectTaskEnd<Result>(end));
  const taskId = String(end.taskId);
  if (row === undefined) throw new RotaError("TASK_NOT_FOUND", `there is no task ${taskId}`, { taskId });
  return row;
}

/** State of a task, with its result if it completed, or the error that made it fail. */
export type TaskOutcome<Result = unknown> = {
  readonly state: TaskState;
  /** Result of a completed task. Undefined before, and where it is left out. */
  readonly result: Result | undefined;
  /** Whether the result is left out because it is larger than the caller reads. */
  readonly isLarge: boolean;
  /** Last error of the first chunk that failed. Undefined where only a child failed. */
  readonly error: { readonly code: string; readonly message: string } | undefined;
};

export type OutcomeQuery = TaskToRead & {
  /** Size as JSON, as it is stored, above which the result is left out. Default: none is. */
  readonly bytesMax?: number | undefined;
};

/** Reads the state of a task, and how it ended if it has. Throws TASK_NOT_FOUND. */
export async function readTaskOutcome<Result = unknown>(
  database: Queryable,
  { taskId, codec, bytesMax }: OutcomeQuery,
): Promise<TaskOutcome<Result>> {
  const {
    type,
    state,
    result,
    is_large: isLarge,
    error,
  } = await readEnd<Result>(database, {
    taskId,
    bytesMax: bytesMax ?? null,
  });
  if (state === "COMPLETED") {
    const decoded = isLarge === true ? undefined : await decodeValue(codec, result, { field: "result", type });
    return { state, result: decoded, isLarge: isLarge === true, error: undefined };
  }
  const failed = state === "FAILED" && error !== null ? { code: error.code, message: error.message } : undefined;
  return { state, result: undefined, isLarge: false, error: failed };
}

function ended<Result>(taskId: bigint, { state, error }: TaskEndRow<Result>): RotaError {
  const details = { taskId: String(taskId), ...(error === null ? {} : { code: error.code }) };
  if (state === "CANCELLED") return new RotaError("TASK_CANCELLED", `task ${String(taskId)} was cancelled`, details);
  const reason = error === null ? "" : `: ${error.code}: ${error.message}`;
  return new RotaError("TASK_FAILED", `task ${String(taskId)} failed${reason}`, details);
}

export type EndWatch = {
  /**
   * Resolves when the task has ended or was deleted, when the time is over, and also when that cannot be read. Rejects with
   * the signal's reason.
   */
  ended(taskId: bigint, wait?: Pick<PollWait, "waitMs" | "signal">): Promise<void>;
  /** Polls at once, because chunks were settled here. */
  wake(): void;
};

/** The longer a caller has waited the more rarely its task is polled: a short task costs little time, a long one few polls. */
const PAUSE = { factor: 0.5, minMs: 5, maxMs: 500 };

/** It runs no query while no caller waits. */
export function createEndWatch(database: Queryable): EndWatch {
  const watch = createPollWatch<bigint, void>({
    clock: systemClock,
    pause: PAUSE,
    async poll(taskIds) {
      const ended = await findEnded(database, taskIds);
      return taskIds.map((taskId) => ({ found: undefined, isFinal: ended === "unknown" || ended.has(taskId) }));
    },
  });
  return {
    ended: (taskId, wait) => watch.wait(taskId, wait),
    wake: () => watch.settle(() => "poll"),
  };
}

async function findEnded(database: Queryable, taskIds: readonly bigint[]): Promise<ReadonlySet<bigint> | "unknown"> {
  try {
    return new Set((await database.query(selectEndedTasks(taskIds))).map(({ task_id: taskId }) => taskId));
  } catch {
    return "unknown"; // each waiter reads for itself, and receives the error
  }
}
