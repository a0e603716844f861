/** Runs the periodic work of a worker process: finds due work, rescues leases, sweeps cancelled tasks, folds counts and reports presence. */
import { hostname } from "node:os";
import type { Database } from "../database/database.ts";
import { RESCUED_LEASES_MAX, type RescuedLease, rescueLeases } from "../leases/rescue-leases.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop, type Next } from "../runtime/loop.ts";
import { sweepCancelled } from "../tasks/change-task.ts";
import { findDueWork, foldCounts, noteStop, noteWorker, type WorkerNote } from "./retention.sql.ts";

export type MaintenanceOptions = {
  readonly database: Database;
  /** Queues whose work wakes the worker. */
  readonly queues: readonly string[];
  /** Maximum time that work waits if its notification was lost. */
  readonly pollIntervalMs: number;
  /** Time that a process must be absent before its work is given to others. */
  readonly graceMs: number;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Loops that do the work that was found. Each runs at its own pace, so that none of them delays the next check. */
  readonly wakes: Wakes;
  /** Receives the leases that ended without their owners. */
  readonly onRescued?: (leases: readonly RescuedLease[]) => void;
};

export type Wakes = {
  /** Woken when chunks may be claimed or are about to become due. */
  readonly worker: Wakeable;
  /** Woken when schedules are due or are about to be. */
  readonly schedules: Wakeable;
  /** Woken when there are cancelled tasks to sweep. */
  readonly sweep: Wakeable;
};

type Wakeable = Pick<Loop, "wake">;

/** Longest pause between two checks, so that a process that exited is soon noticed. */
const INTERVAL_MS = 1_000;
/** Time ahead for which due work is reported, so that a loop can wait for the exact moment. */
const AHEAD_MS = 1_000;

export function createMaintenance(options: MaintenanceOptions): Loop {
  const { database, graceMs, pollIntervalMs, wakes } = options;
  const checksPerPoll = Math.max(1, Math.floor(pollIntervalMs / INTERVAL_MS));
  let checks = 0;

  const runOnce = async (): Promise<Next> => {
    const queues = checks++ % checksPerPoll === 0 ? options.queues : [];
    const [found] = await database.query(findDueWork({ graceMs, queues, aheadMs: AHEAD_MS }));
    if (found?.has_work === true) wakes.worker.wake();
    if (found?.has_schedules === true) wakes.schedules.wake();
    if (found?.has_cancelled === true) wakes.sweep.wake();
    if (found?.has_lost === true && (await rescue(options)) === RESCUED_LEASES_MAX) return "again";
    const nextLostMs = found?.next_lost_ms ?? undefined;
    return nextLostMs === undefined ? "idle" : { dueInMs: Math.ceil(nextLostMs) };
  };

  return createLoop({ ...options, name: "maintenance", intervalMs: Math.min(INTERVAL_MS, pollIntervalMs), runOnce });
}

/** Ends the leases of absent processes and returns how many. */
async function rescue({ database, graceMs, logger, wakes, onRescued }: MaintenanceOptions): Promise<number> {
  const rescued = await rescueLeases(database, graceMs);
  for (const { owner, chunks } of rescued)
    if (chunks > 0) logger.warn({ owner, chunks }, "a worker has gone: its chunks wait again");
  if (rescued.length > 0) {
    wakes.worker.wake();
    onRescued?.(rescued);
  }
  return rescued.length;
}

export type SweepLoopOptions = {
  readonly database: Database;
  readonly logger: Logger;
  /** Longest pause between two batches. */
  readonly intervalMs: number;
  readonly clock?: Clock;
};

export function createSweepLoop({ database, ...options }: SweepLoopOptions): Loop {
  return createLoop({
    name: "the sweep of cancelled tasks",
    ...options,
    runOnce: async () => ((await sweepCancelled(database)) > 0 ? "again" : "idle"),
  });
}

/** Pause between two folds. Until the next one the statistics add up a row for each transaction, which is cheap. */
const FOLD_INTERVAL_MS = 10_000;
/** Number of rows that are not worth a fold. */
const FEW_COUNTS = 1_000;
/** Time limit of counting all chunks again, which an upgrade asks for once. */
const RECOUNT_TIMEOUT_MS = 3_600_000;

export type FoldLoopOptions = {
  readonly database: Database;
  readonly logger: Logger;
  /** Rises with whatever this process does: while it stays the same, nothing is folded. */
  readonly activity: () => number;
};

/** Creates the loop that keeps the counts of chunks in few rows. Any number of processes may run it. */
export function createFoldLoop({ database, logger, activity }: FoldLoopOptions): Loop {
  let foldedAt = 0;
  return createLoop({
    name: "the fold of counts",
    intervalMs: FOLD_INTERVAL_MS,
    logger,
    async runOnce(signal) {
      const now = activity();
      if (now === foldedAt) return "idle";
      foldedAt = now;
      await database.query(foldCounts(FEW_COUNTS), { signal, timeoutMs: RECOUNT_TIMEOUT_MS });
      return "idle";
    },
  });
}

export type WorkerPresenceOptions = {
  readonly database: Database;
  readonly owner: string;
  readonly queues: readonly string[];
  readonly types: readonly string[];
  readonly slots: number;
  readonly version: string;
  readonly logger: Logger;
  readonly clock?: Clock;
};

/** Interval of presence reports. A process that misses three counts as absent: see WORKER_LATE_MS of inspect. */
const PRESENCE_INTERVAL_MS = 10_000;
/** Time limit of the last report: a database that does not answer must not keep a process from exiting. */
const GOODBYE_MS = 1_000;

/** Creates the loop that reports a process as present. On stop it reports the end; without that report it counts as absent later. */
export function createWorkerPresence(options: WorkerPresenceOptions): Loop {
  const { database, owner, queues, types, slots, version, logger } = options;
  const note: WorkerNote = { owner, queues, types, slots, version, host: hostname(), pid: process.pid };
  let isNew = true;
  const loop = createLoop({
    name: "the presence check",
    intervalMs: PRESENCE_INTERVAL_MS,
    ...options,
    async runOnce(signal) {
      await database.query(noteWorker({ ...note, isNew }), { signal });
      isNew = false;
      return "idle";
    },
  });
  const sayGoodbye = async (): Promise<void> => {
    if (isNew) return;
    await database
      .query(noteStop(owner), { signal: AbortSignal.timeout(GOODBYE_MS) })
      .catch((error: unknown) => logger.debug({ error }, "the end of the process was not recorded"));
  };
  return {
    ...loop,
    async stop() {
      await loop.stop();
      await sayGoodbye();
    },
  };
}
