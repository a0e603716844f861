/** Forgets the lanes of a queue without which all later turns are the same, so that their number stays bounded. */
import type { Database } from "../../../database/database.ts";
import { forgetLaneRows, type ForgottenRow } from "../audit.sql.ts";

/** Lanes that one statement looks at: it holds the lock of the queue, which claims wait for. */
const BATCH_LANES = 1_000;
const SMALLEST_LANE = -(2n ** 63n);

/** A group goes only after its tasks, so a tenant of many may need another call. Returns how many lanes were forgotten. */
export async function forgetLanes(database: Database, queue: string): Promise<number> {
  let forgotten = 0;
  for (let after: bigint | undefined = SMALLEST_LANE; after !== undefined;) {
    const batch: readonly ForgottenRow[] = await database.query(forgetLaneRows({ queue, limit: BATCH_LANES, after }));
    forgotten += batch[0]?.forgotten ?? 0;
    after = batch[0]?.last_lane ?? undefined;
  }
  return forgotten;
}
