/** The statements that look at the state of everything, for logs and metrics. */
import { sql } from "../../database/sql.ts";

/** Returns tasks with chunks that are not over, as many as asked for. */
export const selectOpenTasks = (limit: number) => sql<{ task_id: bigint }>`
  select task_id from rota.tasks where state in ('ACTIVE', 'PAUSED') and not is_job order by type limit ${limit}`;

/**
 * Returns one row: how many active tasks with chunks were submitted so long ago and have no chunk that is over, among the
 * open tasks that are looked at.
 */
export const countTasksWithoutProgress = ({ afterMs, looked }: { afterMs: number; looked: number }) => sql<{
  tasks: number;
}>`
  select count(*)::integer as tasks
    from (select task_id, state, submitted_at, chunk_count from rota.tasks where state in ('ACTIVE', 'PAUSED') and not is_job order by type limit ${looked}) as open
   cross join lateral (select remaining, failed from rota.countdowns where countdowns.task_id = open.task_id limit 1) as countdown
   where state = 'ACTIVE' and failed = 0 and remaining = chunk_count
     and submitted_at < clock_timestamp() - ${afterMs} * interval '1 millisecond'`;

/** Returns one row: how many events were rejected and wait for a decision, counted up to the limit. */
export const countRejected = (limit: number) => sql<{ events: number }>`
  select count(*)::integer as events from (select from rota.rejected_events where state = 'OPEN' order by rejected_id limit ${limit}) as open`;
