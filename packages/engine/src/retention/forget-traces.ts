/** Deletes where traces of tasks began, in short transactions, once nobody looks at them any more. */
import type { Database } from "../database/database.ts";
import { forgetTraceRows } from "./retention.sql.ts";

/** A task that waits for longer is not shown in the trace of who submitted it. */
export const TRACES_KEPT_MS = 7 * 86_400_000;
const BATCH = 1_000;

/** Returns how many there were. */
export async function forgetTraces(database: Database, signal?: AbortSignal): Promise<number> {
  let forgotten = 0;
  for (let batch = BATCH; batch === BATCH && signal?.aborted !== true; forgotten += batch) {
    const [row] = await database.query(forgetTraceRows({ olderThanMs: TRACES_KEPT_MS, limit: BATCH }));
    batch = row?.forgotten ?? 0;
  }
  return forgotten;
}
