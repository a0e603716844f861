/** Submits a task by its definition, on a database or in a transaction of the caller's. */
import type { PayloadCodec, WithCodec } from "../../codec/payload-codec.ts";
import type { Queryable } from "../../database/database.ts";
import type { TaskDefinition } from "../../tasks/definition/define-task.ts";
import { planTask, type TaskPlacement } from "../../tasks/definition/plan-task.ts";
import type { NewTask, SubmittedTask } from "../../tasks/new-task.ts";
import { submitTasks } from "../../tasks/submit-tasks.ts";

/** For whom a task is; the tenant and the group may be left out by users who share with nobody. */
export type SubmitOptions = Partial<TaskPlacement> & {
  /** A transaction of the caller's: the task is there when it commits. */
  readonly in?: Queryable;
};

export type Submission<Given> = WithCodec & {
  readonly definition: TaskDefinition<Given>;
  readonly input: NoInfer<Given>;
  readonly options?: SubmitOptions | undefined;
};

export const DEFAULT_PLACE = { tenant: "default", group: "default" };

export async function submitTask<Given>(
  database: Queryable,
  { definition, input, options = {}, codec }: Submission<Given>,
): Promise<SubmittedTask> {
  const { in: on = database, ...placement } = options;
  return submitOne(on, await planTask(definition, input, { ...DEFAULT_PLACE, ...placement }), codec);
}

export async function submitOne(on: Queryable, task: NewTask, codec: PayloadCodec | undefined): Promise<SubmittedTask> {
  const [submitted] = await submitTasks(on, [task], { codec });
  if (submitted === undefined) throw new Error("a submission answered without a task");
  return submitted;
}
