/** Deletes what handlers reported under leases that are over, in short transactions. */
import type { Database } from "../database/database.ts";
import { forgetProgressRows } from "./retention.sql.ts";

const BATCH = 1_000;

/** Nobody reads it any more: progress is that of the present lease. Returns how many reports there were. */
export async function forgetProgress(database: Database, signal?: AbortSignal): Promise<number> {
  let forgotten = 0;
  for (let batch = BATCH; batch === BATCH && signal?.aborted !== true; forgotten += batch) {
    const [row] = await database.query(forgetProgressRows(BATCH));
    batch = row?.forgotten ?? 0;
  }
  return forgotten;
}
