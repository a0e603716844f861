/** Starts chunks that were given to the broker: those whose tickets came, or, where the broker is away, without. */
import type { Database } from "../../database/database.ts";
import type { Ticket } from "../../dispatch/ticket.ts";
import { newLeaseToken, type TakenChunk } from "../../fairness/take-turns.ts";
import { startQueued, takeQueued, type StartedRow } from "./tickets.sql.ts";

export type TicketHolder = {
  readonly queue: string;
  readonly owner: string;
  /** Whether the owner holds its presence lock. */
  readonly isWatched: boolean;
  readonly leaseMs: number;
};

/** Leaves out the tickets of chunks that moved on: started before, dispatched anew, cancelled or gone. */
export async function startTickets(
  database: Database,
  holder: TicketHolder,
  tickets: readonly Ticket[],
): Promise<TakenChunk[]> {
  const token = newLeaseToken();
  const taskIds = tickets.map(({ taskId }) => taskId);
  const numbers = tickets.map(({ number }) => number);
  const turns = tickets.map(({ turn }) => turn);
  return readStarted(await database.query(startQueued({ ...holder, token }, { taskIds, numbers, turns })), token);
}

export async function startWithoutTickets(
  database: Database,
  holder: TicketHolder,
  limit: number,
): Promise<TakenChunk[]> {
  const token = newLeaseToken();
  return readStarted(await database.query(takeQueued({ ...holder, token }, limit)), token);
}

function readStarted(rows: readonly StartedRow[], leaseToken: bigint): TakenChunk[] {
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
