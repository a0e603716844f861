/** The statements by which workers start what was given to the broker. */
import { sql } from "../../database/sql.ts";

export type StartedFields = readonly [
  taskId: string,
  number: number,
  lane: string,
  typeId: string,
  attempt: number,
  isSuspect: boolean,
  payload: unknown,
  turn: string,
];

export type StartedRow = { chunks: readonly StartedFields[] };

export type TicketHolder = {
  readonly queue: string;
  readonly owner: string;
  /** Whether the owner holds its presence lock. */
  readonly isWatched: boolean;
  readonly leaseMs: number;
  /** Of the lease, never used before. */
  readonly leaseToken: bigint;
};

/** In the same order. */
export type TicketLists = {
  readonly taskIds: readonly bigint[];
  readonly numbers: readonly number[];
  readonly turns: readonly bigint[];
};

/** Starts the chunks that are still QUEUED in these turns. Returns one row. */
export const startQueued = (holder: TicketHolder, { taskIds, numbers, turns }: TicketLists) =>
  sql<StartedRow>`
  select rota.start_queued(${holder.queue}, ${holder.owner}, ${holder.isWatched}, ${holder.leaseToken},
                           ${holder.leaseMs} * interval '1 millisecond', ${taskIds}::bigint[], ${numbers}::integer[], ${turns}::bigint[]) as chunks`;

/** Starts the chunks that have been QUEUED for the longest time, Returns one row. */
export const takeQueued = (holder: TicketHolder, limit: number) =>
  sql<StartedRow>`
  select rota.take_queued(${holder.queue}, ${limit}, ${holder.owner}, ${holder.isWatched}, ${holder.leaseToken},
                          ${holder.leaseMs} * interval '1 millisecond') as chunks`;
