/** Claims chunks from the database for a worker: the next turns of its queues, and what the broker was given but nobody started. */
import type { Database } from "../database/database.ts";
import { takeTurns, type TakenChunk } from "../fairness/take-turns.ts";
import { startWithoutTickets } from "./tickets/start-tickets.ts";

export type ClaimOptions = {
  readonly database: Database;
  readonly queues: readonly string[];
  readonly owner: string;
  readonly leases: { readonly isWatched: boolean };
  readonly leaseMs: number;
  /** Whether turns of these queues are given to a broker while it is there. */
  readonly hasBroker: boolean;
};

/** Asks the queues in turn. None: nothing may run now. */
export function createClaim({ database, queues, owner, leases, leaseMs, hasBroker }: ClaimOptions) {
  let nextQueue = 0;
  return async (limit: number): Promise<TakenChunk[]> => {
    for (let asked = 0; asked < queues.length; asked++) {
      const queue = queues[nextQueue++ % queues.length] ?? "";
      const holder = { queue, owner, isWatched: leases.isWatched, leaseMs };
      const started = hasBroker ? await startWithoutTickets(database, holder, limit) : [];
      if (started.length > 0) return started; // their turns came first
      const chunks = await takeTurns(database, { ...holder, limit });
      if (chunks.length > 0) return chunks;
      // Somebody else may have had a broker: what it did not deliver must not wait for ever.
      const left = hasBroker ? [] : await startWithoutTickets(database, holder, limit);
      if (left.length > 0) return left;
    }
    return [];
  };
}
