/** The statements of tasks and chunks. */
import { sql, type JsonValue } from "../database/sql.ts";

export type SubmittedRow = { nth: number; task_id: bigint };

/**
 * Appends tasks, their chunks, and one arrival for each lane in which work may wait now. Returns the id of each task
 * with its place in the submission, from 1.
 */
export const insertTasks = (tasks: JsonValue) => sql<SubmittedRow>`
  with moment as materialized (
    select at, (extract(epoch from at) * 1000000)::bigint as at_us from clock_timestamp() as at
  ), given as materialized (
    select nth::integer, nextval('rota.tasks_task_id_seq') as task_id, task.*
      from jsonb_array_elements(${tasks}::jsonb) with ordinality as element (fields, nth)
     cross join lateral jsonb_to_record(fields) as task (
             task_key text, queue text, tenant text, group_name text, type text, version integer, priority smallint, cost integer, weight integer, max_in_flight integer,
             is_job boolean, chunk_count integer, input jsonb, tenant_lane bigint, group_lane bigint, jobs_lane bigint, payloads jsonb, due_times jsonb)
  ), task as materialized (
    select *, coalesce(jobs_lane, rota.lane_id(queue, tenant, priority::text, group_name, 'task', task_id::text)) as leaf_lane from given
  ), task_rows as (
    insert into rota.tasks (task_id, task_key, queue, tenant, group_name, type, version, priority, cost, weight, max_in_flight, is_job, chunk_count, input, tenant_lane, group_lane, leaf_lane, submitted_at)
    overriding system value
    select task_id, task_key, queue, tenant, group_name, type, version, priority, cost, weight, max_in_flight, is_job, chunk_count, input, tenant_lane, group_lane, leaf_lane, at
      from task, moment
  ), chunk_rows as (
    insert into rota.chunks (task_id, number, queue, leaf_lane, position, state, due_at, payload)
    select task_id, number, queue, leaf_lane,
           case when is_job then coalesce((extract(epoch from due_at) * 1000000)::bigint, at_us) else number end,
           case when due_at > at then 'SCHEDULED' else 'PENDING' end, due_at, payload
      from task, moment,
           rows from (jsonb_array_elements(payloads), jsonb_array_elements_text(due_times)) with ordinality as chunk (payload, due_time, number),
           lateral (select due_time::timestamptz as due_at) as due
    returning queue, leaf_lane, task_id, position, state
  ), arrivals as (
    insert into rota.lane_changes (queue, kind, task_id, position)
    select queue, 'ARRIVED', min(task_id), min(position) from chunk_rows where state = 'PENDING' group by queue, leaf_lane
  )
  select nth, task_id from task`;
