/** Waits for tasks to end and reads their results; all waiters of an engine share one poll of the database. */
import { decodeValue } from "../codec/encode-value.ts";
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { systemClock } from "../runtime/clock.ts";
import { createPollWatch } from "../runtime/poll-watch.ts";
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
    ended: (taskId, signal) => watch.wait(taskId, { signal }),
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
