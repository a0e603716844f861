/** Waits for the end of a task and gives its result. */
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { createEndWatch, type EndWatch } from "./results/end-watch.ts";
import { selectTaskEnd, type TaskEndRow } from "./worker.sql.ts";

export type ResultWish = {
  readonly taskId: bigint;
  readonly signal?: AbortSignal;
  /** Shared by all who wait on one database, so that they look together. Default: one of its own. */
  readonly watch?: EndWatch;
};

export async function waitForResult<Result>(
  database: Queryable,
  { taskId, signal, watch = createEndWatch(database) }: ResultWish,
): Promise<Result> {
  for (;;) {
    await watch.ended(taskId, signal);
    const end = await readResult<Result>(database, taskId);
    if (end !== undefined) return end.result;
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
