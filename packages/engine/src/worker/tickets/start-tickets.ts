/** Starts chunks that were given to the broker: those whose tickets came, or, where the broker is away, without. */
import type { Database } from "../../database/database.ts";
import type { Ticket } from "../../dispatch/ticket.ts";
import type { TakenChunk } from "../../fairness/take-turns.ts";
import { startQueued, takeQueued, type StartedRow, type TicketHolder } from "./tickets.sql.ts";

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
