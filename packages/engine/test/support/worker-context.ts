/** Makes the context of a worker for tests of its parts. */
import { createComputePool } from "../../src/compute/compute-pool.ts";
import type { Database } from "../../src/database/database.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { createWorkerContext, type LeaseHolder, type WorkerContext } from "../../src/worker/worker-context.ts";

/** Lease holder for tests in which no lease expires. */
export const NO_LEASES: LeaseHolder = { isWatched: false, hold: () => undefined, drop: () => undefined };

/** Makes a context, whose compute pool starts no process before a handler computes. */
export function workerContext(database: Database, parts: Partial<WorkerContext> = {}): WorkerContext {
  return createWorkerContext({
    database,
    definitions: [],
    queues: [],
    slots: 10,
    owner: "worker-1",
    leases: NO_LEASES,
    leaseMs: 60_000,
    compute: createComputePool({ logger: silentLogger }),
    pollIntervalMs: 1_000,
    graceMs: 100,
    logger: silentLogger,
    ...parts,
  });
}
