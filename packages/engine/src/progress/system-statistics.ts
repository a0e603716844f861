/** Reads the state of the whole system in a bounded number of rows: tasks, chunks by state, pools, workers and what metrics add. */
import type { Queryable } from "../database/database.ts";
import { fairnessSpread, type FairnessSpread } from "../fairness/measure-spread.ts";
import { getOutboxStatistics, type OutboxStatistics } from "../outbox/outbox-statistics.ts";
import * as statements from "./progress.sql.ts";
import { type ChunkCounts, type Count, COUNTED_MAX, countedUpTo, exactly, leftOf } from "./task-counts.ts";

export const COUNTED_TASKS_MAX = 100_000;
export const COUNTED_LANES_MAX = 1_000;
const RATE_WINDOW_MS = 60_000;
const RATE_ENTRIES_MAX = 1_000;

/** Counts of tasks, chunks, pools and workers of the whole system. */
export type SystemStatistics = {
  /** Tasks that are not over, jobs included. */
  readonly openTasks: Count;
  readonly openTasksByType: Readonly<Record<string, number>>;
  /** The jobs among the open tasks. */
  readonly openJobsByType: Readonly<Record<string, number>>;
  /** Chunks that there are, in all states. */
  readonly chunks: Count;
  readonly chunksByState: ChunkCounts;
  readonly lanesWaiting: Count;
  /** Since when the chunk waits that has waited longest, of the first ones of all lanes. */
  readonly oldestWaitingAt: Date | undefined;
  /** In the last minute. */
  readonly turnsPerSecond: number;
  /** The pools. */
  readonly queues: readonly QueueStatistics[];
  readonly workers: readonly WorkerStatistics[];
};

/** Where a count of the whole system is not exact, those of its pools are not either. */
export type QueueStatistics = {
  readonly pool: string;
  /** The pool, under its name of 0.1.0. */
  readonly queue: string;
  readonly pending: number;
  readonly scheduled: number;
  readonly processing: number;
  readonly lanesWaiting: number;
  readonly oldestWaitingAt: Date | undefined;
  readonly turnsPerSecond: number;
};

/** A process that holds leases. One that is idle holds none, and is not listed. */
export type WorkerStatistics = {
  readonly owner: string;
  readonly pool: string;
  /** The pool, under its name of 0.1.0. */
  readonly queue: string;
  readonly chunks: number;
  /** When the first of its leases ends unless it is renewed. */
  readonly leaseExpiresAt: Date;
  /** Whether its exit was noticed: its chunks are about to be given to others. */
  readonly isAbsent: boolean;
};

/** Counts what there is in the whole system: chunks by counts that every change of a chunk keeps, the rest up to a limit. */
export async function getSystemStatistics(on: Queryable): Promise<SystemStatistics> {
  const types = await on.query(statements.countOpenTasks(COUNTED_TASKS_MAX + 1));
  const counts = await readChunkCounts(on);
  const workers = await on.query(statements.selectLeaseHolders());
  const lanes = await on.query(statements.countWaitingLanes(COUNTED_LANES_MAX + 1));
  const rates = await on.query(statements.selectTurnRates({ entries: RATE_ENTRIES_MAX, windowMs: RATE_WINDOW_MS }));
  const tasks = countedUpTo(sum(types.map((type) => type.tasks)), COUNTED_TASKS_MAX);
  const openJobsByType = jobsByType(counts);
  return {
    openTasks: { ...tasks, count: tasks.count + sum(Object.values(openJobsByType)) },
    openTasksByType: together(Object.fromEntries(types.map((type) => [type.type, type.tasks])), openJobsByType),
    openJobsByType,
    ...chunkStatistics(counts),
    lanesWaiting: countedUpTo(sum(lanes.map((lane) => lane.lanes)), COUNTED_LANES_MAX),
    oldestWaitingAt: oldest(lanes),
    turnsPerSecond: sum(rates.map((rate) => rate.turns_per_second)),
    queues: queueStatistics({ counts, lanes, rates }),
    workers: workers.map(({ owner, queue, chunks, expires_at: leaseExpiresAt, is_absent: isAbsent }) => ({
      owner,
      pool: queue,
      queue,
      chunks,
      leaseExpiresAt,
      isAbsent,
    })),
  };
}

export function readChunkCounts(on: Queryable): Promise<readonly statements.ChunkCountRow[]> {
  return on.query(statements.countChunks(COUNTED_MAX + 1));
}

/** Adds rows up to the numbers of chunks, in all and by state. */
export function chunkStatistics(
  counts: readonly statements.ChunkCountRow[],
): Pick<SystemStatistics, "chunks" | "chunksByState"> {
  const total = (of: (row: statements.ChunkCountRow) => number): number => Math.max(0, sum(counts.map(of)));
  const [open, scheduled, processing] = [
    total((row) => row.open),
    total((row) => row.scheduled),
    total((row) => row.processing),
  ];
  const queued = countedUpTo(total((row) => row.queued));
  const ended = {
    COMPLETED: exactly(total((row) => row.completed)),
    FAILED: exactly(total((row) => row.failed)),
    DEAD_LETTER: exactly(total((row) => row.dead_letters)),
    CANCELLED: exactly(total((row) => row.cancelled)),
  };
  return {
    chunks: exactly(open + sum(Object.values(ended).map(({ count }) => count))),
    chunksByState: {
      SCHEDULED: exactly(scheduled),
      PENDING: leftOf(open, [exactly(scheduled), queued, exactly(processing)]),
      QUEUED: queued,
      PROCESSING: exactly(processing),
      ...ended,
    },
  };
}

function jobsByType(counts: readonly statements.ChunkCountRow[]): Record<string, number> {
  const open = counts.filter((row) => row.open > 0);
  return open.reduce(
    (jobs, { job_type: type, open: chunks }) => (type === null ? jobs : together(jobs, { [type]: chunks })),
    {},
  );
}

function together(
  one: Readonly<Record<string, number>>,
  two: Readonly<Record<string, number>>,
): Record<string, number> {
  const added = { ...one };
  for (const [type, count] of Object.entries(two)) added[type] = (added[type] ?? 0) + count;
  return added;
}

type QueueRows = {
  readonly counts: readonly statements.ChunkCountRow[];
  readonly lanes: readonly statements.WaitingLanesRow[];
  readonly rates: readonly { queue: string; turns_per_second: number }[];
};

function queueStatistics(found: QueueRows): QueueStatistics[] {
  const names = new Set(Object.values(found).flatMap((each) => each.map(({ queue }) => queue)));
  return [...names].sort().map((queue) => {
    const isOfQueue = (row: { queue: string }): boolean => row.queue === queue;
    const lanes = found.lanes.filter(isOfQueue);
    const {
      PENDING: pending,
      SCHEDULED: scheduled,
      PROCESSING: processing,
    } = chunkStatistics(found.counts.filter(isOfQueue)).chunksByState;
    return {
      pool: queue,
      queue,
      pending: pending.count,
      scheduled: scheduled.count,
      processing: processing.count,
      lanesWaiting: sum(lanes.map((lane) => lane.lanes)),
      oldestWaitingAt: oldest(lanes),
      turnsPerSecond: sum(found.rates.filter(isOfQueue).map((rate) => rate.turns_per_second)),
    };
  });
}

function oldest(lanes: readonly statements.WaitingLanesRow[]): Date | undefined {
  const times = lanes.map(({ oldest_at: at }) => at.getTime());
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** State of the whole system, for monitoring. */
export type SystemWatch = {
  readonly statistics: SystemStatistics;
  readonly outbox: OutboxStatistics;
  /** By pool. */
  readonly spreads: Readonly<Record<string, FairnessSpread>>;
  /** Active tasks of which no chunk was over five minutes after they were submitted. */
  readonly tasksWithoutProgress: number;
  /** Events of intakes that wait for a decision. */
  readonly rejectedEvents: number;
  /** Schedules that cannot be run. */
  readonly failingSchedules: number;
};

const WITHOUT_PROGRESS_MS = 300_000;
/** The largest number that is counted. */
const CHECKED_TASKS_MAX = 10_000;
const COUNTED_EVENTS_MAX = 10_000;

/** Reads the state of the whole system, for monitoring. Its statements run one after the other, so it takes one connection. */
export async function watchSystem(on: Queryable): Promise<SystemWatch> {
  const statistics = await getSystemStatistics(on);
  const outbox = await getOutboxStatistics(on);
  const limits = { afterMs: WITHOUT_PROGRESS_MS, checkedMax: CHECKED_TASKS_MAX };
  const [late] = await on.query(statements.countTasksWithoutProgress(limits));
  const [rejected] = await on.query(statements.countRejected(COUNTED_EVENTS_MAX));
  const [failing] = await on.query(statements.countFailingSchedules());
  const spreads: Record<string, FairnessSpread> = {};
  for (const { queue } of statistics.queues) spreads[queue] = await fairnessSpread(on, queue);
  return {
    statistics,
    outbox,
    spreads,
    tasksWithoutProgress: late?.tasks ?? 0,
    rejectedEvents: rejected?.events ?? 0,
    failingSchedules: failing?.schedules ?? 0,
  };
}
