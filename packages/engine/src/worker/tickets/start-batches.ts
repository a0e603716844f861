/** Starts tickets of one queue in batches: what comes while a batch is on its way goes with the next. */
import type { Database } from "../../database/database.ts";
import type { Ticket } from "../../dispatch/ticket.ts";
import type { TakenChunk } from "../../fairness/take-turns.ts";
import { startTickets } from "./start-tickets.ts";
import type { TicketHolder } from "./tickets.sql.ts";

/** Undefined: the chunk moved on, or another ticket for it came first. */
export type StartTicket = (ticket: Ticket) => Promise<TakenChunk | undefined>;

type Waiting = {
  readonly ticket: Ticket;
  readonly resolve: (chunk: TakenChunk | undefined) => void;
  readonly reject: (reason: unknown) => void;
};

export function createStartBatches(database: Database, holder: () => TicketHolder): StartTicket {
  let waiting: Waiting[] = [];
  let isStarting = false;

  const startWaiting = async (): Promise<void> => {
    isStarting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const chunks = await startTickets(
          database,
          holder(),
          batch.map(({ ticket }) => ticket),
        );
        const byTurn = new Map(chunks.map((chunk) => [chunk.turn, chunk]));
        for (const { ticket, resolve } of batch) {
          resolve(byTurn.get(ticket.turn));
          byTurn.delete(ticket.turn);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isStarting = false;
  };

  return (ticket) =>
    new Promise((resolve, reject) => {
      waiting.push({ ticket, resolve, reject });
      if (!isStarting) void startWaiting();
    });
}
