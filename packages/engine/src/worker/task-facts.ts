/** Reads the facts of tasks for their handlers: tenant, group and number of chunks, which are kept for each lane, and what they were submitted with. */
import { decodeValue } from "../codec/encode-value.ts";
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Queryable } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import { createBatcher } from "../runtime/batcher.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import type { RunContext, TaskOrigin } from "../tasks/task-options.ts";
import { selectResults, selectTaskOrigin, selectTaskPlaces } from "./worker.sql.ts";

/** The facts that all chunks of a lane share: a lane is of one task, or of the jobs of a type in a group. */
export type LaneFacts = Pick<RunContext, "tenant" | "group" | "chunkCount">;

/** Returns the facts of a chunk's task: at once when its lane is known, which it is for nearly all chunks. */
export type FactsOf = (chunk: Pick<TakenChunk, "taskId" | "lane">) => LaneFacts | Promise<LaneFacts>;

/** The number of lanes whose facts a process keeps. */
const LANES_MAX = 10_000;

export function createFactsOf(database: Queryable): FactsOf {
  const known = new Map<string, LaneFacts | Promise<LaneFacts>>();
  const read = createBatcher<bigint, LaneFacts | undefined>(async (taskIds) => {
    const rows = await database.query(selectTaskPlaces(taskIds));
    const facts = new Map(rows.map((row) => [row.task_id, factsOfRow(row)]));
    return (taskId) => facts.get(taskId);
  });
  const readLane = async (lane: string, taskId: bigint): Promise<LaneFacts> => {
    try {
      const facts = (await read(taskId)) ?? notFound(taskId);
      known.set(lane, facts);
      return facts;
    } catch (error) {
      known.delete(lane);
      throw error;
    }
  };
  return ({ lane, taskId }) => {
    const facts = known.get(lane);
    if (facts !== undefined) return facts;
    if (known.size >= LANES_MAX) known.clear();
    const reading = readLane(lane, taskId);
    known.set(lane, reading);
    return reading;
  };
}

function factsOfRow(row: { tenant: string; group_name: string; chunk_count: number }): LaneFacts {
  return { tenant: row.tenant, group: row.group_name, chunkCount: row.chunk_count };
}

function notFound(taskId: bigint): never {
  throw new RotaError("TASK_NOT_FOUND", `there is no task ${String(taskId)}`, { taskId: String(taskId) });
}

export type FactsQuery = WithCodec & {
  readonly database: Queryable;
  readonly taskId: bigint;
  readonly definition: Pick<TaskDefinition, "name" | "isJob" | "readInput">;
};

/** Reads what a task was submitted with. The input of a job is the payload of its chunk. */
export async function readOrigin({ database, taskId, definition, codec }: FactsQuery): Promise<TaskOrigin> {
  const [row] = await database.query(selectTaskOrigin(taskId));
  if (row === undefined) return notFound(taskId);
  const field = definition.isJob ? "payload" : "input";
  const stored = await decodeValue(codec, row.input, { field, type: definition.name });
  return { input: await definition.readInput(stored), submittedBy: row.submitted_by ?? undefined };
}

/** Reads the results of the chunks of a task, in their order. */
export async function readResults({ database, taskId, definition, codec }: FactsQuery): Promise<readonly unknown[]> {
  const rows = await database.query(selectResults(taskId));
  const results: unknown[] = [];
  for (const { result } of rows)
    results.push(await decodeValue(codec, result, { field: "result", type: definition.name }));
  return results;
}
