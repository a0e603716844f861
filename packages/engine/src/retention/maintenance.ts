/** Runs the periodic work of a worker process: finds due work, rescues leases, sweeps cancelled tasks and reports presence. */
import { hostname } from "node:os";
import type { Database } from "../database/database.ts";
import { RESCUED_LEASES_MAX, type RescuedLease, rescueLeases } from "../leases/rescue-leases.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop, type Next } from "../runtime/loop.ts";
import { sweepCancelled } from "../tasks/change-task.ts";
import { lookAround, noteStop, noteWorker, type WorkerNote } from "./retention.sql.ts";

export type MaintenanceOptions = {
  readonly database: Database;
  /** Whose work wakes the worker. */
  readonly queues: readonly string[];
  /** How long work may wait at most of which nobody was told. */
  readonly pollIntervalMs: number;
  /** How long a process must have been absent before its work is given to others. */
  readonly graceMs: number;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Those who do what was found. Each runs at its own pace, so that none of them holds up the next look. */
  readonly wakes: Wakes;
  /** These leases ended without their owners. */
  readonly onRescued?: (leases: readonly RescuedLease[]) => void;
};

export type Wakes = {
  /** Chunks may be claimed, or are about to fall due. */
  readonly worker: Wakeable;
  /** Schedules are due, or are about to be. */
  readonly schedules: Wakeable;
  /** There are cancelled tasks to sweep. */
  readonly sweep: Wakeable;
};

type Wakeable = Pick<Loop, "wake">;

/** The longest pause between two looks, so that who has gone is soon noticed. */
const INTERVAL_MS = 1_000;
/** Who is told of what falls due before the next look can wait for the very moment. */
const AHEAD_MS = 1_000;

export function createMaintenance(options: MaintenanceOptions): Loop {
  const { database, graceMs, pollIntervalMs, wakes } = options;
  const looksPerPoll = Math.max(1, Math.floor(pollIntervalMs / INTERVAL_MS));
  let looks = 0;

  const runOnce = async (): Promise<Next> => {
    const queues = looks++ % looksPerPoll === 0 ? options.queues : [];
    const [found] = await database.query(lookAround({ graceMs, queues, aheadMs: AHEAD_MS }));
    if (found?.has_work === true) wakes.worker.wake();
    if (found?.has_schedules === true) wakes.schedules.wake();
    if (found?.has_cancelled === true) wakes.sweep.wake();
    if (found?.has_lost === true && (await rescue(options)) === RESCUED_LEASES_MAX) return "again";
    const nextLostMs = found?.next_lost_ms ?? undefined;
    return nextLostMs === undefined ? "idle" : { dueInMs: Math.ceil(nextLostMs) };
  };

  return createLoop({ ...options, name: "maintenance", intervalMs: Math.min(INTERVAL_MS, pollIntervalMs), runOnce });
}

/** How many leases were ended. */
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
  /** The longest pause between two batches. */
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

export type WorkerPresenceOptions = {
  readonly database: Database;
  readonly owner: string;
  readonly queues: readonly string[];
  readonly slots: number;
  readonly version: string;
  readonly logger: Logger;
  readonly clock?: Clock;
};

/** A process that misses three of these counts as absent: see WORKER_LATE_MS of inspect. */
const PRESENCE_INTERVAL_MS = 10_000;
/** A database that does not answer must not keep a process from ending. */
const GOODBYE_MS = 1_000;

/** Its last word is that the process ends; if that is not heard, it counts as absent after a while. */
export function createWorkerPresence(options: WorkerPresenceOptions): Loop {
  const { database, owner, queues, slots, version, logger } = options;
  const note: WorkerNote = { owner, queues, slots, version, host: hostname(), pid: process.pid };
  let isNew = true;
  const loop = createLoop({
    name: "the roll call",
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
      .catch((error: unknown) => logger.debug({ error }, "the roll was not told that the process ends"));
  };
  return {
    ...loop,
    async stop() {
      await loop.stop();
      await sayGoodbye();
    },
  };
}
