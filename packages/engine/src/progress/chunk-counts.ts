/** How many chunks are in each state, and how sure that is. Pure. */
import type { ChunkState } from "../tasks/chunk.ts";

/** Counting stops here: what there is more of is said to be at least so many. */
export const COUNTED_MAX = 10_000;

export type Count = {
  readonly count: number;
  /** Whether there are exactly so many, or perhaps more, or perhaps fewer, or about so many. */
  readonly precision: "exact" | "atLeast" | "atMost" | "about";
};

export type ChunkCounts = Readonly<Record<ChunkState, Count>>;

export const exactly = (count: number): Count => ({ count, precision: "exact" });

/** Of what was counted up to one more than the most that is counted. */
export function countedUpTo(counted: number, most = COUNTED_MAX): Count {
  return counted > most ? { count: most, precision: "atLeast" } : exactly(counted);
}

/** What is left of an exact number after counts that may be too small. */
export function leftOf(whole: number, parts: readonly Count[]): Count {
  const count = Math.max(0, whole - parts.reduce((sum, part) => sum + part.count, 0));
  return parts.every(({ precision }) => precision === "exact") ? exactly(count) : { count, precision: "atMost" };
}

export type TaskTally = {
  readonly total: number;
  readonly remaining: number;
  readonly failed: number;
  readonly processing: number;
  /** These were counted up to one more than the most that is counted. */
  readonly scheduled: number;
  readonly queued: number;
  readonly cancelled: number;
  readonly dead_letters: number;
  readonly failed_seen: number;
};

/** What can be counted cheaply gives the rest: all that wait but are neither scheduled nor queued are pending, and so on. */
export function chunkCounts(tally: TaskTally, most = COUNTED_MAX): ChunkCounts {
  const scheduled = countedUpTo(tally.scheduled, most);
  const queued = countedUpTo(tally.queued, most);
  const cancelled = countedUpTo(tally.cancelled, most);
  const processing = exactly(tally.processing);
  const areAllSeen = tally.failed_seen >= tally.failed;
  const deadLetters: Count = { count: tally.dead_letters, precision: areAllSeen ? "exact" : "atLeast" };
  return {
    SCHEDULED: scheduled,
    PENDING: leftOf(tally.remaining, [processing, scheduled, queued]),
    QUEUED: queued,
    PROCESSING: processing,
    COMPLETED: leftOf(tally.total - tally.remaining - tally.failed, [cancelled]),
    FAILED: leftOf(tally.failed, [deadLetters]),
    DEAD_LETTER: deadLetters,
    CANCELLED: cancelled,
  };
}

/** Rounded down to a tenth, so that 100 means all. */
export function percentOf(done: number, of: number): number {
  return of === 0 ? 0 : Math.floor((Math.min(done, of) * 1_000) / of) / 10;
}
