/** Repeats a statement that changes a bounded number of rows until nothing is left for it. */
export type Batch = {
  /** How many rows, or other things, this batch changed. */
  readonly count: number;
  readonly isLast: boolean;
};

/**
 * Returns how many rows all batches changed. Each batch is a transaction of its own; the signal ends the work after the one
 * under way.
 *
 * @example await inBatches(async () => batchOf(await deleteRows(1_000), 1_000), signal);
 */
export async function inBatches(runBatch: () => Promise<Batch>, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (let isLast = false; !isLast && signal?.aborted !== true;) {
    const batch = await runBatch();
    total += batch.count;
    isLast = batch.isLast;
  }
  return total;
}

/** A batch that is the last one when it changed fewer rows than it might. */
export function batchOf(count: number, limit: number): Batch {
  return { count, isLast: count < limit };
}
