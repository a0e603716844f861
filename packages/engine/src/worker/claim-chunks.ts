/** Claims chunks for the free slots of a worker: the next turns of its pools, and chunks that were given to the broker but not started. */
import type { Database, Queryable } from "../database/database.ts";
import type { Ticket } from "../dispatch/ticket.ts";
import { type TakenChunk, takeTurns, TURNS_MAX } from "../fairness/take-turns.ts";
import { type Pool, withQueues } from "../tasks/define-task.ts";
import { selectNextDue } from "../tasks/tasks.sql.ts";
import type { UnacknowledgedClaims } from "./unacknowledged-claims.ts";
import type { WorkerContext } from "./worker-context.ts";
import { type NewLease, selectOwnTrees, type StartedRow, startQueued, takeQueued } from "./worker.sql.ts";

export type ClaimParts = {
  readonly runner: { free(): number };
  readonly unacknowledged: Pick<UnacknowledgedClaims, "make">;
  /** Undefined: this worker receives no tickets. */
  readonly tickets: Tickets | undefined;
};

type Tickets = {
  /** Whether turns of these queues come as tickets at the moment. */
  readonly isReceiving: boolean;
  readonly queues: readonly string[];
  /** The number of slots that are promised to tickets. */
  readonly admitted: number;
};

export type Claim = {
  /**
   * Claims for the free slots beside chunks that are about to start. It may be awaited after these have started. Undefined: no
   * slot is free, or the broker delivers the turns. An empty list: nothing may run now.
   */
  beside(starting: readonly TakenChunk[]): Promise<TakenChunk[]> | undefined;
  /** The number of slots that the claim under way asks for: tickets must leave them free. */
  readonly asked: number;
  /** A ticket got the last slot, and work may wait in the database beside the tickets. */
  readonly isNext: boolean;
  /** A ticket got a slot. */
  onTicketAdmitted(): void;
  /** The pools that it claims from. */
  pools(): readonly Pool[];
};

/** From so many slots on, one half is claimed while the other runs: neither the process nor the database waits for the other. */
const HALVED_SLOTS_MIN = 200;

export function createClaim(context: WorkerContext, parts: ClaimParts): Claim {
  const { slots, pools, claims } = context;
  const { runner, tickets } = parts;
  const limitMax = Math.min(slots < HALVED_SLOTS_MIN ? slots : Math.ceil(slots / 2), TURNS_MAX);
  const withoutTickets = withQueues(pools, (queue) => tickets?.queues.includes(queue) !== true);
  const askPools = createAskPools(context, parts);
  const own = createOwnTrees(context);
  let asked = 0;
  let mayFind = false;
  let areTicketsNext = true;

  const ask = async (from: readonly Pool[], limit: number): Promise<TakenChunk[]> => {
    asked = limit;
    mayFind = false;
    try {
      let chunks = await askPools([...from, ...own.left], limit);
      if (chunks.length === 0 && (await own.read())) chunks = await askPools(own.left, limit);
      mayFind = areTicketsNext = chunks.length > 0;
      return chunks;
    } finally {
      asked = 0;
    }
  };
  return {
    beside(starting) {
      const from = tickets?.isReceiving === true ? withoutTickets : pools;
      if ((from.length === 0 && !own.mayHaveWork) || starting.some(({ isSuspect }) => isSuspect)) return undefined;
      const free = Math.min(runner.free() - (tickets?.admitted ?? 0) - starting.length, limitMax);
      mayFind ||= free <= 0;
      if (free <= 0) return undefined;
      const claiming = claims.measure(() => ask(from, free));
      claiming.catch(() => undefined); // the caller that awaits it receives the error
      return claiming;
    },
    get asked() {
      return asked;
    },
    get isNext() {
      return mayFind && !areTicketsNext && tickets?.isReceiving === true;
    },
    onTicketAdmitted: () => void (areTicketsNext = false),
    pools: () => [...pools, ...own.left],
  };
}

type OwnTrees = {
  /** Those that had work when they were last read. */
  readonly left: readonly Pool[];
  readonly mayHaveWork: boolean;
  /** Returns whether there are any. */
  read(): Promise<boolean>;
};

/** How long trees without work are left alone by a worker whose turns all come as tickets. */
const OWN_TREES_MS = 10_000;

/** Reads which queues still have a tree of their own, with work of earlier versions or of tasks without a pool. */
function createOwnTrees({ database, queues, pools, clock }: WorkerContext): OwnTrees {
  const names = queues.filter((queue) => !pools.some(({ name }) => name === queue));
  let left: readonly Pool[] = [];
  let nextMs = 0;
  return {
    get left() {
      return left;
    },
    get mayHaveWork() {
      return left.length > 0 || (names.length > 0 && clock.monotonicMs() >= nextMs);
    },
    async read() {
      if (names.length === 0) return false;
      nextMs = clock.monotonicMs() + OWN_TREES_MS;
      const found = await database.query(selectOwnTrees(names));
      left = found.map(({ queue }) => ({ name: queue, queues: [queue] }));
      return left.length > 0;
    },
  };
}

/** Asks the pools one after the other, each time from the pool after the last one. */
function createAskPools({ database, onTaken }: WorkerContext, { unacknowledged, tickets }: ClaimParts) {
  let nextPool = 0;
  return async (pools: readonly Pool[], limit: number): Promise<TakenChunk[]> => {
    for (let tried = 0; tried < pools.length; tried++) {
      const pool = pools[nextPool++ % pools.length];
      if (pool === undefined) continue;
      const { name, queues: routes } = pool;
      const take = () => unacknowledged.make(name, (lease) => takeTurns(database, { ...lease, routes, limit }));
      const start = () => unacknowledged.make(name, (lease) => startWithoutTickets(database, lease, limit, routes));
      const hasTickets = routes.some((route) => tickets?.queues.includes(route));
      const started = hasTickets ? await start() : [];
      if (started.length > 0) return started; // their turns came first
      const chunks = await take();
      if (chunks.length > 0) {
        onTaken?.(name, chunks);
        return chunks;
      }
      // Another process may have had a broker: chunks whose tickets it did not deliver must not wait for ever.
      const left = hasTickets ? [] : await start();
      if (left.length > 0) return left;
    }
    return [];
  };
}

/** Starts the chunks of tickets. Leaves out chunks that moved on: started before, dispatched anew, cancelled or deleted. */
export async function startTickets(
  database: Database,
  lease: NewLease,
  tickets: readonly Ticket[],
): Promise<TakenChunk[]> {
  const lists = {
    taskIds: tickets.map(({ taskId }) => taskId),
    numbers: tickets.map(({ number }) => number),
    turns: tickets.map(({ turn }) => turn),
  };
  return readStarted(lease, await database.query(startQueued(lease, lists)));
}

/** Starts the chunks of these queues of a pool that have waited for their tickets for the longest time. */
export async function startWithoutTickets(
  database: Database,
  lease: NewLease,
  limit: number,
  routes?: readonly string[],
): Promise<TakenChunk[]> {
  return readStarted(lease, await database.query(takeQueued(lease, limit, routes)));
}

function readStarted({ leaseToken }: NewLease, rows: readonly StartedRow[]): TakenChunk[] {
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
 * In how many milliseconds a scheduled chunk of the pool falls due or a limited rate lets a lane continue, by the clock of
 * the database; 0 when something is due by now, undefined when nothing will be.
 */
export async function nextDueMs(on: Queryable, queue: string): Promise<number | undefined> {
  const [row] = await on.query(selectNextDue(queue));
  const dueInMs = row?.due_in_ms ?? undefined;
  return dueInMs === undefined ? undefined : Math.max(0, Math.ceil(dueInMs));
}
