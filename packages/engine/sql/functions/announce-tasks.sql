-- Returns the id of an event about a task: a UUID in the form of version 7. It begins with the time, so that indexes grow at
-- their end. The rest is a hash and not random: two events of a task differ in what happened or in the time, and a random
-- UUID costs more where the server asks the system for each. As a stable function it becomes part of the calling query.
create or replace function rota.task_event_id(p_task_id bigint, p_what text, p_at timestamptz) returns uuid
language sql stable as $$
  -- The milliseconds; the version, 7, and the microseconds in 12 bits; the variant, binary 10, and the hash in 62 bits.
  select (lpad(to_hex((date_part('epoch', p_at) * 1000000)::bigint / 1000), 12, '0')
          || to_hex(28672 | (date_part('epoch', p_at) * 1000000)::bigint % 1000)
          || to_hex((-9223372036854775808) | (hashint8extended(p_task_id, hashtextextended(p_what, 0)) & 4611686018427387903)))::uuid
$$;

-- Returns the payload of an event: the fields that all events about a task have, and those of the one that happened.
create or replace function rota.event_payload(
  p_task_id bigint, p_task_key text, p_type text, p_version integer, p_queue text, p_tenant text, p_group text,
  p_key text, p_chunk_count integer, p_submitted_at timestamptz, p_state text, p_details jsonb
) returns json
language sql stable as $$
  select (jsonb_build_object('schemaVersion', 1, 'taskId', p_task_id::text, 'taskKey', p_task_key, 'key', p_key, 'type', p_type, 'version', p_version,
                             'queue', p_queue, 'tenant', p_tenant, 'group', p_group, 'chunkCount', p_chunk_count, 'state', p_state,
                             'submittedAt', p_submitted_at) || p_details)::json
$$;

-- Returns the bits of the ends of tasks of a type that are announced because an endpoint of the tenant wants one of them.
create or replace function rota.wanted_ends(p_tenant text, p_type text) returns smallint
language sql stable as $$
  select case when exists (select from rota.webhook_endpoints
                            where tenant = p_tenant and deleted_at is null and state = 'ACTIVE'
                              and (rota.webhook_wants(event_types, 'task.completed:' || p_type) or rota.webhook_wants(event_types, 'task.failed:' || p_type)))
              then 12 else 0 end::smallint
$$;

-- Wakes the relay unless it polls anyway: a notification makes commits wait for each other.
create or replace function rota.wake_relay() returns void
language plpgsql as $$
begin
  if (select is_quiet from rota.outbox_head) then perform pg_notify('rota.events', ''); end if;
end $$;

-- Appends the event `task.completed` for each of the tasks, in the transaction that ended them. The row of a job that is not
-- counted down does not say that it ended. For the payload row_to_json() costs half as much as json_build_object().
create or replace function rota.announce_completed(p_task_ids bigint[]) returns void
language plpgsql set timezone = 'UTC' as $$
#variable_conflict use_column
declare
  -- A result that is larger is not in the event, which says where it is instead.
  c_result_bytes_max constant integer := 16384;
begin
  insert into rota.outbox_arrivals (event_id, tenant, type, aggregate_type, aggregate_id, routing_key, headers, payload, occurred_at)
  select rota.task_event_id(task_id, 'completed', now), tasks.tenant, 'task.completed', 'TASK', task_id::text, 'task.completed',
         json_build_object('task-type', tasks.type),
         case when is_shown then row_to_json(with_result) else row_to_json(with_link) end,
         now
    from (select tasks.*, last_number, result, last_chunk.finished_at as ended_at, clock_timestamp() as now, -- differs for each: live events are read in the order of time
                 coalesce(tasks.announce & 64 = 0 and pg_column_size(result) <= c_result_bytes_max and octet_length(result::text) <= c_result_bytes_max,
                          result is null) as is_shown
            from rota.tasks
           cross join lateral (select chunk_count + has_finish::integer as last_number) as last
            left join rota.chunks as last_chunk on last_chunk.task_id = tasks.task_id and last_chunk.number = last_number and (is_job or has_finish)
           where tasks.task_id = any (p_task_ids)
           order by tasks.task_id) as tasks
   cross join lateral (
     select 1 as "schemaVersion", task_id::text as "taskId", task_key as "taskKey",
            (select key from rota.task_keys where task_keys.task_id = tasks.task_id limit 1) as key, type, version,
            queue, tenant, group_name as "group", chunk_count as "chunkCount", 'COMPLETED' as state,
            submitted_at as "submittedAt", coalesce(finished_at, ended_at) as "finishedAt", 0 as "failedChunks") as event
   cross join lateral (select event.*, result) as with_result
   cross join lateral (select event.*, format('/v1/tasks/%s/result', task_id) as "resultAt") as with_link;
  perform rota.wake_relay();
end $$;

-- Appends the event `task.<p_what>` for each of the tasks, in the transaction in which it happened to them.
create or replace function rota.announce_tasks(p_task_ids bigint[], p_what text) returns void
language plpgsql set timezone = 'UTC' as $$
#variable_conflict use_column
begin
  if p_what = 'completed' then
    perform rota.announce_completed(p_task_ids);
    return;
  end if;
  insert into rota.outbox_arrivals (event_id, tenant, type, aggregate_type, aggregate_id, routing_key, headers, payload, occurred_at)
  select rota.task_event_id(task_id, p_what, now), tenant, 'task.' || p_what, 'TASK', task_id::text, 'task.' || p_what, json_build_object('task-type', type),
         rota.event_payload(task_id, task_key, type, version, queue, tenant, group_name,
                            (select key from rota.task_keys where task_keys.task_id = tasks.task_id limit 1), chunk_count, submitted_at,
                            case p_what when 'failed' then 'FAILED' else state end, details),
         now
    from (select tasks.*, clock_timestamp() as now from rota.tasks where task_id = any (p_task_ids) order by task_id) as tasks
   cross join lateral (
     select case p_what
              when 'started' then jsonb_build_object('startedAt', now)
              when 'cancelled' then jsonb_build_object('finishedAt', finished_at)
              when 'failed' then jsonb_build_object(
                'finishedAt', coalesce(finished_at, now),
                'failedChunks', coalesce((select failed from rota.countdowns where countdowns.task_id = tasks.task_id), 1),
                'error', (select jsonb_build_object('code', last_error ->> 'code', 'message', last_error ->> 'message', 'number', number, 'attempt', attempt)
                            from rota.chunks as chunk where chunk.task_id = tasks.task_id and chunk.state in ('FAILED', 'DEAD_LETTER') order by number limit 1))
            end as details) as what;
  perform rota.wake_relay();
end $$;

-- Announces the ends of jobs that are not counted down, in the transaction that ended them, unless they were cancelled. Their
-- rows are locked, so that a cancellation at the same moment is either before or after the end. A settler does not wait for a
-- transaction of a user: what that one holds is left for announce_left().
create or replace function rota.announce_jobs(p_task_ids bigint[], p_what text) returns void
language plpgsql as $$
declare
  v_held bigint[] := array(select task_id from rota.tasks
                            where task_id = any (p_task_ids) and state <> 'CANCELLED' order by task_id for no key update skip locked);
begin
  if cardinality(v_held) < cardinality(p_task_ids) then
    insert into rota.left_announcements (task_id, what)
    select task_id, p_what from rota.tasks where task_id = any (p_task_ids) and task_id <> all (v_held) and state <> 'CANCELLED';
  end if;
  if v_held <> '{}' then perform rota.announce_tasks(v_held, p_what); end if;
end $$;

-- Announces the ends that announce_jobs() left, at most p_limit.
create or replace function rota.announce_left(p_limit integer) returns void
language plpgsql as $$
declare
  v_left rota.left_announcements;
begin
  for v_left in select * from rota.left_announcements order by left_id limit p_limit for update skip locked loop
    delete from rota.left_announcements where left_id = v_left.left_id;
    perform rota.announce_jobs(array[v_left.task_id], v_left.what);
  end loop;
end $$;

-- Announces the start of those tasks that start for the first time.
create or replace function rota.announce_starts(p_task_ids bigint[]) returns void
language plpgsql as $$
declare
  v_begun bigint[];
begin
  with begun as (
    insert into rota.announced_starts (task_id) select distinct started.id from unnest(p_task_ids) as started (id) order by 1
        on conflict do nothing returning task_id)
  select array_agg(begun.task_id order by begun.task_id) into v_begun from begun;
  if v_begun is not null then perform rota.announce_tasks(v_begun, 'started'); end if;
end $$;

-- Appends an event for each chunk that failed for good, in the transaction that ended it.
create or replace function rota.announce_dead_chunks(p_task_ids bigint[], p_numbers integer[]) returns void
language plpgsql set timezone = 'UTC' as $$
#variable_conflict use_column
begin
  insert into rota.outbox_arrivals (event_id, tenant, type, aggregate_type, aggregate_id, routing_key, headers, payload, occurred_at)
  select rota.task_event_id(task_id, 'chunk ' || number, now), tenant, 'chunk.dead_lettered', 'TASK', task_id::text, 'chunk.dead_lettered',
         json_build_object('task-type', type),
         rota.event_payload(task_id, task_key, type, version, tasks.queue, tenant, group_name,
                            (select key from rota.task_keys where task_keys.task_id = tasks.task_id limit 1), chunk_count, submitted_at, tasks.state,
                            jsonb_build_object('number', number, 'attempt', attempt, 'failedAt', chunks.finished_at,
                                               'error', jsonb_build_object('code', last_error ->> 'code', 'message', last_error ->> 'message'))),
         now
    from (select task_id, number, clock_timestamp() as now from unnest(p_task_ids, p_numbers) as dead (task_id, number)) as dead
    join rota.tasks using (task_id)
    join rota.chunks using (task_id, number);
  perform rota.wake_relay();
end $$;

-- Deletes at most p_limit old events of tasks where no sink exists that would ever pass them. Returns how many.
create or replace function rota.prune_announced(p_older_than interval, p_limit integer) returns integer
language plpgsql as $$
declare
  v_before constant timestamptz := clock_timestamp() - p_older_than;
  v_arrivals integer;
  v_events integer;
begin
  if exists (select from rota.outbox_sinks) then return 0; end if;
  delete from rota.outbox_arrivals
   where arrival = any (array(select arrival from rota.outbox_arrivals where aggregate_type = 'TASK' and occurred_at < v_before limit p_limit));
  get diagnostics v_arrivals = row_count;
  delete from rota.outbox_events
   where position = any (array(select event.position from rota.outbox_events as event
                                where aggregate_type = 'TASK' and occurred_at < v_before order by occurred_at limit p_limit));
  get diagnostics v_events = row_count;
  return greatest(v_arrivals, v_events);
end $$;
