/** Defines what tasks announce: the transitions that a submitter may choose, and the events that report them. */
import type { TaskState } from "./task-states.ts";

/** Transitions that a task may announce, in the order of the bits in which they are stored. */
export const ANNOUNCEMENTS = ["submitted", "started", "completed", "failed", "cancelled", "deadLettered"] as const;

/** Transition that a task may announce. `deadLettered`: one of its chunks failed for good. */
export type Announcement = (typeof ANNOUNCEMENTS)[number];

/** The bit that leaves results out of events, because a codec encodes them. */
const WITHOUT_RESULT = 64;

/** Returns the announcements as bits. Pure. */
export function announceBits(
  announce: readonly Announcement[],
  { isEncoded }: { readonly isEncoded: boolean },
): number {
  const bits = [...new Set(announce)].reduce((sum, name) => sum + 2 ** ANNOUNCEMENTS.indexOf(name), 0);
  return isEncoded ? bits + WITHOUT_RESULT : bits;
}

/** Fields that all events about a task have. */
export type TaskFacts = {
  /** Version of these fields; it is raised when one of them changes its meaning. */
  readonly schemaVersion: 1;
  readonly taskId: string;
  readonly taskKey: string | null;
  /** Unique key under which it was submitted. */
  readonly key: string | null;
  readonly type: string;
  readonly version: number;
  readonly queue: string;
  readonly tenant: string;
  readonly group: string;
  readonly chunkCount: number;
  readonly state: TaskState;
  readonly submittedAt: string;
};

/** Error of a chunk that failed for good. */
export type AnnouncedError = { readonly code: string; readonly message: string };

/** Payload of each event that tasks announce. Times are ISO 8601. */
export type TaskEventData<Result = unknown> = {
  "task.submitted": TaskFacts;
  /** Its first chunk began to run; once in the life of a task. */
  "task.started": TaskFacts & { readonly startedAt: string };
  /** `resultAt` is the path of the API with the result where `result` is left out: it is large, or encoded. */
  "task.completed": TaskFacts & {
    readonly finishedAt: string;
    readonly failedChunks: number;
    readonly result?: Result | null;
    readonly resultAt?: string;
  };
  /** `error` is that of its first failed chunk; null when only a task that it waited for failed. */
  "task.failed": TaskFacts & {
    readonly finishedAt: string;
    readonly failedChunks: number;
    readonly error: (AnnouncedError & { readonly number: number; readonly attempt: number }) | null;
  };
  "task.cancelled": TaskFacts & { readonly finishedAt: string };
  "chunk.dead_lettered": TaskFacts & {
    readonly number: number;
    readonly attempt: number;
    readonly failedAt: string;
    readonly error: AnnouncedError;
  };
};

/** Type of an event that tasks announce. */
export type TaskEventType = keyof TaskEventData;

/** Aggregate type of these events; the id is that of the task. */
export const TASK_AGGREGATE = "TASK";

/** Event that a task announced. */
export type TaskEvent<Type extends TaskEventType = TaskEventType, Result = unknown> = TaskEvents<Result>[Type];

type TaskEvents<Result> = {
  [Type in TaskEventType]: {
    /** Id, the same for every receiver. */
    readonly eventId: string;
    /** Position in the one order of all events. It increases; numbers may be missing. */
    readonly position: bigint;
    readonly type: Type;
    /** Time of the transition, by the clock of the database. */
    readonly occurredAt: Date;
    readonly taskId: bigint;
    readonly tenant: string;
    readonly data: TaskEventData<Result>[Type];
  };
};
