/** Claims chunks from the database for a worker: the next turns of its queues, and what the broker was given but nobody started. */
import type { Database } from "../database/database.ts";
import type { CallCounts } from "../runtime/counting/call-counts.ts";
import { takeTurns, TURNS_MAX, type TakenChunk } from "../fairness/take-turns.ts";
import { startWithoutTickets } from "./tickets/start-tickets.ts";

export type ClaimOptions = {
  readonly database: Database;
  readonly queues: readonly string[];
  readonly owner: string;
  readonly leases: { readonly isWatched: boolean };
  readonly leaseMs: number;
  readonly slots: number;
  readonly runner: { free(): number };
  /** Undefined: turns of these queues are given to no broker that is known here. */
  readonly tickets: { readonly isReceiving: boolean } | undefined;
  /** Counts claims, if anybody wants to know. */
  readonly claims?: CallCounts | undefined;
  /** These chunks of the queue have their turn. */
  readonly onTaken?: ((queue: string, chunks: readonly TakenChunk[]) => void) | undefined;
};

/**
 * Claims for the free slots beside chunks that are about to start. It may be awaited after these have started. Undefined: no slot
 * is free, or the broker brings what there is. An empty list: nothing may run now.
 */
export type ClaimBeside = (starting: readonly TakenChunk[]) => Promise<TakenChunk[]> | undefined;

/** From so many slots on, one half is claimed while the other runs: neither the process nor the database waits for the other. */
const HALVED_SLOTS_MIN = 200;

export function createClaim(options: ClaimOptions): ClaimBeside {
  const { slots, runner, tickets, claims } = options;
  const most = Math.min(slots < HALVED_SLOTS_MIN ? slots : Math.ceil(slots / 2), TURNS_MAX);
  const askQueues = createAskQueues(options);
  return (starting) => {
    const free = Math.min(runner.free() - starting.length, most);
    if (free <= 0 || tickets?.isReceiving === true || starting.some(({ isSuspect }) => isSuspect)) return undefined;
    const ask = () => askQueues(free);
    const claiming = claims === undefined ? ask() : claims.measure(ask);
    claiming.catch(() => undefined); // heard by whoever awaits it
    return claiming;
  };
}

/** The queues have their turn one after the other. */
function createAskQueues({ database, queues, owner, leases, leaseMs, tickets, onTaken }: ClaimOptions) {
  let nextQueue = 0;
  return async (limit: number): Promise<TakenChunk[]> => {
    for (let asked = 0; asked < queues.length; asked++) {
      const queue = queues[nextQueue++ % queues.length] ?? "";
      const holder = { queue, owner, isWatched: leases.isWatched, leaseMs };
      const started = tickets === undefined ? [] : await startWithoutTickets(database, holder, limit);
      if (started.length > 0) return started; // their turns came first
      const chunks = await takeTurns(database, { ...holder, limit });
      if (chunks.length > 0) {
        onTaken?.(queue, chunks);
        return chunks;
      }
      // Somebody else may have had a broker: what it did not deliver must not wait for ever.
      const left = tickets === undefined ? await startWithoutTickets(database, holder, limit) : [];
      if (left.length > 0) return left;
    }
    return [];
  };
}
