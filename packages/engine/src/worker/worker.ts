/** Claims chunks for its free slots in fair order, runs their handlers and settles the outcomes. */
import type { Database } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { Clock } from "../runtime/clock.ts";
import { createLoop, type Next } from "../runtime/loop.ts";
import type { Pool } from "../tasks/define-task.ts";
import { type Claim, createClaim, nextDueMs } from "./claim-chunks.ts";
import type { AttemptCounts } from "./observe-attempts.ts";
import { Runner } from "./runner.ts";
import { createTicketWork, type TicketWork } from "./ticket-work.ts";
import { createUnacknowledgedClaims } from "./unacknowledged-claims.ts";
import { createWorkerContext, type WorkerOptions } from "./worker-context.ts";

export type Worker = {
  start(): void;
  /** Polls at once, because work may wait. */
  wake(): void;
  /** Runs all chunks that may run now and those that follow from them, and returns when they are settled. */
  drain(): Promise<void>;
  /** Returns the number of chunks that run, and the outcomes of those before them. */
  counts(): { readonly running: number; readonly attempts: readonly AttemptCounts[] };
  /** Ends the chunks of leases that this process lost. */
  loseLeases(leaseTokens: readonly bigint[]): void;
  /** Ends the chunks of tasks that were cancelled. */
  cancelTasks(taskIds: readonly bigint[]): void;
  /**
   * Claims nothing more, asks handlers to end, gives back the chunks of those that do not, and returns when all are settled. While
   * the database does not answer, settling is tried for one more grace, and then left to the process that rescues the leases.
   */
  stop(): Promise<void>;
};

export function createWorker(options: WorkerOptions): Worker {
  const context = createWorkerContext(options);
  const { database, clock } = context;
  const unacknowledged = createUnacknowledgedClaims(context);
  const tickets: TicketWork | undefined =
    context.tickets &&
    createTicketWork(context, context.tickets, {
      unacknowledged,
      runner: () => runner,
      asked: () => claim.asked,
      onAdmitted: () => claim.onTicketAdmitted(),
    });
  const onFree = () => {
    if (!claim.isNext) tickets?.onFree();
    loop.wake();
  };
  const runner: Runner = new Runner(context, { onFree, onOver: (chunks) => tickets?.onOver(chunks) });
  const claim: Claim = createClaim(context, { runner, unacknowledged, tickets });
  let claimed = 0;

  const pollOnce = async (signal: AbortSignal): Promise<Next> => {
    for (
      let claiming = claim.beside([]);
      claiming !== undefined;
      claiming ??= signal.aborted ? undefined : claim.beside([])
    ) {
      const chunks: TakenChunk[] = await claiming;
      if (chunks.length === 0) return { dueInMs: await soonestDue(database, claim.pools()) };
      claimed += chunks.length;
      claiming = signal.aborted ? undefined : claim.beside(chunks); // decided on while handlers run
      runner.start(chunks);
      await clock.wait(0, signal); // handlers that have nothing to wait for end before the next claim
    }
    return "idle"; // woken when a slot is free, or the broker is lost
  };

  const loop = createLoop({
    name: "worker",
    runOnce: (signal) => pollOnce(signal).finally(() => tickets?.onFree()), // tickets get the slots that are left
    intervalMs: context.pollIntervalMs,
    logger: context.logger,
    clock,
  });
  return {
    start() {
      unacknowledged.start();
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
      await doneWithin(2 * context.graceMs, runner, clock);
      await received;
      await unacknowledged.stop();
    },
  };
}

const LOST = new RotaError("LEASE_LOST", "the lease was lost: another worker may have the chunk");
const CANCELLED = new RotaError("TASK_CANCELLED", "the task was cancelled");
const STOPPING = new RotaError("WORKER_STOPPING", "the worker stops: the chunk goes back and costs no attempt");

/** Gives up what cannot be settled by then. */
async function doneWithin(ms: number, runner: Runner, clock: Clock): Promise<void> {
  const isDone = new AbortController();
  void clock.wait(ms, isDone.signal).then(() => runner.giveUp());
  await runner.done();
  isDone.abort();
}

/** Returns Infinity when nothing is known to fall due: then the poll interval decides. */
async function soonestDue(database: Database, pools: readonly Pool[]): Promise<number> {
  const dues = await Promise.all(pools.map(({ name }) => nextDueMs(database, name)));
  return Math.min(...dues.map((due) => due ?? Number.POSITIVE_INFINITY));
}
