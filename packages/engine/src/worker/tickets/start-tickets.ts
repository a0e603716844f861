/** Starts chunks that were given to the broker: those whose tickets came, or, where the broker is away, without. */
import type { Database } from "../../database/database.ts";
import type { Ticket } from "../../dispatch/ticket.ts";
import { newLeaseToken, type TakenChunk } from "../../fairness/take-turns.ts";
import { startQueued, takeQueued, type StartedRow, type TicketHolder } from "./tickets.sql.ts";

/** Leaves out the tickets of chunks that moved on: started before, dispatched anew, cancelled or gone. */
export async function startTickets(
  database: Database,
  holder: TicketHolder,
  tickets: readonly Ticket[],
): Promise<TakenChunk[]> {
  const leaseToken = newLeaseToken();
  const lists = {
    taskIds: tickets.map(({ taskId }) => taskId),
    numbers: tickets.map(({ number }) => number),
    turns: tickets.map(({ turn }) => turn),
  };
  return readStarted(leaseToken, await database.query(startQueued(holder, leaseToken, lists)));
}

/** Those that have waited for their tickets for the longest time. */
export async function startWithoutTickets(
  database: Database,
  holder: TicketHolder,
  limit: number,
): Promise<TakenChunk[]> {
  const leaseToken = newLeaseToken();
  return readStarted(leaseToken, await database.query(takeQueued(holder, leaseToken, limit)));
}

function readStarted(leaseToken: bigint, rows: readonly StartedRow[]): TakenChunk[] {
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
