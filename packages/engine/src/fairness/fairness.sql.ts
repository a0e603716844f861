/** The statements of the fairness tree; the rule itself is the function take_turns in sql/migrations. */
import { sql } from "../database/sql.ts";

export type TakenFields = readonly [
  taskId: string,
  number: number,
  lane: string,
  typeId: string,
  attempt: number,
  isSuspect: boolean,
  payload: unknown,
];

/** Chunks that had their turns one after the other, from this one on. */
export type TakenRow = { first_turn: bigint; chunks: readonly TakenFields[] };

export type TurnsWish = {
  queue: string;
  limit: number;
  owner: string;
  isWatched: boolean;
  token: bigint;
  leaseMs: number;
};

/** Gives the next chunks of a queue to their new owner. Returns them as lists, in order; none when nothing may run now. */
export const takeTurnRows = ({ queue, limit, owner, isWatched, token, leaseMs }: TurnsWish) => sql<TakenRow>`
  select first_turn, chunks
    from rota.take_turns(${queue}, ${limit}, ${owner}, ${isWatched}, ${token}, ${leaseMs} * interval '1 millisecond', null)`;
