/** Claims chunks for its free slots in fair order, runs their handlers and settles what becomes of them. */
import type { WithCodec } from "../codec/payload-codec.ts";
import type { ComputePool } from "../compute/compute-pool.ts";
import type { Secrets } from "../locks/locks.ts";
import type { Database } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { ProgressReporter } from "../progress/progress-reporter.ts";
import { systemClock, type Clock } from "../runtime/clock.ts";
import type { CallCounts } from "../runtime/histogram.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Next } from "../runtime/loop.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import { type Claim, type ClaimOptions, createClaim, nextDueMs } from "./claim-chunks.ts";
import type { AttemptCounts } from "./observe-attempts.ts";
import { type LeaseHolder, Runner } from "./runner.ts";
import { createTicketWork, type TicketSource, type TicketWork } from "./ticket-work.ts";
import { createUnacknowledgedClaims } from "./unacknowledged-claims.ts";

export type WorkerOptions = WithCodec & {
  readonly database: Database;
  readonly definitions: readonly TaskDefinition[];
  /** Whose work it takes, in turn. */
  readonly queues: readonly string[];
  /** How many chunks run at once. */
  readonly slots: number;
  /** The name of this process in leases. */
  readonly owner: string;
  readonly leases: LeaseHolder;
  /** Where turns of some of its queues come from while the broker is there. The others are taken from the database. */
  readonly tickets?: TicketSource;
  readonly compute: ComputePool;
  /** Takes what handlers report of their progress. Without one it is dropped. */
  readonly progress?: Pick<ProgressReporter, "report">;
  /** What `ctx.secrets` reads. Without them, handlers that ask for a secret are refused. */
  readonly secrets?: Secrets | undefined;
  readonly leaseMs: number;
  /** How long it waits at most before it looks for work again. */
  readonly pollIntervalMs: number;
  /** How long a handler may go on after it was asked to end. */
  readonly graceMs: number;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Count the statements that claim and settle, if anybody wants to know. */
  readonly claims?: CallCounts;
  readonly settles?: CallCounts;
  readonly onTaken?: ClaimOptions["onTaken"];
};

export type Worker = {
  start(): void;
  /** Work may wait: look at once. */
  wake(): void;
  /** Runs all that may run now, and what follows from it, and returns when it is settled. */
  drain(): Promise<void>;
  /** How many chunks run, and what became of those before them. */
  counts(): { readonly running: number; readonly attempts: readonly AttemptCounts[] };
  /** These leases ended without us. */
  loseLeases(leaseTokens: readonly bigint[]): void;
  /** These tasks were cancelled. */
  cancelTasks(taskIds: readonly bigint[]): void;
  /**
   * Takes nothing more, asks what runs to end, gives back what does not, and returns when all of it is settled. While the
   * database does not answer it is tried for one more grace, and then left to whoever rescues the leases.
   */
  stop(): Promise<void>;
};

export function createWorker(options: WorkerOptions): Worker {
  const { database, queues, clock = systemClock, logger } = options;
  const unheard = createUnacknowledgedClaims({ ...options, clock });
  const parts = { ...options, clock, unheard };
  const tickets: TicketWork | undefined =
    options.tickets &&
    createTicketWork(options.tickets, {
      ...parts,
      runner: () => runner,
      asked: () => claim.asked,
      onAdmitted: () => claim.ticketGot(),
    });
  const onFree = () => {
    if (!claim.isNext) tickets?.onFree();
    loop.wake();
  };
  const runner: Runner = new Runner({ ...parts, onFree, onOver: (chunks) => tickets?.onOver(chunks) });
  const claim: Claim = createClaim({ ...parts, runner, tickets });
  let claimed = 0;

  const lookOnce = async (signal: AbortSignal): Promise<Next> => {
    for (
      let claiming = claim.beside([]);
      claiming !== undefined;
      claiming ??= signal.aborted ? undefined : claim.beside([])
    ) {
      const chunks: TakenChunk[] = await claiming;
      if (chunks.length === 0) return { dueInMs: await soonestDue(database, queues) };
      claimed += chunks.length;
      claiming = signal.aborted ? undefined : claim.beside(chunks); // decided on while handlers run
      runner.start(chunks);
      await clock.wait(0, signal); // handlers that have nothing to wait for end before the next claim
    }
    return "idle"; // woken when a slot is free, or the broker is lost
  };

  const loop = createLoop({
    name: "worker",
    runOnce: (signal) => lookOnce(signal).finally(() => tickets?.onFree()), // they have what is left
    intervalMs: options.pollIntervalMs,
    logger,
    clock,
  });
  return {
    start() {
      unheard.start();
      loop.start();
      tickets?.start(() => loop.wake());
    },
    wake: () => loop.wake(),
    async drain() {
      for (let before = -1; before !== claimed;) {
        before = claimed;
        await loop.runOnce();
        await runner.done();
      }
    },
    counts: () => ({ running: runner.running, attempts: runner.counts() }),
    loseLeases: (tokens) => runner.abort((chunk) => tokens.includes(chunk.leaseToken), LOST),
    cancelTasks: (taskIds) => runner.abort((chunk) => taskIds.includes(chunk.taskId), CANCELLED),
    async stop() {
      const received = tickets?.stop();
      await loop.stop();
      runner.abort(() => true, STOPPING);
      await doneWithin(2 * options.graceMs, runner, clock);
      await received;
      await unheard.stop();
    },
  };
}

const LOST = new RotaError("LEASE_LOST", "the lease was lost: another worker may have the chunk");
const CANCELLED = new RotaError("TASK_CANCELLED", "the task was cancelled");
const STOPPING = new RotaError("WORKER_STOPPING", "the worker stops: the chunk goes back and costs no attempt");

/** What cannot be settled by then is given up. */
async function doneWithin(ms: number, runner: Runner, clock: Clock): Promise<void> {
  const isDone = new AbortController();
  void clock.wait(ms, isDone.signal).then(() => runner.giveUp());
  await runner.done();
  isDone.abort();
}

/** Infinity when nothing is known to fall due: then the poll interval decides. */
async function soonestDue(database: Database, queues: readonly string[]): Promise<number> {
  const dues = await Promise.all(queues.map((queue) => nextDueMs(database, queue)));
  return Math.min(...dues.map((due) => due ?? Number.POSITIVE_INFINITY));
}
