/** Defines the tasks that may be submitted, and their limits. */
import type { NewLimit } from "./named-limits.ts";
import type { Announcement } from "./task-event.ts";

export const NAME_BYTES_MAX = 200;
/** The length of a task key or a unique key. */
export const KEY_BYTES_MAX = 300;
export const VERSION_MAX = 1_000_000;
export const PRIORITY_MAX = 3;
export const DEFAULT_PRIORITY = 2;
export const COST_MAX = 1_000;
export const WEIGHT_MAX = 100;
/** Virtual time of one turn: a weight must divide it, so that virtual times stay whole numbers. */
export const TURN_LENGTH = 3_603_600;
export const IN_FLIGHT_MAX = 1_000_000;
export const ATTEMPTS_MAX = 100;
export const DEFAULT_ATTEMPTS = 4;
/** The size of one payload, and of a task's input. */
export const PAYLOAD_BYTES_MAX = 1_048_576;
/** The size of one call: a submission is one statement, and the server holds all of it in memory. */
export const TASKS_MAX = 10_000;
export const CHUNKS_MAX = 100_000;
export const SUBMISSION_BYTES_MAX = 67_108_864;
/** The longest time of debounce and throttle: a year. */
export const WINDOW_MS_MAX = 31_536_000_000;
/** However often a debounced task is replaced, it runs this many windows after it was first submitted. */
export const DEBOUNCE_WINDOWS_MAX = 10;

/** Task to submit with its chunks. */
export type NewTask = {
  /** The route by which its chunks reach workers, such as a queue of the broker. */
  readonly queue: string;
  /** The pool in which tenants share the workers. Default: one that its queue has for itself. */
  readonly pool?: string;
  readonly tenant: string;
  /** The group, by which the tenant shares out its turns. */
  readonly group: string;
  readonly type: string;
  /** The version of the input and the payloads: a worker leaves unknown versions to others. Default 1. */
  readonly version?: number;
  /** 0 critical, 1 high, 2 normal, 3 low. Default 2. */
  readonly priority?: number;
  /** How much of its lane's share a chunk uses up. Default 1. Jobs of one type share the cost of the first. */
  readonly cost?: number;
  /** Its share among the tasks of its group. Default 1. Jobs of one type share the weight of the first. */
  readonly weight?: number;
  /** How many of its chunks may run at once. Default: no limit. Jobs of one type share the limit of the first. */
  readonly maxInFlight?: number;
  /** Limits that it shares with other tasks of its pool by their names. A limit has the values that its tasks brought last. */
  readonly limits?: readonly NewLimit[];
  /** An id of the workload's own, unique among all tasks; `taskKey()` makes one that ends in the time. */
  readonly taskKey?: string | TimedKey;
  readonly unique?: UniqueKey;
  readonly input?: unknown;
  readonly chunks: readonly NewChunk[];
  /** How often a chunk may be tried. Default 4. */
  readonly attemptsMax?: number;
  /** Whether one more chunk follows when all others are completed: it is numbered after them and has no payload. Default false. */
  readonly hasFinish?: boolean;
  /** A task that waits for this one before it ends. It must not have ended, nor be a job. */
  readonly parentId?: bigint;
  /** A job shares a lane with the other jobs of its type. Default: whether it is of one chunk. */
  readonly isJob?: boolean;
  /** The trace that its chunks continue, as W3C writes it. Default: the trace of the caller, if a tracer is registered. */
  readonly traceparent?: string;
  /** The name of the submitter, as people see it. Default: none. */
  readonly submittedBy?: string;
  /** Transitions that become events of the outbox, in the transactions that make them. Default: none. */
  readonly announce?: readonly Announcement[];
  /** Whether it also announces its completion and its failure if an endpoint of the tenant wants one of them. Default false. */
  readonly announceWanted?: boolean;
  /** Endpoint whose keys sign the event of its end, and the URL that receives it. Default: none. */
  readonly callback?: TaskCallback;
};

/** Destination of the event with which a task ends. */
export type TaskCallback = { readonly endpointId: string; readonly url: string };

/** Chunk of a task to submit. */
export type NewChunk = {
  readonly payload?: unknown;
  /** When it may run. Default: now. */
  readonly dueAt?: Date;
};

/** A task key that gets the time of its submission, or the next free millisecond, as its last part. */
export type TimedKey = { readonly stem: string };

/**
 * A key that one task of a tenant and type holds at a time. A submission under a key that is held makes no task: the
 * submitter receives the holder. The mode says how long a key is held and how the new input is used:
 *
 * - `forever` (default): until the task is pruned. Other input is a conflict.
 * - `singleton`: until the task is finished. Other input is a conflict.
 * - `throttle`: for `windowMs` from the submission of the task. The new input is dropped.
 * - `debounce`: until the task falls due, `windowMs` after the latest submission. The new input replaces the old one.
 *   After `DEBOUNCE_WINDOWS_MAX` windows it runs all the same. Only for tasks of one chunk without a due time.
 *
 * Input is the same when version, input and payloads are equal as json. A key is used in one mode: while it is held in
 * another one, that is a conflict too. Submitters of one key wait for each other's transactions; others do not.
 */
export type UniqueKey =
  | { readonly key: string; readonly mode?: "forever" | "singleton" }
  | { readonly key: string; readonly mode: "debounce" | "throttle"; readonly windowMs: number };

/** Task that was submitted, or the holder of its unique key. */
export type SubmittedTask = {
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  /** False when it is the holder of the unique key instead of a new task. */
  readonly isNew: boolean;
};
