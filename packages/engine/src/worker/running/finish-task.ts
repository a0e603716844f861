/** Runs what follows when all chunks of a task are completed: its result is made, and what comes next is submitted. */
import type { Database, Transaction } from "../../database/database.ts";
import type { JsonValue } from "../../database/sql.ts";
import type { TakenChunk } from "../../fairness/take-turns.ts";
import type { TaskDefinition } from "../../tasks/definition/define-task.ts";
import { submitTasks } from "../../tasks/submit-tasks.ts";
import { commitChunk } from "./commit-chunk.ts";
import { resultJson } from "../outcome/result-json.ts";
import { selectResults } from "../worker.sql.ts";

export type FinishOptions = {
  readonly database: Database;
  readonly owner: string;
  readonly definition: TaskDefinition;
  readonly chunk: TakenChunk;
};

/** What `then` submits and the end of its own chunk are one transaction: it is submitted once. */
export async function finishTask({ database, owner, definition, chunk }: FinishOptions): Promise<void> {
  const final = await makeResult(database, definition, chunk);
  await commitChunk(database, {
    owner,
    chunk,
    write: async (tx: Transaction) => {
      await definition.next?.({ taskId: chunk.taskId, submit: (tasks) => submitTasks(tx, tasks) });
      return final;
    },
  });
}

async function makeResult(
  database: Database,
  { finish }: TaskDefinition,
  { taskId, number }: TakenChunk,
): Promise<JsonValue | undefined> {
  if (finish === undefined) return undefined;
  const rows = await database.query(selectResults({ taskId, below: number }));
  const text = resultJson(await finish(rows.map(({ result }) => result)));
  return text === undefined ? undefined : { jsonText: text };
}
