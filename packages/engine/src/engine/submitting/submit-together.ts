/** Submits together what comes at the same time: one transaction for all that come while another is under way. */
import type { PayloadCodec } from "../../codec/payload-codec.ts";
import type { Queryable } from "../../database/database.ts";
import { isRotaError } from "../../errors.ts";
import { createBatcher } from "../../runtime/batching/batcher.ts";
import { isTracing } from "../../runtime/tracing/spans.ts";
import type { NewTask, SubmittedTask } from "../../tasks/new-task.ts";
import { submitTasks } from "../../tasks/submit-tasks.ts";
import { submitOne } from "./submit-task.ts";

export type SubmitTogether = (task: NewTask) => Promise<SubmittedTask>;

export type TogetherParts = { readonly database: Queryable; readonly codec: PayloadCodec | undefined };

/** What may be refused because of what the database holds, or is part of a trace, is submitted alone. */
export function createSubmitTogether({ database, codec }: TogetherParts): SubmitTogether {
  const submit = createBatcher<NewTask, Promise<SubmittedTask>>(async (tasks) => {
    try {
      const submitted = await submitTasks(database, tasks, { codec });
      const byTask = new Map(tasks.map((task, nth) => [task, submitted[nth]]));
      return async (task) => byTask.get(task) ?? noAnswer();
    } catch (error) {
      // What is refused was refused before anything was stored. After any other error nobody knows, so nobody tries again.
      if (!isRotaError(error) || error.kind !== "invalid") throw error;
      return (task) => submitOne(database, task, codec);
    }
  });
  return async (task) => {
    const isAlone = task.unique !== undefined || task.taskKey !== undefined || task.parentId !== undefined;
    return isAlone || isTracing() ? submitOne(database, task, codec) : submit(task);
  };
}

function noAnswer(): never {
  throw new Error("a submission answered without a task");
}
