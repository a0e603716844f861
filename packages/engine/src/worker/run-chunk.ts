/** Calls the handler of a chunk with all that it may use. */
import type { ComputePool } from "../compute/compute-pool.ts";
import type { Database } from "../database/database.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { Logger } from "../runtime/logger.ts";
import { commitChunk } from "./commit-chunk.ts";
import { finishTask } from "./finish-task.ts";
import type { KnownType } from "./known-types.ts";
import { resultJson } from "./outcome/result-json.ts";

export type ChunkRun = {
  readonly database: Database;
  readonly owner: string;
  readonly logger: Logger;
  readonly chunk: TakenChunk;
  readonly known: KnownType;
  readonly signal: AbortSignal;
  readonly compute: ComputePool;
  /** Set when the chunk was completed together with the handler's writes. */
  readonly commit: { isCommitted: boolean };
};

export async function runChunk(run: ChunkRun): Promise<unknown> {
  const { database, owner, chunk, known, signal, commit } = run;
  const { definition, isFinish } = known;
  if (isFinish) {
    await finishTask({ database, owner, definition, chunk });
    commit.isCommitted = true;
    return undefined;
  }
  const { taskId, number, attempt } = chunk;
  return definition.run(chunk.payload, {
    taskId,
    number,
    attempt,
    signal,
    logger: run.logger.child({ taskId: String(taskId), chunk: number, attempt, type: definition.name }),
    progress: () => undefined,
    compute: (target, data, options) => run.compute.run(target, data, { ...options, signal }),
    async commit(write) {
      signal.throwIfAborted();
      await commitChunk(database, {
        owner,
        chunk,
        write: async (tx) => {
          const text = resultJson(await write(tx));
          return text === undefined ? undefined : { jsonText: text };
        },
      });
      commit.isCommitted = true;
    },
  });
}
