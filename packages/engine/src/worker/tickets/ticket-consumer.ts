/** Receives tickets, starts their chunks, and acknowledges each ticket once its chunk is settled. */
import type { Broker, Consumption, IncomingMessage } from "../../broker/broker.ts";
import type { Database } from "../../database/database.ts";
import type { CountsOf, DispatchCounts } from "../../dispatch/dispatch-counts.ts";
import { dispatchRoute } from "../../dispatch/dispatch-topology.ts";
import { readTicket, type Ticket } from "../../dispatch/ticket.ts";
import { RotaError } from "../../errors.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { CallCounts } from "../../runtime/counting/call-counts.ts";
import { createDeadlines, type Deadlines } from "../../runtime/deadlines.ts";
import type { Logger } from "../../runtime/logger.ts";
import type { UnheardClaims } from "../unheard-claims.ts";
import { createStartBatches, type StartBatches, type StartBatchesOptions, type StartedChunk } from "./start-batches.ts";

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
  readonly unheard: Pick<UnheardClaims, "make">;
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
