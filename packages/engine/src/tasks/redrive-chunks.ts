/** Gives failed chunks another set of attempts, in batches, each a transaction of its own. */
import type { Database } from "../database/database.ts";
import { json } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import { redriveChunkRows, selectRedriveTime, selectTaskState } from "./tasks.sql.ts";

/** The number of chunks in one transaction. */
export const REDRIVEN_MAX = 1_000;

/** Which chunks: those that match all that is named. */
export type RedriveRequest = {
  readonly taskId?: bigint;
  /** The number of a chunk within its task; only together with `taskId`. */
  readonly number?: number;
  readonly queue?: string;
  readonly tenant?: string;
  readonly group?: string;
  readonly type?: string;
  /** The code of the last error, such as `WORKER_LOST`. */
  readonly errorCode?: string;
};

/**
 * Puts chunks that are FAILED or DEAD_LETTER back to wait, with all their attempts before them; what is known of earlier
 * attempts is kept. A task that had failed is active again, and so is its parent. Chunks that fail while this runs
 * are left alone, so it ends.
 *
 * @returns how many chunks wait again.
 * @example await redriveChunks(database, { tenant: "ann", errorCode: "ECONNREFUSED" });
 */
export async function redriveChunks(database: Database, request: RedriveRequest): Promise<number> {
  checkRequest(request);
  const [row] = await database.query(selectRedriveTime());
  const before = row?.now ?? new Date(0);
  let redriven = 0;
  for (let batch = REDRIVEN_MAX; batch === REDRIVEN_MAX; redriven += batch)
    batch = await redriveBatch(database, request, before);
  if (redriven === 0 && request.taskId !== undefined) await checkRedrivable(database, request.taskId);
  return redriven;
}

/** Everything that ever failed is too much to ask for by leaving something out. */
function checkRequest(request: RedriveRequest): void {
  if (Object.values(request).every((value) => value === undefined))
    throw new RotaError(
      "TASK_INVALID",
      "refused: name which chunks to redrive, by task, queue, tenant, group, type or error code",
    );
  if (request.number !== undefined && request.taskId === undefined)
    throw new RotaError("TASK_INVALID", `refused: chunk ${String(request.number)} of which task? Name taskId as well`, {
      number: request.number,
    });
}

async function redriveBatch(database: Database, request: RedriveRequest, before: Date): Promise<number> {
  const { taskId, number, queue, tenant, group, type, errorCode } = request;
  const which = json({
    task_id: taskId === undefined ? undefined : String(taskId),
    number,
    queue,
    tenant,
    group_name: group,
    type,
    code: errorCode,
  });
  const [row] = await database.query(redriveChunkRows({ which, before, limit: REDRIVEN_MAX }));
  return row?.redriven ?? 0;
}

/** Says why nothing of a task can be redriven, if it never will. */
async function checkRedrivable(database: Database, taskId: bigint): Promise<void> {
  const [row] = await database.query(selectTaskState(taskId));
  const details = { taskId: String(taskId) };
  if (row === undefined) throw new RotaError("TASK_NOT_FOUND", `there is no task ${String(taskId)}`, details);
  if (row.state === "CANCELLED")
    throw new RotaError("TASK_FINISHED", `task ${String(taskId)} was cancelled: submit another instead`, details);
}
