/** Settles chunks in one statement, fenced by their lease tokens. */
import assert from "node:assert/strict";
import type { Queryable } from "../database/database.ts";
import { completeChunkRows } from "./worker.sql.ts";

/** Of one call: as many as a claim gives. */
export const SETTLED_MAX = 1_000;

export type LeasedChunk = { readonly taskId: bigint; readonly number: number; readonly leaseToken: bigint };

/**
 * Completes chunks whose lease still holds, and says which they are. Whoever is missing lost its lease: another worker
 * has it, or it was cancelled, and nothing about it was changed.
 */
export async function completeChunks(on: Queryable, chunks: readonly LeasedChunk[]): Promise<LeasedChunk[]> {
  if (chunks.length === 0) return [];
  assert(chunks.length <= SETTLED_MAX, `${String(chunks.length)} chunks to settle, at most ${String(SETTLED_MAX)}`);
  const [row] = await on.query(
    completeChunkRows({
      taskIds: chunks.map(({ taskId }) => taskId),
      numbers: chunks.map(({ number }) => number),
      leaseTokens: chunks.map(({ leaseToken }) => leaseToken),
    }),
  );
  const isAll = row === undefined || row.places === null;
  if (isAll) return [...chunks];
  const places = new Set(row.places);
  return chunks.filter((_, index) => places.has(index + 1));
}
