/** Waits for the end of a task and gives its result. */
import { decodeValue } from "../codec/decode-value.ts";
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { createEndWatch, type EndWatch } from "./results/end-watch.ts";
import { selectTaskEnd, type TaskEndRow } from "./worker.sql.ts";

export type TaskToRead = WithCodec & { readonly taskId: bigint };

export type ResultWish = TaskToRead & {
  readonly signal?: AbortSignal;
  /** Shared by all who wait on one database, so that they look together. Default: one of its own. */
  readonly watch?: EndWatch;
};

export async function waitForResult<Result>(
  database: Queryable,
  { signal, watch = createEndWatch(database), ...task }: ResultWish,
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
