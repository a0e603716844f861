/** Ends leases that expired or whose process exited, and puts their chunks back, in short transactions. */
import type { Database } from "../database/database.ts";
import { endLeftTasks, rescueLeaseRows } from "./leases.sql.ts";

/** The largest number of leases in one call. */
export const RESCUED_LEASES_MAX = 100;
/** The number of chunks in one transaction, give or take a lease. */
const RESCUED_CHUNKS = 1_000;
const LEFT_TASKS_MAX = 100;

/** A lease that ended without its owner, and the number of chunks still under it. */
export type RescuedLease = { readonly leaseToken: bigint; readonly owner: string; readonly chunks: number };

/**
 * Ends leases that ran out, or whose owner has been absent for as long as the grace. Their chunks run again, alone in their
 * process the first time: a chunk that kills its process must not take others with it.
 */
export async function rescueLeases(database: Database, graceMs: number): Promise<RescuedLease[]> {
  const rescued: RescuedLease[] = [];
  for (let isMore = true; isMore && rescued.length < RESCUED_LEASES_MAX;) {
    const request = { graceMs, leases: RESCUED_LEASES_MAX - rescued.length, chunks: RESCUED_CHUNKS };
    const rows = await database.query(rescueLeaseRows(request));
    rescued.push(...rows.map(({ lease_token: leaseToken, owner, chunks }) => ({ leaseToken, owner, chunks })));
    isMore = rows.reduce((sum, { chunks }) => sum + chunks, 0) >= RESCUED_CHUNKS;
  }
  await database.query(endLeftTasks(LEFT_TASKS_MAX));
  return rescued;
}
