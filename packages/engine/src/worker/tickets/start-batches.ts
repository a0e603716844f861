/** Starts tickets of one queue in batches: what comes at about the same time, or while a batch is on its way, goes together. */
import type { Database } from "../../database/database.ts";
import type { Ticket } from "../../dispatch/ticket.ts";
import type { TakenChunk } from "../../fairness/take-turns.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { CallCounts } from "../../runtime/counting/call-counts.ts";
import type { UnheardClaims } from "../unheard-claims.ts";
import { startTickets } from "./start-tickets.ts";
import type { TicketHolder } from "./tickets.sql.ts";

/** A chunk that runs. */
export type StartedChunk = {
  /** Resolves when it is over here: settled, or given up. */
  readonly over: Promise<void>;
};

export type StartBatches = {
  /** Undefined: the chunk moved on, or another ticket for it came first. */
  start(ticket: Ticket): Promise<StartedChunk | undefined>;
  /** No further ticket can come before one of those that did is over: what waits starts at once. */
  allCame(): void;
};

export type StartBatchesOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly holder: () => Omit<TicketHolder, "leaseToken">;
  readonly unheard: Pick<UnheardClaims, "make">;
  /** Counts claims, if anybody wants to know. */
  readonly claims?: CallCounts | undefined;
  /** Runs the chunks that so many tickets started: no more than these, and none when they could not be started. */
  readonly run: (chunks: readonly TakenChunk[], tickets: number) => readonly StartedChunk[];
};

/** Tickets come one by one: a start of many costs little more than one of one, and what starts together is settled together. */
const GATHER_MS = 1;

type Waiting = {
  readonly ticket: Ticket;
  readonly resolve: (chunk: StartedChunk | undefined) => void;
  readonly reject: (reason: unknown) => void;
};

export function createStartBatches(options: StartBatchesOptions): StartBatches {
  const { database, clock, holder, unheard, claims, run } = options;
  let waiting: Waiting[] = [];
  let isStarting = false;
  let gathering: AbortController | undefined;

  const start = async (batch: readonly Waiting[]): Promise<void> => {
    const tickets = batch.map(({ ticket }) => ticket);
    let chunks: readonly TakenChunk[];
    try {
      const by = holder();
      const startAll = () =>
        unheard.make(by.queue, (leaseToken) => startTickets(database, { ...by, leaseToken }, tickets));
      chunks = await (claims === undefined ? startAll() : claims.measure(startAll));
    } catch (error) {
      run([], batch.length);
      for (const { reject } of batch) reject(error);
      return;
    }
    const started = run(chunks, batch.length);
    const byTurn = new Map(chunks.map(({ turn }, place) => [turn, started[place]]));
    for (const { ticket, resolve } of batch) {
      resolve(byTurn.get(ticket.turn));
      byTurn.delete(ticket.turn);
    }
  };

  const startWaiting = async (): Promise<void> => {
    isStarting = true;
    gathering = new AbortController();
    await clock.wait(GATHER_MS, gathering.signal);
    gathering = undefined;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await start(batch);
    }
    isStarting = false;
  };

  return {
    start: (ticket) =>
      new Promise((resolve, reject) => {
        waiting.push({ ticket, resolve, reject });
        if (!isStarting) void startWaiting();
      }),
    allCame: () => gathering?.abort(),
  };
}
