/** The statements by which a test tells claims what operators and settlers would. */
import { json, sql } from "../database/sql.ts";

/** Appends a new setting of a tenant. Returns nothing. */
export const appendSetting = (wish: { queue: string; tenant: string; settings: unknown }) => sql`
  insert into rota.lane_changes (queue, kind, lane_id, sibling_set, level, name, settings)
  values (${wish.queue}, 'SET', rota.lane_id(${wish.queue}, ${wish.tenant}), rota.lane_id(${wish.queue}), 1, ${wish.tenant}, ${json(wish.settings)})`;

/** Puts a running chunk back to wait, as a lost lease does. Returns nothing. */
export const returnChunk = (chunk: { taskId: bigint; number: number; leaseToken: bigint }) => sql`
  with returned as (
    update rota.chunks as new set state = 'PENDING', lease_token = null, slots = 0
      from rota.chunks as old
     where new.task_id = ${chunk.taskId} and new.number = ${chunk.number} and new.lease_token = ${chunk.leaseToken}
       and old.task_id = new.task_id and old.number = new.number
    returning new.queue, new.task_id, new.position, old.slots)
  insert into rota.lane_changes (queue, kind, task_id, position, slots)
  select queue, 'ARRIVED', task_id, position, null from returned
  union all
  select queue, 'RELEASED', task_id, null, slots from returned where slots <> 0`;
