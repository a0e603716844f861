/** Completes a chunk in one transaction with writes of its handler, so that these happen once however often it runs. */
import type { Database, Transaction } from "../../database/database.ts";
import type { JsonValue } from "../../database/sql.ts";
import { RotaError } from "../../errors.ts";
import type { TakenChunk } from "../../fairness/take-turns.ts";
import { settleChunks } from "../settle-chunks.ts";
import { isCompletedTurn } from "../worker.sql.ts";

export type ChunkCommit = {
  readonly owner: string;
  readonly chunk: TakenChunk;
  /** The handler's writes. What it returns is the result, as json. */
  readonly write: (tx: Transaction) => Promise<JsonValue | undefined>;
};

/** The writes come first, the fence last: nothing of them is kept when the lease was lost. */
export async function commitChunk(database: Database, { owner, chunk, write }: ChunkCommit): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      const result = await write(tx);
      const completed = [{ ...chunk, ...(result === undefined ? {} : { result }) }];
      const { lost } = await settleChunks(tx, { owner, completed });
      if (lost.length > 0) throw leaseLost(chunk);
    });
  } catch (error) {
    if (!(await wasCommitted(database, chunk))) throw error;
  }
}

export function leaseLost({ taskId, number }: TakenChunk): RotaError {
  const message = `the lease of chunk ${String(number)} of task ${String(taskId)} was lost: nothing was written`;
  return new RotaError("LEASE_LOST", message, { taskId: String(taskId), number });
}

/** The answer to a commit may be lost on its way. Only who had this turn can have completed it. */
async function wasCommitted(database: Database, chunk: TakenChunk): Promise<boolean> {
  const [row] = await database.query(isCompletedTurn(chunk));
  return row?.is_completed ?? false;
}
