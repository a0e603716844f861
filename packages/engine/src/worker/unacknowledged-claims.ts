/** Gives back the chunks of claims whose response was lost, which no worker would run until their lease ends. */
import { mayHaveRun } from "../database/database-error.ts";
import type { Database, Queryable } from "../database/database.ts";
import { newLeaseToken } from "../fairness/take-turns.ts";
import { fenceLease } from "../leases/leases.sql.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Next } from "../runtime/loop.ts";
import { settleChunks, SETTLED_MAX, type UnfinishedChunk } from "./settle-chunks.ts";

export type UnacknowledgedClaimsOptions = {
  readonly database: Database;
  readonly owner: string;
  readonly leases: { drop(leaseToken: bigint): void };
  readonly logger: Logger;
  readonly clock: Clock;
};

export type UnacknowledgedClaims = {
  /** Makes a claim in a queue, under a token of its own. One that fails and may have been granted all the same is given back. */
  make<Result>(queue: string, claim: (leaseToken: bigint) => Promise<Result>): Promise<Result>;
  start(): void;
  /** Tries once more, if anything is left, and leaves it to whoever rescues the leases. */
  stop(): Promise<void>;
};

/** Beyond it the oldest is forgotten: its lease runs out by itself. */
const UNACKNOWLEDGED_MAX = 1_000;
/** A claim that is still under way may hold the statement up, and must not hold up a stop. */
const STATEMENT_MS = 5_000;
/** A claim may be on its way for as long as the server takes to notice that its client has gone: seconds. */
const FENCE_MS = 60_000;
const BACKOFF = { firstMs: 100, factor: 2, maxMs: 2_000 };

/** No token is used by two claims, so that whatever is given back is known to nobody here. */
export function createUnacknowledgedClaims(options: UnacknowledgedClaimsOptions): UnacknowledgedClaims {
  const { logger, clock } = options;
  const unheard = new Map<bigint, Claimed>();

  const giveBackAll = async (): Promise<Next> => {
    for (const [leaseToken, claimed] of unheard) {
      await giveBack(options, claimed);
      unheard.delete(leaseToken);
    }
    return "idle";
  };
  const loop = createLoop({
    name: "the return of unheard claims",
    runOnce: giveBackAll,
    intervalMs: Number.POSITIVE_INFINITY,
    backoff: BACKOFF,
    logger,
    clock,
  });
  const remember = (claimed: Claimed): void => {
    unheard.set(claimed.leaseToken, claimed);
    const [oldest] = unheard.keys();
    if (unheard.size > UNACKNOWLEDGED_MAX && oldest !== undefined) unheard.delete(oldest);
    loop.wake();
  };

  return {
    async make(queue, claim) {
      const leaseToken = newLeaseToken();
      try {
        return await claim(leaseToken);
      } catch (error) {
        if (mayHaveRun(error)) remember({ queue, leaseToken });
        throw error;
      }
    },
    start: () => loop.start(),
    async stop() {
      await loop.stop();
      if (unheard.size === 0) return;
      await giveBackAll().catch((error: unknown) =>
        logger.warn(
          { error, claims: unheard.size },
          "unheard claims could not be given back: their chunks are rescued",
        ),
      );
    },
  };
}

type Claimed = { readonly queue: string; readonly leaseToken: bigint };

/** Its chunks never ran here: they go back at once, and it costs them no attempt. */
async function giveBack(options: UnacknowledgedClaimsOptions, { queue, leaseToken }: Claimed): Promise<void> {
  const { database, owner, leases, logger } = options;
  const on: Queryable = { query: (statement) => database.query(statement, { timeoutMs: STATEMENT_MS }) };
  const rows = await on.query(fenceLease({ leaseToken, queue, owner, fenceMs: FENCE_MS }));
  const unfinished = rows.map((row): UnfinishedChunk => ({
    taskId: row.task_id,
    number: row.number,
    leaseToken,
    outcome: "RETURN",
  }));
  if (unfinished.length === 0) return;
  for (let from = 0; from < unfinished.length; from += SETTLED_MAX)
    await settleChunks(on, { owner, unfinished: unfinished.slice(from, from + SETTLED_MAX) });
  leases.drop(leaseToken);
  logger.warn({ queue, chunks: unfinished.length }, "the answer to a claim was lost: its chunks wait again");
}
