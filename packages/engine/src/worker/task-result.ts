/** Waits for tasks to end and reads their results; all waiters of an engine share one poll of the database. */
import { decodeValue } from "../codec/encode-value.ts";
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { systemClock } from "../runtime/clock.ts";
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
    await watch.ended(task.taskId, signal);
    const end = await readResult<Result>(database, task);
    if (end !== undefined) return end.result;
  }
}

/** Undefined while the task has not ended. Throws TASK_FAILED or TASK_CANCELLED when it ended without a result. */
export async function readResult<Result>(
  database: Queryable,
  { taskId, codec }: TaskToRead,
): Promise<{ readonly result: Result } | undefined> {
  const [row] = await database.query(selectTaskEnd<Result>(taskId));
  if (row === undefined)
    throw new RotaError("TASK_NOT_FOUND", `there is no task ${String(taskId)}`, { taskId: String(taskId) });
  const { type, state, result } = row;
  if (state === "COMPLETED") return { result: await decodeValue(codec, result, { field: "result", type }) };
  if (state === "FAILED" || state === "CANCELLED") throw ended(taskId, row);
  return undefined;
}

function ended<Result>(taskId: bigint, { state, error }: TaskEndRow<Result>): RotaError {
  const details = { taskId: String(taskId), ...(error === null ? {} : { code: error.code }) };
  if (state === "CANCELLED") return new RotaError("TASK_CANCELLED", `task ${String(taskId)} was cancelled`, details);
  const reason = error === null ? "" : `: ${error.code}: ${error.message}`;
  return new RotaError("TASK_FAILED", `task ${String(taskId)} failed${reason}`, details);
}

export type EndWatch = {
  /** Resolves when the task has ended or was deleted, and also when that cannot be read. Rejects with the signal's reason. */
  ended(taskId: bigint, signal?: AbortSignal): Promise<void>;
  /** Polls at once, because chunks were settled here. */
  wake(): void;
};

type Waiter = { readonly taskId: bigint; readonly sinceMs: number; readonly end: () => void };

/** The number of tasks in one poll; the others are in the next. */
const POLLED_TASKS_MAX = 1_000;
/** Polls back off with the time that all have waited: a short task ends without delay, and a long one costs little. */
const POLL_MS_MIN = 5;
const POLL_MS_MAX = 500;

/** It runs no query while no caller waits. */
export function createEndWatch(database: Queryable): EndWatch {
  const waiters = new Set<Waiter>();
  let watching: Promise<void> | undefined;
  let pause = new AbortController();

  const watch = async (): Promise<void> => {
    while (waiters.size > 0) {
      pause = new AbortController();
      await poll();
      if (waiters.size === 0) break;
      await systemClock.wait(POLL_MS_MIN); // however often it is woken
      await systemClock.wait(pauseAfter([...waiters]) - POLL_MS_MIN, pause.signal);
    }
    watching = undefined;
  };

  const poll = async (): Promise<void> => {
    const asked = [...waiters].slice(0, POLLED_TASKS_MAX);
    const ended = await findEnded(
      database,
      asked.map(({ taskId }) => taskId),
    );
    for (const waiter of asked) {
      if (!waiters.delete(waiter)) continue; // its caller gave up meanwhile
      if (ended === "unknown" || ended.has(waiter.taskId)) waiter.end();
      else waiters.add(waiter); // behind those that were not polled
    }
  };

  return {
    async ended(taskId, signal) {
      signal?.throwIfAborted();
      await new Promise<void>((resolve) => {
        const giveUp = (): void => {
          waiters.delete(waiter);
          resolve();
        };
        const end = (): void => {
          signal?.removeEventListener("abort", giveUp);
          resolve();
        };
        const waiter = { taskId, sinceMs: performance.now(), end };
        waiters.add(waiter);
        signal?.addEventListener("abort", giveUp, { once: true });
        pause.abort("woken");
        watching ??= watch();
      });
      signal?.throwIfAborted();
    },
    wake: () => pause.abort("woken"),
  };
}

async function findEnded(database: Queryable, taskIds: readonly bigint[]): Promise<ReadonlySet<bigint> | "unknown"> {
  try {
    return new Set((await database.query(selectEndedTasks(taskIds))).map(({ task_id: taskId }) => taskId));
  } catch {
    return "unknown"; // each waiter reads for itself, and receives the error
  }
}

function pauseAfter(waiters: readonly Waiter[]): number {
  const youngestMs = performance.now() - Math.max(...waiters.map(({ sinceMs }) => sinceMs));
  return Math.min(POLL_MS_MAX, Math.max(POLL_MS_MIN, youngestMs / 2));
}
