/** Turns a task definition and its input into a task that can be submitted. */
import { retriesOf } from "../../retries/retry-policy.ts";
import type { NewTask } from "../new-task.ts";
import type { TaskDefinition } from "./define-task.ts";

/** For whom it is, and what differs from the definition for this one task. */
export type TaskPlacement = Pick<NewTask, "tenant" | "group" | "taskKey" | "unique"> &
  Partial<Pick<NewTask, "queue" | "priority" | "cost" | "weight" | "maxInFlight" | "submittedBy">> & {
    /** When its chunks may run. Default: now. */
    readonly dueAt?: Date;
  };

/**
 * Runs the schemas and `split`, and touches no database.
 *
 * @example await submitTasks(tx, [await planTask(countWords, { pages }, { tenant: "ann", group: "books" })]);
 */
export async function planTask<Given>(
  definition: TaskDefinition<Given>,
  given: NoInfer<Given>,
  placement: TaskPlacement,
): Promise<NewTask> {
  return planUnknown(definition, given, placement);
}

/** For callers that do not know the type of the input. */
export async function planUnknown(
  definition: TaskDefinition,
  given: unknown,
  placement: TaskPlacement,
): Promise<NewTask> {
  const { name, version, queue, retry, settings, isJob } = definition;
  const { input, payloads } = await definition.plan(given);
  const { dueAt, ...rest } = placement;
  return {
    queue,
    ...settings,
    ...rest,
    type: name,
    version,
    isJob,
    attemptsMax: retriesOf(retry) + 1,
    hasFinish: definition.finish !== undefined || definition.next !== undefined,
    ...(input === undefined ? {} : { input }),
    chunks: payloads.map((payload) => (dueAt === undefined ? { payload } : { payload, dueAt })),
  };
}
