/** What any process does once a second for all: ends leases of those that have gone, and marks what was cancelled. */
import type { Database } from "../database/database.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop } from "../runtime/loop.ts";
import { sweepCancelled } from "../tasks/sweep-cancelled.ts";
import { rescueLeases, RESCUED_LEASES_MAX, type RescuedLease } from "./rescue-leases.ts";

export type MaintenanceOptions = {
  readonly database: Database;
  /** How long a process must have been absent before its work is given to others. */
  readonly graceMs: number;
  readonly logger: Logger;
  /** Chunks wait again. */
  readonly onRescued: (leases: readonly RescuedLease[]) => void;
};

const INTERVAL_MS = 1_000;

export function createMaintenance({ database, graceMs, logger, onRescued }: MaintenanceOptions): Loop {
  return createLoop({
    name: "maintenance",
    intervalMs: INTERVAL_MS,
    logger,
    async runOnce() {
      const rescued = await rescueLeases(database, graceMs);
      for (const { owner, chunks } of rescued)
        if (chunks > 0) logger.warn({ owner, chunks }, "a worker has gone: its chunks wait again");
      if (rescued.length > 0) onRescued(rescued);
      const swept = await sweepCancelled(database);
      return swept > 0 || rescued.length === RESCUED_LEASES_MAX ? "again" : "idle";
    },
  });
}
