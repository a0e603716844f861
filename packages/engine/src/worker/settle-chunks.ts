/** Settles chunks in one statement, fenced by their lease tokens: their outcomes, their tasks' ends and what follows. */
import assert from "node:assert/strict";
import type { Queryable } from "../database/database.ts";
import { json, type JsonValue } from "../database/sql.ts";
import { settleChunkRows } from "./worker.sql.ts";

/** Of one call: as many as a claim gives. */
export const SETTLED_MAX = 1_000;

export type LeasedChunk = { readonly taskId: bigint; readonly number: number; readonly leaseToken: bigint };

export type CompletedChunk = LeasedChunk & {
  /** Json, kept with the chunk. */
  readonly result?: JsonValue;
};

/**
 * A chunk whose attempt ended otherwise. Whether a retry is the last one is decided where attempts are counted; EXHAUSTED
 * says that there is to be none, whatever the count.
 */
export type UnfinishedChunk = LeasedChunk & {
  readonly outcome: "RETRY" | "EXHAUSTED" | "SNOOZE" | "FAIL" | "RETURN";
  readonly delayMs?: number;
  /** Becomes the chunk's last error; also kept with the attempt. */
  readonly error?: unknown;
};

export type Settlement = {
  readonly owner: string;
  readonly completed?: readonly CompletedChunk[];
  readonly unfinished?: readonly UnfinishedChunk[];
};

/** Whoever lost its lease: another worker has it, or it was ended, and nothing about it was changed. */
export type Settled = { readonly lost: readonly LeasedChunk[] };

export async function settleChunks(on: Queryable, settlement: Settlement): Promise<Settled> {
  const { owner, completed = [], unfinished = [] } = settlement;
  const count = completed.length + unfinished.length;
  if (count === 0) return { lost: [] };
  assert(count <= SETTLED_MAX, `${String(count)} chunks to settle, at most ${String(SETTLED_MAX)}`);
  const [row] = await on.query(
    settleChunkRows({
      owner,
      taskIds: completed.map(({ taskId }) => taskId),
      numbers: completed.map(({ number }) => number),
      leaseTokens: completed.map(({ leaseToken }) => leaseToken),
      results: resultsOf(completed),
      others: unfinished.length === 0 ? null : json(unfinished.map(attemptOf)),
    }),
  );
  return { lost: [...missing(completed, row?.completed ?? null), ...missing(unfinished, row?.others ?? null)] };
}

/** Completes chunks without results, and says which of them still held their leases. */
export async function completeChunks(on: Queryable, chunks: readonly LeasedChunk[]): Promise<LeasedChunk[]> {
  const { lost } = await settleChunks(on, { owner: "", completed: chunks });
  if (lost.length === 0) return [...chunks];
  const gone = new Set(lost);
  return chunks.filter((chunk) => !gone.has(chunk));
}

/** Pasted as they are, so that each is written once. */
function resultsOf(completed: readonly CompletedChunk[]): JsonValue | null {
  if (!completed.some(({ result }) => result !== undefined)) return null;
  return { jsonText: `[${completed.map(({ result }) => result?.jsonText ?? "null").join(",")}]` };
}

function attemptOf({ taskId, number, leaseToken, outcome, delayMs, error }: UnfinishedChunk): unknown {
  return {
    task_id: String(taskId),
    number,
    lease_token: String(leaseToken),
    outcome,
    delay_ms: Math.round(delayMs ?? 0),
    error,
  };
}

function missing(chunks: readonly LeasedChunk[], places: readonly number[] | null): readonly LeasedChunk[] {
  if (places === null) return [];
  const found = new Set(places);
  return chunks.filter((_, index) => !found.has(index + 1));
}
