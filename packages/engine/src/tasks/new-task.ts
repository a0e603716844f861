/** What may be submitted, and the limits of it. */

export const NAME_BYTES_MAX = 200;
export const TASK_KEY_BYTES_MAX = 300;
export const VERSION_MAX = 1_000_000;
export const COST_MAX = 1_000;
export const WEIGHT_MAX = 100;
export const IN_FLIGHT_MAX = 1_000_000;
/** Of one payload, and of a task's input. */
export const PAYLOAD_BYTES_MAX = 1_048_576;
/** Of one call: a submission is one statement, and the server holds all of it in memory. */
export const TASKS_MAX = 10_000;
export const CHUNKS_MAX = 100_000;
export const SUBMISSION_BYTES_MAX = 67_108_864;

/** Virtual time of one turn: a weight must divide it, so that virtual times stay whole numbers. */
export const TURN_LENGTH = 3_603_600;

export type NewTask = {
  /** The pool of workers that it is for. */
  readonly queue: string;
  readonly tenant: string;
  /** What the tenant shares its turns out by. */
  readonly group: string;
  readonly type: string;
  /** Of the input and the payloads: a worker leaves versions that it does not know to others. Default 1. */
  readonly version?: number;
  /** 0 critical, 1 high, 2 normal, 3 low. Default 2. */
  readonly priority?: number;
  /** How much of its lane's share a chunk uses up. Default 1. Jobs of one type share the cost of the first. */
  readonly cost?: number;
  /** Its share among the tasks of its group. Default 1. Jobs of one type share the weight of the first. */
  readonly weight?: number;
  /** How many of its chunks may run at once. Default: no limit. Jobs of one type share the limit of the first. */
  readonly maxInFlight?: number;
  /** An id of the workload's own, unique for ever. */
  readonly taskKey?: string;
  readonly input?: unknown;
  readonly chunks: readonly NewChunk[];
  /** A job shares a lane with the other jobs of its type. Default: whether it is of one chunk. */
  readonly isJob?: boolean;
};

export type NewChunk = {
  readonly payload?: unknown;
  /** When it may run. Default: now. */
  readonly dueAt?: Date;
};

export type SubmittedTask = {
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
};
