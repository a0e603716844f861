/** Waits for the end of a task and gives its result. */
import type { Database, Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { systemClock } from "../runtime/clock.ts";
import { selectTaskEnd, type TaskEndRow } from "./worker.sql.ts";

export type ResultWish = { readonly taskId: bigint; readonly signal?: AbortSignal };

const FIRST_LOOK_MS = 5;
const LOOK_MS_MAX = 500;

/** Looks more and more rarely, so that waiting long costs little and a short task is not waited for. */
export async function waitForResult<Result>(database: Database, { taskId, signal }: ResultWish): Promise<Result> {
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(LOOK_MS_MAX, waitMs * 1.5)) {
    signal?.throwIfAborted();
    const end = await readResult<Result>(database, taskId);
    if (end !== undefined) return end.result;
    await systemClock.wait(waitMs, signal);
  }
}

/** Undefined while the task has not ended. Throws TASK_FAILED or TASK_CANCELLED when it ended without a result. */
export async function readResult<Result>(
  database: Queryable,
  taskId: bigint,
): Promise<{ readonly result: Result } | undefined> {
  const [row] = await database.query(selectTaskEnd<Result>(taskId));
  if (row === undefined)
    throw new RotaError("TASK_NOT_FOUND", `there is no task ${String(taskId)}`, { taskId: String(taskId) });
  if (row.state === "COMPLETED") return { result: row.result };
  if (row.state === "FAILED" || row.state === "CANCELLED") throw ended(taskId, row);
  return undefined;
}

function ended<Result>(taskId: bigint, { state, error }: TaskEndRow<Result>): RotaError {
  const details = { taskId: String(taskId), ...(error === null ? {} : { code: error.code }) };
  if (state === "CANCELLED") return new RotaError("TASK_CANCELLED", `task ${String(taskId)} was cancelled`, details);
  const reason = error === null ? "" : `: ${error.code}: ${error.message}`;
  return new RotaError("TASK_FAILED", `task ${String(taskId)} failed${reason}`, details);
}
