-- Appends tasks, their chunks, and one arrival for each lane in which work may wait now. It only inserts, so a
-- submission blocks nothing, however long its transaction stays open.
--
-- p_tasks groups tasks by the fields that they have in common and lists the rest: a thousand jobs are a thousand
-- payloads, not a thousand times every field. Jobs have one payload and due time each, other tasks a list of them; due
-- times and inputs may be left out. A task key that ends in a time gets the time of now, p_shift_ms later. Returns a
-- row for each task: its place in the submission, its id and its key.
create or replace function rota.append_tasks(p_tasks jsonb, p_shift_ms bigint default 0)
returns table (nth integer, task_id bigint, task_key text)
language plpgsql set plan_cache_mode = force_generic_plan set jit = off set timezone = 'UTC' as $$
#variable_conflict use_column
begin
  -- Sent when the transaction commits; a worker that misses it polls a little later.
  perform pg_notify('rota.work', queue) from (select distinct coalesce(alike ->> 'pool', alike ->> 'queue') as queue from jsonb_array_elements(p_tasks) as alike) as queues;
  return query
  with alike as materialized (
    select *, coalesce(pool, queue) as tree, announce & case when is_counted then 2 else 14 end as chunk_announce, (extract(epoch from at) * 1000000)::bigint as at_us, case unique_mode when 'debounce' then window_ms * interval '1 millisecond' end as put_off
      from clock_timestamp() as at,
           rows from (jsonb_to_recordset(p_tasks) as (
                        queue text, tenant text, group_name text, type text, version integer, priority smallint, cost integer, weight integer, max_in_flight integer, is_job boolean, attempts_max smallint, has_finish boolean, parent_id bigint, is_counted boolean, announce smallint, announce_wanted boolean, type_id bigint, chunk_count integer,
                        tenant_lane bigint, group_lane bigint, jobs_lane bigint, key_stem text, key_offset integer, unique_key text, unique_mode text, window_ms bigint, pool text, limits jsonb,
                        nths jsonb, task_keys jsonb, inputs jsonb, payloads jsonb, due_times jsonb))
             with ordinality as given (
               queue, tenant, group_name, type, version, priority, cost, weight, max_in_flight, is_job, attempts_max, has_finish, parent_id, is_counted, announce_given, announce_wanted, type_id, chunk_count,
               tenant_lane, group_lane, jobs_lane, key_stem, key_offset, unique_key, unique_mode, window_ms, pool, limits,
               nths, task_keys, inputs, payloads, due_times, alike_id),
           lateral (select coalesce(announce_given, 0::smallint) | case when announce_wanted then rota.wanted_ends(tenant, type) else 0::smallint end) as asked (announce)
  ), task as materialized (
    -- Only what differs: the fields in common are joined where they are written, which is cheaper than copying them along.
    select task_id, alike_id, nth, task_key, input, payload, due_time,
           coalesce(jobs_lane, rota.lane_id(tree, tenant, priority::text, group_name, 'task', task_id::text)) as leaf_lane
      from (select nextval('rota.tasks_task_id_seq') as task_id, each.*
              from (select alike_id, each.nth::integer as nth, coalesce(given_key, key_stem || '_' || at_us / 1000 + key_offset + p_shift_ms) as task_key, input, payload, due_time
                      from alike,
                           rows from (jsonb_array_elements_text(nths), jsonb_array_elements_text(task_keys), jsonb_array_elements(inputs), jsonb_array_elements(payloads), jsonb_array_elements(due_times))
                             as each (nth, given_key, input, payload, due_time)
                     order by 2) as each -- ids are drawn after sorting: jobs of one lane come in the order given
           ) as drawn
      join alike using (alike_id)
  ), task_rows as (
    insert into rota.tasks (task_id, task_key, queue, tenant, group_name, type, version, priority, cost, weight, max_in_flight, is_job, attempts_max, has_finish, parent_id, chunk_count, input, tenant_lane, group_lane, leaf_lane, submitted_at, announce, pool, limits)
    overriding system value
    select task_id, task_key, queue, tenant, group_name, type, version, priority, cost, weight, max_in_flight, is_job, attempts_max, has_finish, parent_id, chunk_count, input, tenant_lane, group_lane, leaf_lane, at, announce, pool, limits
      from task join alike using (alike_id)
  ), chunk_rows as (
    insert into rota.chunks (task_id, number, type_id, is_counted, announce, queue, leaf_lane, position, state, due_at, payload)
    select task_id, 1, type_id, is_counted, chunk_announce, tree, leaf_lane, coalesce((extract(epoch from due_at) * 1000000)::bigint, at_us), case when due_at > at then 'SCHEDULED' else 'PENDING' end, due_at, payload
      from (select *, coalesce((due_time #>> '{}')::timestamptz, at + put_off) as due_at from task join alike using (alike_id) where is_job) as job
    union all
    select task_id, number, type_id, is_counted, chunk_announce, tree, leaf_lane, number, case when due_at > at then 'SCHEDULED' else 'PENDING' end, due_at, chunk.payload
      from task join alike using (alike_id),
           rows from (jsonb_array_elements(task.payload), jsonb_array_elements_text(task.due_time)) with ordinality as chunk (payload, due_time, number),
           lateral (select coalesce(chunk.due_time::timestamptz, at + put_off) as due_at) as due
     where not is_job
    returning queue, leaf_lane, task_id, position, state, type_id, is_counted
  ), counted as (
    insert into rota.countdowns (task_id, remaining) select task_id, chunk_count from task join alike using (alike_id) where is_counted
  ), arrivals as (
    insert into rota.lane_changes (queue, kind, task_id, position)
    select queue, 'ARRIVED', min(task_id), min(position) from chunk_rows where state = 'PENDING' group by queue, leaf_lane order by min(task_id)
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, type, open, scheduled)
    select tree, type_id, is_counted, type, sum(chunk_count), 0 from task join alike using (alike_id) group by 1, 2, 3, 4
     union all
    select queue, type_id, is_counted, null, 0, count(*) from chunk_rows where state = 'SCHEDULED' group by 1, 2, 3
  ), announced as (
    insert into rota.outbox_arrivals (event_id, tenant, type, aggregate_type, aggregate_id, routing_key, headers, payload, occurred_at)
    select rota.task_event_id(task_id, 'submitted', at), tenant, 'task.submitted', 'TASK', task_id::text, 'task.submitted', json_build_object('task-type', type),
           rota.event_payload(task_id, task_key, type, version, queue, tenant, group_name, unique_key, chunk_count, at, 'ACTIVE', '{}'), clock_timestamp()
      from alike join task using (alike_id) where announce & 1 <> 0 order by nth
  )
  select nth, task_id, task_key from task;
  if p_tasks @? '$[*] ? (@.announce % 2 == 1)' then perform rota.wake_relay(); end if;
end $$;
