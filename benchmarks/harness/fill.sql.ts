/** The statements that fill a database with tasks, waiting and finished chunks, much faster than submitting them. */
import { sql } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";

export const BENCH_QUEUE = "bench";

/** Number of tenants, of groups in each tenant and of tasks in each group. */
export type Shape = { readonly tenants: number; readonly groups: number; readonly tasks: number };

/** Creates the tasks of a shape, without chunks. Returns no rows. */
export const insertTasks = ({ tenants, groups, tasks }: Shape) => sql<never>`
  insert into rota.tasks (task_id, queue, tenant, group_name, type, chunk_count, tenant_lane, group_lane, leaf_lane)
  overriding system value
  select task_id, ${BENCH_QUEUE}, tenant, group_name, 'noop', 0,
         rota.lane_id(${BENCH_QUEUE}, tenant),
         rota.lane_id(${BENCH_QUEUE}, tenant, '2', group_name),
         rota.lane_id(${BENCH_QUEUE}, tenant, '2', group_name, 'task', task_id::text)
    from (select nextval(pg_get_serial_sequence('rota.tasks', 'task_id')) as task_id, 't' || t as tenant, 'g' || g as group_name
            from generate_series(1, ${tenants}::integer) as t,
                 generate_series(1, ${groups}::integer) as g,
                 generate_series(1, ${tasks}::integer) as k) as task`;

/** Gives every task chunks that were finished some time ago, numbered from 1. Returns no rows. */
export const insertFinished = (each: number) => sql<never>`
  insert into rota.chunks (task_id, number, type_id, is_counted, queue, leaf_lane, position, state, attempt, payload, finished_at)
  select task_id, n, 0, false, queue, leaf_lane, n, 'COMPLETED', 1, jsonb_build_object('note', repeat('x', 85)), clock_timestamp()
    from rota.tasks, generate_series(1, ${each}::integer) as n
   order by task_id, n`;

/** Gives every task waiting chunks, numbered after its finished ones, and notifies the claim. Returns no rows. */
export const insertWaiting = (amount: { each: number; finishedEach: number }) => sql<never>`
  with waiting as (
    insert into rota.chunks (task_id, number, type_id, is_counted, queue, leaf_lane, position, state, payload)
    select task_id, ${amount.finishedEach}::integer + n, 0, false, queue, leaf_lane, ${amount.finishedEach}::integer + n, 'PENDING', jsonb_build_object('note', repeat('x', 85))
      from rota.tasks, generate_series(1, ${amount.each}::integer) as n
     order by task_id, n)
  insert into rota.lane_changes (queue, kind, task_id, position)
  select queue, 'ARRIVED', task_id, ${amount.finishedEach}::integer + 1 from rota.tasks`;

/**
 * Appends to each lane as many chunks as were just taken from it, so that the backlog stays constant. Returns no rows.
 */
export const insertMore = (taken: {
  taskIds: readonly bigint[];
  numbers: readonly number[];
  waitingEach: number;
}) => sql<never>`
  insert into rota.chunks (task_id, number, type_id, is_counted, queue, leaf_lane, position, state, payload)
  select task_id, number + ${taken.waitingEach}::integer, 0, false, queue, leaf_lane, number + ${taken.waitingEach}::integer, 'PENDING', jsonb_build_object('note', repeat('x', 85))
    from unnest(${taken.taskIds}::bigint[], ${taken.numbers}::integer[]) as taken (task_id, number)
    join rota.tasks using (task_id)`;

/** Counts the changes that no claim has absorbed yet. */
export const countChanges = () => sql<{ count: bigint }>`select count(*) as count from rota.lane_changes`;

/** Does before the measurement the work that autovacuum and the checkpointer would otherwise do during it. */
export const TIDY_UP = ["vacuum (analyze) rota.chunks", "vacuum (analyze) rota.tasks", "checkpoint"].map(sqlScript);

/** Vacuums and analyzes the lanes, once they exist. */
export const TIDY_LANES = sqlScript("vacuum (analyze) rota.lanes");

/** Gives another transaction its snapshot, like the one that a dump keeps while it runs. */
export const takeSnapshot = () => sql<{ count: bigint }>`select count(*) as count from rota.tasks`;

/** Finds the server process that runs the statements of this connection. */
export const findBackend = () => sql<{ pid: number }>`select pg_backend_pid() as pid`;

/** Counts the chunks that have not ended. */
export const countUnfinished = () => sql<{ count: bigint }>`
  select count(*) as count from rota.chunks where state in ('PENDING', 'PROCESSING', 'SCHEDULED')`;
