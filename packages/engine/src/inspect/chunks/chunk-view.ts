/** A chunk as people look at it. */
import type { PastAttempt } from "../../progress/list-attempts.ts";
import type { RunningChunk } from "../../progress/task-progress.ts";
import type { ChunkState } from "../../tasks/chunk.ts";

export type ChunkView = {
  readonly taskId: bigint;
  readonly number: number;
  readonly state: ChunkState;
  /** `finish` is the one chunk that follows when all others are completed. */
  readonly phase: "chunks" | "finish";
  /** How many attempts have begun. */
  readonly attempt: number;
  /** Of its latest dispatch. */
  readonly turn: bigint | undefined;
  readonly dueAt: Date | undefined;
  /** When its latest turn was; not known when it had none, or when the log was pruned beyond it. */
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  /** Of the latest attempt that failed. */
  readonly error: ChunkError | undefined;
  /** Who runs it now. */
  readonly owner: string | undefined;
  /** What its handler reported last in this attempt. */
  readonly reported: RunningChunk["reported"];
};

export type ChunkError = { readonly code: string | undefined; readonly message: string | undefined };

export type ChunkDetails = ChunkView & {
  readonly tenant: string;
  readonly group: string;
  readonly queue: string;
  readonly type: string;
  /** Until when it is leased to its owner unless that renews. */
  readonly leaseUntil: Date | undefined;
  /** Its process died while it ran: it runs alone the next time. */
  readonly isSuspect: boolean;
  /** How often it was given back unfinished. */
  readonly returns: number;
  /** As they are stored: what a codec encoded stays so. */
  readonly payload: unknown;
  readonly result: unknown;
  readonly lastError: unknown;
  /** Those that did not complete it, the oldest first. */
  readonly attempts: readonly PastAttempt[];
  /** The latest decision about it as a dead letter. */
  readonly decision: ChunkDecision | undefined;
};

export type ChunkDecision = {
  readonly state: "REPLAYED" | "DISCARDED";
  readonly by: string;
  readonly reason: string | undefined;
  readonly at: Date;
};

/** The letters of a grid: one for each chunk. */
export const GRID_LETTERS = {
  SCHEDULED: "s",
  PENDING: "p",
  QUEUED: "q",
  PROCESSING: "r",
  COMPLETED: "c",
  FAILED: "f",
  DEAD_LETTER: "d",
  CANCELLED: "x",
} as const satisfies Readonly<Record<ChunkState, string>>;

/** Many chunks of a task in few bytes. */
export type ChunkGrid = {
  readonly taskId: bigint;
  /** Chunks that there are. */
  readonly total: number;
  /** The number of the first chunk of the grid. */
  readonly from: number;
  /** A letter of GRID_LETTERS for each chunk, in the order of their numbers. */
  readonly states: string;
  /** A digit for each: how many attempts have begun, 9 for more. */
  readonly attempts: string;
  /** The number of the chunk that follows the last one of the grid; undefined when there is none. */
  readonly next: number | undefined;
};
