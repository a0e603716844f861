/** The statements that read the newest entries of a log whole, and the names of lanes that are gone. */
import { sql } from "../../database/sql.ts";

export type WindowRow = {
  at: Date;
  leaves: readonly bigint[];
  task_ids: readonly bigint[];
  emptied: readonly bigint[];
  /** Leaves in which work arrived before the turns of the entry. */
  arrived: readonly bigint[];
};

/** Returns the entries that hold the newest turns of a queue, in order, at most so many. */
export const selectWindow = (wish: { queue: string; turns: number; entries: number }) => sql<WindowRow>`
  with newest as materialized (
    select entry, at, turn_count, leaves, task_ids, emptied, changes from rota.dispatch_log
     where queue = ${wish.queue} order by entry desc limit ${wish.entries})
  select at, leaves, task_ids, emptied,
         array(select (change ->> 'leaf')::bigint from jsonb_array_elements(changes) as change where change ->> 'kind' = 'ARRIVED') as arrived
    from newest
   where turn_count > (select max(turn_count) from newest) - ${wish.turns}
   order by entry`;

export type LeafNameRow = {
  leaf_lane: bigint;
  group_lane: bigint;
  tenant_lane: bigint;
  tenant: string;
  group_name: string;
  name: string;
  priority: number;
  weight: number;
  cost: number;
};

/** Returns the leaves of these tasks, with all above them. */
export const selectLeafNames = (taskIds: readonly bigint[]) => sql<LeafNameRow>`
  select distinct on (leaf_lane) leaf_lane, group_lane, tenant_lane, tenant, group_name,
         case when is_job then type else coalesce(task_key, task_id::text) end as name, priority, weight, cost
    from rota.tasks where task_id = any (${taskIds}::bigint[])
   order by leaf_lane`;
