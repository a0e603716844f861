/** Cancels, pauses and resumes tasks by appending rows, so that an open transaction blocks no claim, and marks the chunks of cancelled tasks in batches. */
import type { Database, Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import type { TaskState } from "./task-states.ts";
import { type ChangedTaskRow, changeTaskState, sweepTasks } from "./tasks.sql.ts";

/**
 * Cancels a task: from the next claim on none of its chunks is given out. Those that run are ended through their leases; those
 * that wait are marked in the background, since there may be many.
 *
 * @returns false when it was cancelled before.
 */
export const cancelTask = (on: Queryable, taskId: bigint): Promise<boolean> =>
  changeTask(on, taskId, { from: ["ACTIVE", "PAUSED"], to: "CANCELLED" });

/**
 * Pauses a task with chunks: those that run continue, no other starts. A job shares its lane with others of its type and is
 * refused: pause that lane with `setLane`, or cancel the job.
 *
 * @returns false when it was paused before.
 */
export const pauseTask = (on: Queryable, taskId: bigint): Promise<boolean> =>
  changeTask(on, taskId, { from: ["ACTIVE"], to: "PAUSED" });

/**
 * Lets a paused task continue, without a claim to the turns that it missed.
 *
 * @returns false when it was not paused.
 */
export const resumeTask = (on: Queryable, taskId: bigint): Promise<boolean> =>
  changeTask(on, taskId, { from: ["PAUSED"], to: "ACTIVE" });

type Change = { readonly from: readonly TaskState[]; readonly to: TaskState };

async function changeTask(on: Queryable, taskId: bigint, change: Change): Promise<boolean> {
  const [row] = await on.query(changeTaskState({ taskId, ...change }));
  if (row === undefined)
    throw new RotaError("TASK_NOT_FOUND", `there is no task ${String(taskId)}`, { taskId: String(taskId) });
  if (!row.is_changed && row.state !== change.to) throw objection(taskId, row, change);
  return row.is_changed;
}

function objection(taskId: bigint, { state, is_job: isJob }: ChangedTaskRow, change: Change): RotaError {
  const details = { taskId: String(taskId), state, to: change.to };
  const name = `task ${String(taskId)}`;
  if (isJob && change.from.includes(state))
    return new RotaError(
      "TASK_INVALID",
      `${name} is a job and cannot be ${change.to} by itself: set the lane of its type, or cancel it`,
      details,
    );
  return new RotaError("TASK_FINISHED", `${name} is ${state} and cannot become ${change.to} any more`, details);
}

export const SWEPT_CHUNKS_MAX = 5_000;
const SWEPT_TASKS_MAX = 100;

/** One batch. @returns how many chunks were marked; call again while it is not 0. */
export async function sweepCancelled(database: Database, limit: number = SWEPT_CHUNKS_MAX): Promise<number> {
  const chunks = Math.min(limit, SWEPT_CHUNKS_MAX);
  const [row] = await database.query(sweepTasks({ tasks: SWEPT_TASKS_MAX, chunks }));
  return row?.marked ?? 0;
}
