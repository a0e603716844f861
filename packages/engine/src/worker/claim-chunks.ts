/** Claims chunks for the free slots of a worker: the next turns of its queues, and chunks that were given to the broker but not started. */
import type { Database, Queryable } from "../database/database.ts";
import type { Ticket } from "../dispatch/ticket.ts";
import { type TakenChunk, takeTurns, TURNS_MAX } from "../fairness/take-turns.ts";
import type { CallCounts } from "../runtime/histogram.ts";
import { selectNextDue } from "../tasks/tasks.sql.ts";
import type { UnacknowledgedClaims } from "./unacknowledged-claims.ts";
import { type StartedRow, startQueued, takeQueued, type TicketHolder } from "./worker.sql.ts";

export type ClaimOptions = {
  readonly database: Database;
  readonly queues: readonly string[];
  readonly owner: string;
  readonly leases: { readonly isWatched: boolean };
  readonly leaseMs: number;
  readonly slots: number;
  readonly runner: { free(): number };
  readonly unheard: Pick<UnacknowledgedClaims, "make">;
  /** Undefined: turns of these queues are given to no broker that is known here. */
  readonly tickets: Tickets | undefined;
  /** Counts claims, if anybody wants to know. */
  readonly claims?: CallCounts | undefined;
  /** These chunks of the queue have their turn. */
  readonly onTaken?: ((queue: string, chunks: readonly TakenChunk[]) => void) | undefined;
};

type Tickets = {
  /** Whether turns of its queues come as tickets at the moment. */
  readonly isReceiving: boolean;
  readonly queues: readonly string[];
  /** Of slots that are promised to tickets. */
  readonly admitted: number;
};

export type Claim = {
  /**
   * Claims for the free slots beside chunks that are about to start. It may be awaited after these have started. Undefined: no
   * slot is free, or the broker brings what there is. An empty list: nothing may run now.
   */
  beside(starting: readonly TakenChunk[]): Promise<TakenChunk[]> | undefined;
  /** Of slots that the claim under way asks for: tickets must leave them. */
  readonly asked: number;
  /** Tickets had the last slot, and something may wait in the database beside them. */
  readonly isNext: boolean;
  /** A ticket has got a slot. */
  ticketGot(): void;
};

/** From so many slots on, one half is claimed while the other runs: neither the process nor the database waits for the other. */
const HALVED_SLOTS_MIN = 200;

export function createClaim(options: ClaimOptions): Claim {
  const { slots, runner, tickets, claims, queues } = options;
  const most = Math.min(slots < HALVED_SLOTS_MIN ? slots : Math.ceil(slots / 2), TURNS_MAX);
  const withoutTickets = queues.filter((queue) => tickets?.queues.includes(queue) !== true);
  const askQueues = createAskQueues(options);
  let asked = 0;
  let mayFind = false;
  let areTicketsNext = true;

  const ask = async (from: readonly string[], limit: number): Promise<TakenChunk[]> => {
    asked = limit;
    mayFind = false;
    try {
      const chunks = await askQueues(from, limit);
      mayFind = areTicketsNext = chunks.length > 0;
      return chunks;
    } finally {
      asked = 0;
    }
  };
  return {
    beside(starting) {
      const from = tickets?.isReceiving === true ? withoutTickets : queues;
      if (from.length === 0 || starting.some(({ isSuspect }) => isSuspect)) return undefined;
      const free = Math.min(runner.free() - (tickets?.admitted ?? 0) - starting.length, most);
      mayFind ||= free <= 0;
      if (free <= 0) return undefined;
      const claiming = claims === undefined ? ask(from, free) : claims.measure(() => ask(from, free));
      claiming.catch(() => undefined); // heard by whoever awaits it
      return claiming;
    },
    get asked() {
      return asked;
    },
    get isNext() {
      return mayFind && !areTicketsNext && tickets?.isReceiving === true;
    },
    ticketGot: () => void (areTicketsNext = false),
  };
}

/** The queues have their turn one after the other. */
function createAskQueues({ database, owner, leases, leaseMs, unheard, tickets, onTaken }: ClaimOptions) {
  let nextQueue = 0;
  return async (queues: readonly string[], limit: number): Promise<TakenChunk[]> => {
    for (let tried = 0; tried < queues.length; tried++) {
      const queue = queues[nextQueue++ % queues.length] ?? "";
      const holder = { queue, owner, isWatched: leases.isWatched, leaseMs };
      const take = () => unheard.make(queue, (leaseToken) => takeTurns(database, { ...holder, leaseToken, limit }));
      const start = () =>
        unheard.make(queue, (leaseToken) => startWithoutTickets(database, { ...holder, leaseToken }, limit));
      const hasTickets = tickets?.queues.includes(queue) === true;
      const started = hasTickets ? await start() : [];
      if (started.length > 0) return started; // their turns came first
      const chunks = await take();
      if (chunks.length > 0) {
        onTaken?.(queue, chunks);
        return chunks;
      }
      // Somebody else may have had a broker: what it did not deliver must not wait for ever.
      const left = hasTickets ? [] : await start();
      if (left.length > 0) return left;
    }
    return [];
  };
}

/** Leaves out the tickets of chunks that moved on: started before, dispatched anew, cancelled or gone. */
export async function startTickets(
  database: Database,
  holder: TicketHolder,
  tickets: readonly Ticket[],
): Promise<TakenChunk[]> {
  const lists = {
    taskIds: tickets.map(({ taskId }) => taskId),
    numbers: tickets.map(({ number }) => number),
    turns: tickets.map(({ turn }) => turn),
  };
  return readStarted(holder, await database.query(startQueued(holder, lists)));
}

/** Those that have waited for their tickets for the longest time. */
export async function startWithoutTickets(
  database: Database,
  holder: TicketHolder,
  limit: number,
): Promise<TakenChunk[]> {
  return readStarted(holder, await database.query(takeQueued(holder, limit)));
}

function readStarted({ leaseToken }: TicketHolder, rows: readonly StartedRow[]): TakenChunk[] {
  return rows.flatMap(({ chunks }) =>
    chunks.map(([taskId, number, lane, typeId, attempt, isSuspect, payload, turn]) => ({
      taskId: BigInt(taskId),
      number,
      turn: BigInt(turn),
      lane,
      typeId,
      attempt,
      isSuspect,
      leaseToken,
      payload,
    })),
  );
}

/**
 * In how many milliseconds a scheduled chunk of the queue falls due or a limited rate lets a lane go on, by the clock of
 * the database; 0 when something is due by now, undefined when nothing will be.
 */
export async function nextDueMs(on: Queryable, queue: string): Promise<number | undefined> {
  const [row] = await on.query(selectNextDue(queue));
  const dueInMs = row?.due_in_ms ?? undefined;
  return dueInMs === undefined ? undefined : Math.max(0, Math.ceil(dueInMs));
}
