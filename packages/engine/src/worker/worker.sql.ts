/** The statements by which workers settle what they ran. */
import { sql } from "../database/sql.ts";

export type SettledRow = { task_id: bigint; number: number };

export type SettledKeys = {
  readonly taskIds: readonly bigint[];
  readonly numbers: readonly number[];
  readonly leaseTokens: readonly bigint[];
};

/**
 * Completes chunks that are still leased under their tokens and gives their slots back. Rows are locked in the order of
 * their keys, so that two settlers never wait for each other. Returns the chunks that were completed.
 */
export const completeChunkRows = ({ taskIds, numbers, leaseTokens }: SettledKeys) => sql<SettledRow>`
  with held as materialized (
    select task_id, number, chunks.slots
      from unnest(${taskIds}::bigint[], ${numbers}::integer[], ${leaseTokens}::bigint[]) as claimed (task_id, number, lease_token)
      join rota.chunks using (task_id, number)
     where chunks.lease_token = claimed.lease_token -- only PROCESSING chunks have one; naming the state would tempt the planner to another index
     order by task_id, number
       for update of chunks
  ), settled as (
    update rota.chunks
       set state = 'COMPLETED', finished_at = clock_timestamp(), slots = 0, lease_owner = null, lease_token = null, lease_expires_at = null
      from held where chunks.task_id = held.task_id and chunks.number = held.number -- not by ctid: a renewal may have moved the row
    returning chunks.task_id, chunks.number, chunks.queue, held.slots
  ), released as (
    insert into rota.lane_changes (queue, kind, task_id, slots)
    select queue, 'RELEASED', task_id, slots from settled where slots <> 0
  )
  select task_id, number from settled`;
