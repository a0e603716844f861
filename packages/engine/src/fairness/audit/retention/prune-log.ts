/** Deletes old entries of a dispatch log in bounded batches, never beyond a checkpoint from which it can be replayed. */
import type { Queryable } from "../../../database/database.ts";
import * as rows from "../audit.sql.ts";

export type PruneRequest = { readonly queue: string } & (
  | { /** How many entries stay at least. */ readonly keepEntries: number }
  | { /** Only entries that are older go. */ readonly olderThan: Date }
);

export type PruneResult = {
  readonly deleted: number;
  /** The checkpoint with which the log begins now; undefined when none fits, and nothing was deleted then. */
  readonly checkpoint: bigint | undefined;
};

const BATCH_ENTRIES = 1_000;

/** Each batch is a statement of its own, oldest first: what an interruption leaves can be audited all the same. */
export async function pruneLog(on: Queryable, request: PruneRequest): Promise<PruneResult> {
  const { queue } = request;
  const [row] = await on.query(
    "keepEntries" in request ? rows.findCheckpointByEntries(request) : rows.findCheckpointByTime(request),
  );
  const checkpoint = row?.entry ?? undefined;
  if (checkpoint === undefined) return { deleted: 0, checkpoint };
  let deleted = 0;
  for (let batch = BATCH_ENTRIES; batch === BATCH_ENTRIES; deleted += batch) {
    const [gone] = await on.query(rows.deleteEntries({ queue, before: checkpoint, limit: BATCH_ENTRIES }));
    batch = gone?.deleted ?? 0;
  }
  await on.query(rows.deleteCheckpoints({ queue, before: checkpoint }));
  return { deleted, checkpoint };
}
