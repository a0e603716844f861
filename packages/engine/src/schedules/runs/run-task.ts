/** Makes the task of one run: that of the schedule, with the run's time and a key that no other run has. Pure. */
import type { NewTask } from "../../tasks/new-task.ts";
import { SCHEDULED_FOR, type ScheduledTask } from "../new-schedule.ts";

export type ScheduledRun = { readonly name: string; readonly task: ScheduledTask; readonly run: Date };

export function runTask({ name, task, run }: ScheduledRun): NewTask {
  const time = { [SCHEDULED_FOR]: run.toISOString() };
  return {
    ...task,
    unique: { key: runKey(name, run) },
    input: { ...task.input, ...time },
    chunks: task.chunks.map(({ payload }) => ({ payload: { ...payload, ...time } })),
  };
}

/** Held until the task is pruned: however often a run is decided, it is submitted once. */
function runKey(name: string, run: Date): string {
  return `schedule/${name}/${run.toISOString()}`;
}
