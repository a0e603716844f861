/** Says how the whole system stands: tasks, chunks by state, queues, workers, without reading more than bounded numbers of rows. */
import type { Queryable } from "../database/database.ts";
import { COUNTED_MAX, countedUpTo, exactly, type ChunkCounts, type Count } from "./chunk-counts.ts";
import * as rows from "./statistics.sql.ts";

export const COUNTED_TASKS_MAX = 100_000;
export const COUNTED_LANES_MAX = 1_000;
const RATE_WINDOW_MS = 60_000;
const RATE_ENTRIES_MAX = 1_000;

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
  /** It was found to have gone: its chunks are about to be given to others. */
  readonly isAbsent: boolean;
};

export async function getSystemStatistics(on: Queryable): Promise<SystemStatistics> {
  const types = await on.query(rows.countOpenTasks(COUNTED_TASKS_MAX + 1));
  const pending = await on.query(rows.countPending(COUNTED_MAX + 1));
  const scheduled = await on.query(rows.countScheduled(COUNTED_MAX + 1));
  const [rare] = await on.query(rows.countRareStates(COUNTED_MAX + 1));
  const workers = await on.query(rows.selectWorkers());
  const lanes = await on.query(rows.selectWaitingLanes(COUNTED_LANES_MAX + 1));
  const rates = await on.query(rows.selectTurnRates({ entries: RATE_ENTRIES_MAX, windowMs: RATE_WINDOW_MS }));
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

/** What is in no other state is completed. */
function chunkStatistics(
  tally: Tally,
  rare: rows.RareRow | undefined,
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

function jobsByType(pending: readonly rows.WaitingRow[]): Record<string, number> {
  const jobs: Record<string, number> = {};
  for (const { type, is_job: isJob, chunks } of pending) if (isJob) jobs[type] = (jobs[type] ?? 0) + chunks;
  return jobs;
}

type QueueRows = {
  readonly pending: readonly rows.WaitingRow[];
  readonly scheduled: readonly { queue: string; chunks: number }[];
  readonly workers: readonly rows.WorkerRow[];
  readonly lanes: readonly rows.LaneRow[];
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

function oldest(lanes: readonly rows.LaneRow[]): Date | undefined {
  const times = lanes.map(({ oldest_at: at }) => at.getTime());
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

function chunksOf(found: readonly { chunks: number }[]): number {
  return sum(found.map(({ chunks }) => chunks));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
