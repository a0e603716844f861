/** Runs what follows when all chunks of a task are completed: its result is made, and what comes next is submitted. */
import { decodeValue } from "../../codec/decode-value.ts";
import type { WithCodec } from "../../codec/payload-codec.ts";
import type { Database, Transaction } from "../../database/database.ts";
import type { JsonValue } from "../../database/sql.ts";
import type { TakenChunk } from "../../fairness/take-turns.ts";
import type { TaskDefinition } from "../../tasks/definition/define-task.ts";
import { submitTasks } from "../../tasks/submit-tasks.ts";
import { commitChunk } from "./commit-chunk.ts";
import { encodeResult } from "../outcome/encode-result.ts";
import { resultJson } from "../outcome/result-json.ts";
import { selectResults } from "../worker.sql.ts";

export type FinishOptions = WithCodec & {
  readonly database: Database;
  readonly owner: string;
  readonly definition: TaskDefinition;
  readonly chunk: TakenChunk;
};

/** What `then` submits and the end of its own chunk are one transaction: it is submitted once. */
export async function finishTask(options: FinishOptions): Promise<void> {
  const { database, owner, definition, chunk, codec } = options;
  const final = await makeResult(options);
  await commitChunk(database, {
    owner,
    chunk,
    write: async (tx: Transaction) => {
      await definition.next?.({ taskId: chunk.taskId, tx, submit: (tasks) => submitTasks(tx, tasks, { codec }) });
      return final;
    },
  });
}

async function makeResult({ database, definition, chunk, codec }: FinishOptions): Promise<JsonValue | undefined> {
  const { name: type, finish } = definition;
  if (finish === undefined) return undefined;
  const rows = await database.query(selectResults({ taskId: chunk.taskId, below: chunk.number }));
  const results: unknown[] = [];
  for (const { result } of rows) results.push(await decodeValue(codec, result, { field: "result", type }));
  const text = resultJson(await encodeResult(codec, await finish(results), type));
  return text === undefined ? undefined : { jsonText: text };
}
