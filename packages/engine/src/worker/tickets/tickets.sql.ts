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

type Lease = { queue: string; owner: string; isWatched: boolean; token: bigint; leaseMs: number };

/** Starts the chunks that are still QUEUED in these turns. Returns one row. */
export const startQueued = (
  { queue, owner, isWatched, token, leaseMs }: Lease,
  { taskIds, numbers, turns }: { taskIds: readonly bigint[]; numbers: readonly number[]; turns: readonly bigint[] },
) => sql<StartedRow>`
  select rota.start_queued(${queue}, ${owner}, ${isWatched}, ${token}, ${leaseMs} * interval '1 millisecond',
                           ${taskIds}::bigint[], ${numbers}::integer[], ${turns}::bigint[]) as chunks`;

/** Starts the chunks that have been QUEUED for the longest time. Returns one row. */
export const takeQueued = ({ queue, owner, isWatched, token, leaseMs }: Lease, limit: number) => sql<StartedRow>`
  select rota.take_queued(${queue}, ${limit}, ${owner}, ${isWatched}, ${token}, ${leaseMs} * interval '1 millisecond') as chunks`;
