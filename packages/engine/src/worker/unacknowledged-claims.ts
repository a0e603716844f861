/** Makes claims, and gives back the chunks of those whose response was lost, which no worker would run until their lease ends. */
import { mayHaveRun } from "../database/database-error.ts";
import type { Queryable } from "../database/database.ts";
import { newLeaseToken } from "../fairness/take-turns.ts";
import { fenceLease } from "../leases/leases.sql.ts";
import { createLoop, type Next } from "../runtime/loop.ts";
import { type EndedChunk, settleChunks, SETTLED_MAX } from "./settle-chunks.ts";
import type { WorkerContext } from "./worker-context.ts";
import type { NewLease } from "./worker.sql.ts";

export type UnacknowledgedClaims = {
  /** Makes a claim in a pool, under a lease of its own. A claim that fails and may have been granted all the same is given back. */
  make<Result>(queue: string, claim: (lease: NewLease) => Promise<Result>): Promise<Result>;
  start(): void;
  /** Tries once more, if a claim is left, and leaves it to the process that rescues its lease. */
  stop(): Promise<void>;
};

/** Beyond it the oldest claim is forgotten, and its lease expires. */
const UNACKNOWLEDGED_MAX = 1_000;
/** A claim that is still under way may block the statement, and must not block a stop. */
const STATEMENT_MS = 5_000;
/** A claim may be under way for as long as the server takes to notice that its client has disconnected: seconds. */
const FENCE_MS = 60_000;
const BACKOFF = { firstMs: 100, factor: 2, maxMs: 2_000 };

/** No two claims share a token, so the runner has none of the chunks that are given back. */
export function createUnacknowledgedClaims(context: WorkerContext): UnacknowledgedClaims {
  const { owner, leases, leaseMs, logger, clock } = context;
  const unacknowledged = new Map<bigint, Claimed>();

  const giveBackAll = async (): Promise<Next> => {
    for (const [leaseToken, claimed] of unacknowledged) {
      await giveBack(context, claimed);
      unacknowledged.delete(leaseToken);
    }
    return "idle";
  };
  const loop = createLoop({
    name: "the return of unacknowledged claims",
    runOnce: giveBackAll,
    intervalMs: Number.POSITIVE_INFINITY,
    backoff: BACKOFF,
    logger,
    clock,
  });
  const remember = (claimed: Claimed): void => {
    unacknowledged.set(claimed.leaseToken, claimed);
    const [oldest] = unacknowledged.keys();
    if (unacknowledged.size > UNACKNOWLEDGED_MAX && oldest !== undefined) unacknowledged.delete(oldest);
    loop.wake();
  };

  return {
    async make(queue, claim) {
      const leaseToken = newLeaseToken();
      try {
        return await claim({ queue, owner, isWatched: leases.isWatched, leaseMs, leaseToken });
      } catch (error) {
        if (mayHaveRun(error)) remember({ queue, leaseToken });
        throw error;
      }
    },
    start: () => loop.start(),
    async stop() {
      await loop.stop();
      if (unacknowledged.size === 0) return;
      await giveBackAll().catch((error: unknown) =>
        logger.warn(
          { error, claims: unacknowledged.size },
          "unacknowledged claims could not be given back: their chunks are rescued",
        ),
      );
    },
  };
}

type Claimed = { readonly queue: string; readonly leaseToken: bigint };

/** Its chunks never ran here: they go back at once, and the attempts do not count. */
async function giveBack(context: WorkerContext, { queue, leaseToken }: Claimed): Promise<void> {
  const { database, owner, leases, logger } = context;
  const on: Queryable = { query: (statement) => database.query(statement, { timeoutMs: STATEMENT_MS }) };
  const rows = await on.query(fenceLease({ leaseToken, queue, owner, fenceMs: FENCE_MS }));
  const ended = rows.map(({ task_id: taskId, number }): EndedChunk => ({ taskId, number, leaseToken, kind: "return" }));
  if (ended.length === 0) return;
  for (let from = 0; from < ended.length; from += SETTLED_MAX)
    await settleChunks(on, { owner, ended: ended.slice(from, from + SETTLED_MAX) });
  leases.drop(leaseToken);
  logger.warn({ pool: queue, chunks: ended.length }, "the answer to a claim was lost: its chunks wait again");
}
