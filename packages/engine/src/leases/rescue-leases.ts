/** Puts the chunks of processes that have gone back to wait, in short transactions. */
import type { Database } from "../database/database.ts";
import { endLeftTasks, rescueLeaseRows } from "./leases.sql.ts";

/** Of one call. */
export const RESCUED_LEASES_MAX = 100;
const LEFT_TASKS_MAX = 100;

/** A lease that ended without its owner, and how many chunks were still under it. */
export type RescuedLease = { readonly leaseToken: bigint; readonly owner: string; readonly chunks: number };

/**
 * Ends leases that ran out, or whose owner has been absent for as long as the grace. Their chunks run again, alone in their
 * process the first time: a chunk that kills its process must not take others with it.
 */
export async function rescueLeases(database: Database, graceMs: number): Promise<RescuedLease[]> {
  const rows = await database.query(rescueLeaseRows({ graceMs, limit: RESCUED_LEASES_MAX }));
  await database.query(endLeftTasks(LEFT_TASKS_MAX));
  return rows.map(({ lease_token: leaseToken, owner, chunks }) => ({ leaseToken, owner, chunks }));
}
