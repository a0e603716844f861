/** The statement by which a process finds out what there is to do for all. */
import { sql } from "../database/sql.ts";

export type Look = { readonly graceMs: number; readonly queues: readonly string[]; readonly aheadMs: number };

export type Found = {
  has_lost: boolean;
  has_cancelled: boolean;
  has_schedules: boolean;
  has_work: boolean;
  next_lost_ms: number | null;
};

/** Notes who is absent. Returns one row: what there is to do by now, or falls due within a time ahead. */
export const lookAround = ({ graceMs, queues, aheadMs }: Look) => sql<Found>`
  select has_lost, has_cancelled, has_schedules, has_work, next_lost_ms
    from rota.look_around(${graceMs} * interval '1 millisecond', ${queues}::text[], ${aheadMs} * interval '1 millisecond')`;
