/** Submits the tasks of runs, each of them once, in a transaction of the caller's. */
import type { WithCodec } from "../../codec/payload-codec.ts";
import type { Queryable } from "../../database/database.ts";
import { isRotaError, type RotaError } from "../../errors.ts";
import { submitTasks } from "../../tasks/submit-tasks.ts";
import type { ScheduledTask } from "../new-schedule.ts";
import { runTask, type ScheduledRun } from "./run-task.ts";

export type RunsToSubmit = { readonly name: string; readonly task: ScheduledTask; readonly runs: readonly Date[] };

/** A task that was submitted for a nominal time. */
export type SubmittedRun = { readonly scheduledFor: Date; readonly taskId: bigint };

/** Which of the runs were submitted, and why those from the next one on were not. */
export type Submission = { readonly runs: readonly SubmittedRun[]; readonly error?: RotaError };

/** In the order of the schedules given. All runs in one statement; each in its own when one of them is refused. */
export async function submitRuns(
  tx: Queryable,
  schedules: readonly RunsToSubmit[],
  by: WithCodec,
): Promise<Submission[]> {
  try {
    return await submitTogether(tx, schedules, by);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  const submissions: Submission[] = [];
  for (const schedule of schedules) submissions.push(await submitApart(tx, schedule, by));
  return submissions;
}

async function submitTogether(tx: Queryable, schedules: readonly RunsToSubmit[], by: WithCodec): Promise<Submission[]> {
  const tasks = await submitTasks(tx, schedules.flatMap(runsOf).map(runTask), by);
  let count = 0;
  return schedules.map(({ runs }) => ({
    runs: runs.map((scheduledFor) => ({ scheduledFor, taskId: tasks[count++]?.taskId ?? 0n })),
  }));
}

async function submitApart(tx: Queryable, schedule: RunsToSubmit, by: WithCodec): Promise<Submission> {
  const runs: SubmittedRun[] = [];
  for (const run of runsOf(schedule)) {
    const result = await submitOne(tx, run, by);
    if (typeof result !== "bigint") return { runs, error: result };
    runs.push({ scheduledFor: run.run, taskId: result });
  }
  return { runs };
}

/** A key that a task with other input holds means that this time was submitted before, by an earlier definition. */
async function submitOne(tx: Queryable, run: ScheduledRun, by: WithCodec): Promise<bigint | RotaError> {
  try {
    const [task] = await submitTasks(tx, [runTask(run)], by);
    return task?.taskId ?? 0n;
  } catch (error) {
    if (!isRefused(error)) throw error;
    return error.code === "TASK_KEY_CONFLICT" ? BigInt(String(error.details["heldBy"])) : error;
  }
}

function runsOf({ name, task, runs }: RunsToSubmit): ScheduledRun[] {
  return runs.map((run) => ({ name, task, run }));
}

/** Refusals leave the transaction as it was; anything else has ended it. */
function isRefused(error: unknown): error is RotaError {
  return isRotaError(error) && ["TASK_KEY_CONFLICT", "TASK_INVALID", "PAYLOAD_NOT_ENCODED"].includes(error.code);
}
