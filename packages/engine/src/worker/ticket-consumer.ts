/** Receives tickets from the broker, starts their chunks in batches and acknowledges each ticket once its chunk is settled. */
import type { Broker, Consumption, IncomingMessage } from "../broker/broker.ts";
import type { Database } from "../database/database.ts";
import type { CountsOf, DispatchCounts } from "../dispatch/dispatcher.ts";
import { dispatchRoute, readTicket, type Ticket } from "../dispatch/ticket.ts";
import { RotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { Clock } from "../runtime/clock.ts";
import type { CallCounts } from "../runtime/histogram.ts";
import { createDeadlines, type Deadlines } from "../runtime/deadlines.ts";
import type { Logger } from "../runtime/logger.ts";
import { startTickets } from "./claim-chunks.ts";
import type { UnacknowledgedClaims } from "./unacknowledged-claims.ts";
import type { TicketHolder } from "./worker.sql.ts";

export type TicketConsumerOptions = {
  readonly broker: Broker;
  readonly database: Database;
  readonly queues: readonly string[];
  readonly owner: string;
  readonly leases: { readonly isWatched: boolean };
  readonly leaseMs: number;
  readonly concurrency: { readonly min: number; readonly max: number };
  readonly prefetch: number;
  readonly countsOf: CountsOf;
  readonly unheard: Pick<UnacknowledgedClaims, "make">;
  readonly claims?: CallCounts | undefined;
  /** Returns when one more chunk may run here: true, and `run` will count it, or false when none ever may again. */
  readonly untilFree: () => Promise<boolean>;
  readonly run: StartBatchesOptions["run"];
  readonly logger: Logger;
  readonly clock: Clock;
};

export type TicketConsumer = {
  start(): Promise<void>;
  /** Takes no more tickets and returns when every chunk that was started is settled. */
  stop(): Promise<void>;
};

/** Brokers lose patience after 30 minutes; a ticket whose chunk runs for longer than this is acknowledged before its end. */
const EARLY_ACK_MS = 10 * 60_000;

/** While the database does not answer, a consumer lets so much time pass with each ticket. */
const DATABASE_AWAY_MS = 1_000;

export function createTicketConsumer(options: TicketConsumerOptions): TicketConsumer {
  const { broker, queues, owner, leases, leaseMs, concurrency, prefetch, clock } = options;
  const earlyAcks = createDeadlines(clock, EARLY_ACK_MS);
  let consumptions: readonly Consumption[] = [];
  return {
    async start() {
      consumptions = await Promise.all(
        queues.map((queue) => {
          const holder = () => ({ queue, owner, isWatched: leases.isWatched, leaseMs });
          const batches = createStartBatches({ ...options, holder });
          const inHand: InHand = { tickets: 0, ticketsMax: concurrency.max * prefetch };
          const parts = { ...options, counts: options.countsOf(queue), batches, inHand, earlyAcks };
          const onMessage = (message: IncomingMessage) => work(parts, message);
          return broker.consume({ queue: dispatchRoute(queue).queue, concurrency, prefetch, onMessage });
        }),
      );
    },
    async stop() {
      await Promise.all(consumptions.map((consumption) => consumption.stop()));
      earlyAcks.stop();
    },
  };
}

/** The broker sends no more than `ticketsMax` before one is acknowledged. */
type InHand = { tickets: number; readonly ticketsMax: number };

type QueueParts = TicketConsumerOptions & {
  readonly counts: DispatchCounts;
  readonly batches: StartBatches;
  readonly inHand: InHand;
  readonly earlyAcks: Deadlines;
};

async function work(parts: QueueParts, message: IncomingMessage): Promise<void> {
  const { logger, counts, untilFree, inHand, earlyAcks } = parts;
  counts.received++;
  if (message.isRedelivered) counts.redelivered++;
  const ticket = read(message, logger);
  if (ticket === undefined) {
    counts.malformed++;
    return message.reject();
  }
  if (!(await untilFree())) return message.requeue();
  inHand.tickets++;
  const chunk = await startOrDrop(parts, ticket);
  if (chunk === undefined) counts.ignored++;
  else {
    const forget = earlyAcks.add(() => message.ackEarly());
    await chunk.over;
    forget();
  }
  inHand.tickets--;
  message.ack();
}

/** A ticket is a hint: whatever became of its chunk stands in the row, so one that starts nothing is dropped. */
async function startOrDrop(
  { batches, inHand, logger, clock }: QueueParts,
  ticket: Ticket,
): Promise<StartedChunk | undefined> {
  try {
    const started = batches.start(ticket);
    if (inHand.tickets >= inHand.ticketsMax) batches.allCame();
    return await started;
  } catch (error) {
    const { taskId, number } = ticket;
    logger.warn({ error, taskId, number }, "a ticket could not start its chunk: it is dropped, and sent again");
    await clock.wait(DATABASE_AWAY_MS);
    return undefined;
  }
}

function read(message: IncomingMessage, logger: Logger): Ticket | undefined {
  try {
    return readTicket(message.body);
  } catch (error) {
    if (!(error instanceof RotaError)) throw error;
    logger.warn({ error, messageId: message.messageId }, "a message is not a ticket");
    return undefined;
  }
}

/** A chunk that runs. */
type StartedChunk = {
  /** Resolves when it is over here: settled, or given up. */
  readonly over: Promise<void>;
};

type StartBatches = {
  /** Undefined: the chunk moved on, or another ticket for it came first. */
  start(ticket: Ticket): Promise<StartedChunk | undefined>;
  /** No further ticket can come before one of those that did is over: what waits starts at once. */
  allCame(): void;
};

type StartBatchesOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly holder: () => Omit<TicketHolder, "leaseToken">;
  readonly unheard: Pick<UnacknowledgedClaims, "make">;
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

/**
 * Starts the tickets of one queue in batches: those that arrive together, or while a batch is under way, are started
 * together.
 */
function createStartBatches(options: StartBatchesOptions): StartBatches {
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
