/** Keeps dispatch logs and lanes short: what is older than a time goes, up to a checkpoint from which the rest can be replayed. */
import type { Database } from "../database/database.ts";
import { checkpointQueue } from "../fairness/audit/retention/checkpoint.ts";
import { forgetLanes } from "../fairness/audit/retention/forget-lanes.ts";
import { pruneLog } from "../fairness/audit/retention/prune-log.ts";
import { selectLogs } from "./retention.sql.ts";

export type KeepLogsWish = {
  /** How old an entry is at least when it goes. */
  readonly olderThanMs: number;
  readonly signal?: AbortSignal;
};

/** A log begins with a checkpoint, so it is longer than wished by up to one part in so many. */
const CHECKPOINTS = 10;

/** @returns how many entries were deleted. */
export async function keepLogs(database: Database, { olderThanMs, signal }: KeepLogsWish): Promise<number> {
  let deleted = 0;
  for (const log of await database.query(selectLogs({ olderThanMs, checkpointAfterMs: olderThanMs / CHECKPOINTS }))) {
    if (signal?.aborted === true) break;
    const { queue, older_than: olderThan } = log;
    await forgetLanes(database, queue);
    if (log.wants_checkpoint) await checkpointQueue(database, queue);
    deleted += (await pruneLog(database, { queue, olderThan })).deleted;
  }
  return deleted;
}
