/** The statements of the fairness tree; the rule itself is the function take_turns in sql/migrations. */
import { sql } from "../database/sql.ts";

export type TakenRow = { task_id: bigint; number: number; turn: bigint; attempt: number; payload: unknown };

export type TurnsWish = { queue: string; limit: number; owner: string; token: bigint; leaseMs: number };

/** Gives the next chunks of a queue to their new owner. Returns them in no order; none when nothing may run now. */
export const takeTurnRows = ({ queue, limit, owner, token, leaseMs }: TurnsWish) => sql<TakenRow>`
  select task_id, number, turn, attempt, payload
    from rota.take_turns(${queue}, ${limit}, ${owner}, ${token}, ${leaseMs} * interval '1 millisecond')`;
