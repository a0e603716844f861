/** Declares the options of a task definition and the context that handlers receive. */
import type { ComputeFunction, ComputeTarget } from "../compute/compute-target.ts";
import type { Queryable, Transaction } from "../database/database.ts";
import type { Logger } from "../runtime/logger.ts";
import type { NewTask, SubmittedTask } from "./new-task.ts";
import type { Outcome } from "./outcome.ts";
import type { RetryPolicy } from "./retry-policy.ts";
import type { JsonOf, ParsedBy, Schema } from "./schema.ts";
import type { Announcement } from "./task-event.ts";

/** The longest attempt: a week. */
export const TIMEOUT_MS_MAX = 604_800_000;
export const DEFAULT_TIMEOUT_MS = 3_600_000;
export const DEFAULT_QUEUE = "default";
export const DEFAULT_POOL = "default";

/** Settings that every task definition may have. */
export type TaskSettings = {
  /** Words in lower case joined by hyphens, parts joined by dots: `demo.count-words`. */
  readonly name: string;
  /** The version of input and payloads: raise it when workers of the old code cannot read the new ones. Default 1. */
  readonly version?: number;
  /** The route by which its chunks reach workers, such as a queue of the broker. Default DEFAULT_QUEUE. */
  readonly queue?: string;
  /** The pool in which tenants share the workers: all its queues are one tree of turns. Default DEFAULT_POOL. */
  readonly pool?: string;
  /** When a failed attempt is tried again. Default DEFAULT_RETRY. */
  readonly retry?: RetryPolicy;
  /** How long one attempt may take. Default DEFAULT_TIMEOUT_MS. */
  readonly timeoutMs?: number;
  /** How many of its chunks may run at once. Default: no limit. */
  readonly maxInFlight?: number;
  /** How much of its lane's share a chunk uses up. Default 1. */
  readonly cost?: number;
  /** Its share among the tasks of its group. Default 1. */
  readonly weight?: number;
  /** 0 critical, 1 high, 2 normal, 3 low. Default 2. */
  readonly priority?: number;
  /** Transitions that its tasks announce as events. Default: none. */
  readonly announce?: readonly Announcement[];
  /**
   * Returns fields that tickets of its chunks carry besides ids, for people who read the broker's messages: small, never secret, and read by no program.
   * Made of names alone, since payloads do not travel.
   */
  readonly ticketFields?: (task: TicketTask) => TicketFields;
};

/** Task that a ticket is written for. */
export type TicketTask = { readonly tenant: string; readonly group: string; readonly taskKey: string | undefined };

/** Additional fields of a ticket. */
export type TicketFields = Readonly<Record<string, string | number>>;

/** A task of one chunk, whose payload is the input. */
export type JobOptions<Input, Result> = TaskSettings & {
  readonly split?: never;
  readonly chunk?: never;
  readonly finish?: never;
  readonly run: Run<Input, Result, Input>;
  /** Runs once after the job, in a chunk of its own: submits what follows. */
  readonly then?: Then<Input, JsonOf<Result>, JsonOf<Result>>;
};

/** A task that is cut into chunks. Types flow from one to the next when they are written in this order. */
export type SplitOptions<Input, Part, PartSchema extends Schema, Result, Final> = TaskSettings & {
  /** Cuts the input into the payloads of the chunks, at submission. */
  readonly split: (input: Input) => readonly Part[] | Promise<readonly Part[]>;
  /** Checks each payload, at submission and before it is run. */
  readonly chunk?: PartSchema;
  readonly run: Run<Payload<Part, PartSchema>, Result, Input>;
  /** Makes the task's result of those of its chunks, in their order. Without it the task has none. */
  readonly finish?: (results: readonly JsonOf<Result>[]) => Final | Promise<Final>;
  /** Runs once after the last chunk, in a chunk of its own: submits what follows. */
  readonly then?: Then<Input, JsonOf<Result>, JsonOf<Final>>;
};

/** Any of the forms, with the types forgotten. Methods, because only their parameters may be of narrower types. */
export type AnyOptions = TaskSettings & {
  readonly input?: Schema;
  readonly chunk?: Schema;
  split?(input: unknown): unknown;
  run(payload: unknown, context: RunContext): unknown;
  finish?(results: readonly unknown[]): unknown;
  then?(context: ThenContext): Promise<void>;
};

/** Does the work of one chunk. What it returns is the result, unless it is an outcome. */
export type Run<Chunk, Result, Input> = (
  payload: Chunk,
  context: RunContext<Input>,
) => Result | Outcome<Result> | Promise<Result | Outcome<Result>>;

type Then<Input, Result, Final> = (context: ThenContext<Input, Result, Final>) => Promise<void>;

/** Without a schema a payload is what JSON makes of the part. */
type Payload<Part, PartSchema extends Schema> = [PartSchema] extends [never] ? JsonOf<Part> : ParsedBy<PartSchema>;

/** Context of a handler: its place, its attempt and the ways to report, write and compute. */
export type RunContext<Input = unknown> = {
  readonly taskId: bigint;
  readonly tenant: string;
  readonly group: string;
  /** The number of the chunk within its task, counted from 1. */
  readonly number: number;
  /** How many chunks the task has. */
  readonly chunkCount: number;
  /** Counted from 1. */
  readonly attempt: number;
  /** Reads what the task was submitted with. */
  readonly task: () => Promise<TaskOrigin<Input>>;
  /** Aborts when time is up, the lease is lost, the task is cancelled or the worker stops. */
  readonly signal: AbortSignal;
  /** Lines carry the ids of task and chunk. */
  readonly logger: Logger;
  readonly progress: (done: number, total: number, note?: string) => void;
  /** The database, for reading. Writes here happen as often as the chunk runs; writes that must happen once belong into `commit`. */
  readonly database: Queryable;
  /**
   * Writes in the transaction that completes the chunk, so that these writes happen once however often the handler runs. The
   * transaction ends when the handler returns, and stores what it returns: return right after. Nothing is written when the
   * handler throws, returns another outcome, or lost its lease. `onCommitted` is called when all of it is committed.
   *
   * @example return commit(async (tx) => (await tx.query(insertPayment(input))).length);
   */
  readonly commit: <Written>(
    write: (tx: Transaction) => Promise<Written>,
    onCommitted?: () => void,
  ) => Promise<Written>;
  /** Submits what follows in the transaction of `commit`: it is there when the chunk is completed, and only then. */
  readonly submit: (tx: Transaction, tasks: readonly NewTask[]) => Promise<SubmittedTask[]>;
  readonly secrets: NeededSecrets;
  /** Ends with the attempt: what is left of it is stopped when the signal aborts. */
  readonly compute: Compute;
};

/** Secrets that were put with the coordinator. */
export type NeededSecrets = {
  /**
   * Rejects with SECRET_MISSING when it is not there: let it pass, and the chunk waits, at no cost, until the caller has put
   * the secret again.
   */
  read(key: string): Promise<Uint8Array>;
  /** False when it was not there any more. */
  drop(key: string): Promise<boolean>;
};

/** Runs a function in a process of its own, so that heavy work blocks no other work and cannot end the worker. */
export type Compute = <Data, Result>(
  target: ComputeFunction<Data, Result> | ComputeTarget<Data, Result>,
  data: Data,
  options?: { readonly timeoutMs?: number },
) => Promise<Result>;

/** Input of a task and the name of its submitter. */
export type TaskOrigin<Input = unknown> = {
  /** As the schema of the input makes it, if there is one. */
  readonly input: Input;
  /** Undefined: it was submitted without a name. */
  readonly submittedBy: string | undefined;
};

/** Context of `then`: it reads, writes and submits in the transaction that ends its own chunk. */
export type ThenContext<Input = unknown, Result = unknown, Final = unknown> = TaskOrigin<Input> & {
  readonly taskId: bigint;
  readonly tenant: string;
  readonly group: string;
  /** The result of the task: what `finish` made, or what a job returned. */
  readonly result: Final;
  /** Reads the results of the chunks, in their order. */
  readonly results: () => Promise<readonly Result[]>;
  readonly tx: Transaction;
  readonly submit: (tasks: readonly NewTask[]) => Promise<SubmittedTask[]>;
};
