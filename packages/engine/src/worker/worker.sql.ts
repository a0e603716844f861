/** The statements by which workers settle what they ran. */
import { sql } from "../database/sql.ts";

/** The places, from 1, of the chunks that were settled; null: all of them. */
export type SettledRow = { places: number[] | null };

export type SettledKeys = {
  readonly taskIds: readonly bigint[];
  readonly numbers: readonly number[];
  readonly leaseTokens: readonly bigint[];
};

/**
 * Completes chunks that are still leased under their tokens and gives their places back. Keys come in order, so that two
 * settlers lock rows in the same order. Returns one row: which of them were completed.
 *
 * Only PROCESSING chunks have a token; naming the state as well would tempt the planner to the index of leases.
 */
export const completeChunkRows = ({ taskIds, numbers, leaseTokens }: SettledKeys) => sql<SettledRow>`
  with settled as (
    update rota.chunks
       set state       = 'COMPLETED',
           finished_at = clock_timestamp(),
           lease_token = null
      from unnest(${taskIds}::bigint[], ${numbers}::integer[], ${leaseTokens}::bigint[])
             with ordinality as claimed (task_id, number, lease_token, place)
     where chunks.task_id = claimed.task_id
       and chunks.number = claimed.number
       and chunks.lease_token = claimed.lease_token
    returning claimed.place, chunks.task_id, chunks.queue, chunks.slots
  ), released as (
    insert into rota.lane_changes (queue, kind, task_id, slots)
    select queue, 'RELEASED', task_id, slots from settled where slots <> 0
  )
  select case when count(*) < ${taskIds.length} then coalesce(array_agg(place::integer), '{}') end as places from settled`;
