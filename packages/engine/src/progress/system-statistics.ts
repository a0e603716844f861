/** Reads the state of the whole system in a bounded number of rows: tasks, chunks by state, queues, workers and what metrics add. */
import type { Queryable } from "../database/database.ts";
import { fairnessSpread, type FairnessSpread } from "../fairness/measure-spread.ts";
import { getOutboxStatistics, type OutboxStatistics } from "../outbox/outbox-statistics.ts";
import * as statements from "./progress.sql.ts";
import { type ChunkCounts, type Count, COUNTED_MAX, countedUpTo, exactly } from "./task-counts.ts";

export const COUNTED_TASKS_MAX = 100_000;
export const COUNTED_LANES_MAX = 1_000;
const RATE_WINDOW_MS = 60_000;
const RATE_ENTRIES_MAX = 1_000;

/** Counts of tasks, chunks, queues and workers of the whole system. */
export type SystemStatistics = {
  /** Tasks with chunks that are not over; jobs are counted with the chunks. */
  readonly openTasks: Count;
  readonly openTasksByType: Readonly<Record<string, number>>;
  /** Jobs that are pending, as far as chunks were counted. */
  readonly pendingJobsByType: Readonly<Record<string, number>>;
  /** Chunks that there are, in all states. */
  readonly chunks: Count;
  readonly chunksByState: ChunkCounts;
  readonly lanesWaiting: Count;
  /** Since when the chunk waits that has waited longest, of the first ones of all lanes. */
  readonly oldestWaitingAt: Date | undefined;
  /** In the last minute. */
  readonly turnsPerSecond: number;
  readonly queues: readonly QueueStatistics[];
  readonly workers: readonly WorkerStatistics[];
};

/** Where a count of the whole system is not exact, those of its queues are not either. */
export type QueueStatistics = {
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
  readonly queue: string;
  readonly chunks: number;
  /** When the first of its leases ends unless it is renewed. */
  readonly leaseExpiresAt: Date;
  /** Whether its exit was noticed: its chunks are about to be given to others. */
  readonly isAbsent: boolean;
};

/** Counts what is open in the whole system. Large numbers are estimated. */
export async function getSystemStatistics(on: Queryable): Promise<SystemStatistics> {
  const types = await on.query(statements.countOpenTasks(COUNTED_TASKS_MAX + 1));
  const pending = await on.query(statements.countPending(COUNTED_MAX + 1));
  const scheduled = await on.query(statements.countScheduled(COUNTED_MAX + 1));
  const [rare] = await on.query(statements.countRareStates(COUNTED_MAX + 1));
  const workers = await on.query(statements.selectLeaseHolders());
  const lanes = await on.query(statements.countWaitingLanes(COUNTED_LANES_MAX + 1));
  const rates = await on.query(statements.selectTurnRates({ entries: RATE_ENTRIES_MAX, windowMs: RATE_WINDOW_MS }));
  const tally = { pending: chunksOf(pending), scheduled: chunksOf(scheduled), processing: chunksOf(workers) };
  return {
    openTasks: countedUpTo(sum(types.map(({ tasks }) => tasks)), COUNTED_TASKS_MAX),
    openTasksByType: Object.fromEntries(types.map(({ type, tasks }) => [type, tasks])),
    pendingJobsByType: jobsByType(pending),
    ...chunkStatistics(tally, rare),
    lanesWaiting: countedUpTo(sum(lanes.map((lane) => lane.lanes)), COUNTED_LANES_MAX),
    oldestWaitingAt: oldest(lanes),
    turnsPerSecond: sum(rates.map((rate) => rate.turns_per_second)),
    queues: queueStatistics({ pending, scheduled, workers, lanes, rates }),
    workers: workers.map(({ owner, queue, chunks, expires_at: leaseExpiresAt, is_absent: isAbsent }) => ({
      owner,
      queue,
      chunks,
      leaseExpiresAt,
      isAbsent,
    })),
  };
}

type Tally = { readonly pending: number; readonly scheduled: number; readonly processing: number };

/** Counts the chunks in no other state as completed. */
function chunkStatistics(
  tally: Tally,
  rare: statements.RareRow | undefined,
): Pick<SystemStatistics, "chunks" | "chunksByState"> {
  const { total = 0, about = 0n, queued = 0, cancelled = 0, failed = 0, dead_letters: dead = 0 } = rare ?? {};
  const isWhole = total <= COUNTED_MAX;
  const areFailuresWhole = failed + dead <= COUNTED_MAX;
  const failures = (count: number): Count => ({ count, precision: areFailuresWhole ? "exact" : "atLeast" });
  const others = {
    SCHEDULED: countedUpTo(tally.scheduled),
    PENDING: countedUpTo(tally.pending),
    QUEUED: countedUpTo(queued),
    PROCESSING: exactly(tally.processing),
    FAILED: failures(failed),
    DEAD_LETTER: failures(dead),
    CANCELLED: countedUpTo(cancelled),
  };
  const elsewhere = sum(Object.values(others).map(({ count }) => count));
  const chunks: Count = isWhole ? exactly(total) : { count: Math.max(total, Number(about)), precision: "about" };
  const completed: Count = { count: Math.max(0, chunks.count - elsewhere), precision: chunks.precision };
  return { chunks, chunksByState: { ...others, COMPLETED: completed } };
}

function jobsByType(pending: readonly statements.PendingRow[]): Record<string, number> {
  const jobs: Record<string, number> = {};
  for (const { type, is_job: isJob, chunks } of pending) if (isJob) jobs[type] = (jobs[type] ?? 0) + chunks;
  return jobs;
}

type QueueRows = {
  readonly pending: readonly statements.PendingRow[];
  readonly scheduled: readonly { queue: string; chunks: number }[];
  readonly workers: readonly statements.LeaseHolderRow[];
  readonly lanes: readonly statements.WaitingLanesRow[];
  readonly rates: readonly { queue: string; turns_per_second: number }[];
};

function queueStatistics(found: QueueRows): QueueStatistics[] {
  const names = new Set(Object.values(found).flatMap((each) => each.map(({ queue }) => queue)));
  return [...names].sort().map((queue) => {
    const isOfQueue = (row: { queue: string }): boolean => row.queue === queue;
    const lanes = found.lanes.filter(isOfQueue);
    return {
      queue,
      pending: chunksOf(found.pending.filter(isOfQueue)),
      scheduled: chunksOf(found.scheduled.filter(isOfQueue)),
      processing: chunksOf(found.workers.filter(isOfQueue)),
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

function chunksOf(found: readonly { chunks: number }[]): number {
  return sum(found.map(({ chunks }) => chunks));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

export type SystemWatch = {
  readonly statistics: SystemStatistics;
  readonly outbox: OutboxStatistics;
  /** By queue. */
  readonly spreads: Readonly<Record<string, FairnessSpread>>;
  /** Active tasks of which no chunk was over five minutes after they were submitted. */
  readonly tasksWithoutProgress: number;
  /** Events of intakes that wait for a decision. */
  readonly rejectedEvents: number;
};

const WITHOUT_PROGRESS_MS = 300_000;
/** The largest number that is counted. */
const CHECKED_TASKS_MAX = 10_000;
const COUNTED_EVENTS_MAX = 10_000;

/** A few statements, one after the other: who watches takes one connection and no more. */
export async function watchSystem(on: Queryable): Promise<SystemWatch> {
  const statistics = await getSystemStatistics(on);
  const outbox = await getOutboxStatistics(on);
  const limits = { afterMs: WITHOUT_PROGRESS_MS, checkedMax: CHECKED_TASKS_MAX };
  const [late] = await on.query(statements.countTasksWithoutProgress(limits));
  const [rejected] = await on.query(statements.countRejected(COUNTED_EVENTS_MAX));
  const spreads: Record<string, FairnessSpread> = {};
  for (const { queue } of statistics.queues) spreads[queue] = await fairnessSpread(on, queue);
  return {
    statistics,
    outbox,
    spreads,
    tasksWithoutProgress: late?.tasks ?? 0,
    rejectedEvents: rejected?.events ?? 0,
  };
}
