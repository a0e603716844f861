/** Defines the context that all parts of a worker share: its settings and what it works with. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { ComputePool } from "../compute/compute-pool.ts";
import type { Database } from "../database/database.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { Secrets } from "../locks/locks.ts";
import type { ProgressReporter } from "../progress/progress-reporter.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { CallCounts } from "../runtime/histogram.ts";
import type { Logger } from "../runtime/logger.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import { type Pool, poolsOf } from "../tasks/pools.ts";
import { createTraceOf, type TraceOf } from "./observe-attempts.ts";
import { createFactsOf, type FactsOf } from "./task-facts.ts";
import type { TicketSource } from "./ticket-work.ts";

export type WorkerContext = WithCodec & {
  readonly database: Database;
  readonly definitions: readonly TaskDefinition[];
  /** The queues that the worker serves. */
  readonly queues: readonly string[];
  /** Their pools, that it claims from in turn. */
  readonly pools: readonly Pool[];
  /** The number of chunks that run at once. */
  readonly slots: number;
  /** The name of this process in leases. */
  readonly owner: string;
  readonly leases: LeaseHolder;
  readonly leaseMs: number;
  /** The source of turns of some of the queues while the broker is connected. Other turns are taken from the database. */
  readonly tickets?: TicketSource | undefined;
  readonly compute: ComputePool;
  /** Receives the progress that handlers report. Without one it is dropped. */
  readonly progress?: Pick<ProgressReporter, "report"> | undefined;
  /** The store of `ctx.secrets`. Without it, handlers that ask for a secret are refused. */
  readonly secrets?: Secrets | undefined;
  /** The longest time without a poll for work. */
  readonly pollIntervalMs: number;
  /** How long a handler may continue after it was asked to end. */
  readonly graceMs: number;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Count the statements that claim and settle. */
  readonly claims: CallCounts;
  readonly settles: CallCounts;
  /** Reads the traces of tasks, while traces are recorded. */
  readonly traceOf: TraceOf;
  /** Reads the facts of tasks that handlers receive. */
  readonly factsOf: FactsOf;
  /** Is called with the turns that the worker took from a pool. */
  readonly onTaken?: ((pool: string, chunks: readonly TakenChunk[]) => void) | undefined;
  /** Is called when all chunks of a claim are settled. */
  readonly onSettled?: (() => void) | undefined;
};

type DefaultedPart = "pools" | "clock" | "claims" | "settles" | "traceOf" | "factsOf";

/** A worker context without the parts that have defaults. */
export type WorkerOptions = Omit<WorkerContext, DefaultedPart> & Partial<Pick<WorkerContext, DefaultedPart>>;

export function createWorkerContext(options: WorkerOptions): WorkerContext {
  const { clock = systemClock } = options;
  return {
    pools: poolsOf(options.definitions, options.queues),
    claims: new CallCounts(clock),
    settles: new CallCounts(clock),
    traceOf: createTraceOf(options.database),
    factsOf: createFactsOf(options.database),
    ...options,
    clock,
  };
}

/** Renews the leases of chunks that run. */
export type LeaseHolder = {
  /** Whether the process holds its presence lock, so that others notice its end at once. */
  readonly isWatched: boolean;
  hold(leaseToken: bigint, options: { readonly untilMs: number }): void;
  drop(leaseToken: bigint): void;
};
