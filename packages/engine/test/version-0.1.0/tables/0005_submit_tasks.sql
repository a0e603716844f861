-- How work comes in: appended rows only, so that a submission, however long its transaction stays open, stops nobody.

-- Who holds a unique key. Submitters of one key wait for each other here and nowhere else.
create table rota.task_keys (
  tenant     text        not null,
  type       text        not null,
  key        text        not null,
  mode       text        constraint task_keys_mode_is_known check (mode in ('forever', 'singleton', 'debounce', 'throttle')),
  task_id    bigint,     -- null only inside the transaction that takes the key
  input_hash bytea,      -- of version, input and payloads: other input under the same key is a conflict
  held_until timestamptz, -- throttle only
  constraint task_keys_are_held_once primary key (tenant, type, key)
);

create index task_keys_of_task on rota.task_keys (task_id);

-- Appends tasks, their chunks, and one arrival for each lane in which work may wait now. Tasks come grouped by what they
-- have in common, as lists of the rest: a thousand jobs are a thousand payloads, not a thousand times every field. Jobs
-- have one payload and due time each, other tasks a list of them; due times and inputs may be left out. A task key that
-- ends in a time gets the time of now, p_shift_ms later.
create function rota.append_tasks(p_tasks jsonb, p_shift_ms bigint default 0)
returns table (nth integer, task_id bigint, task_key text)
language plpgsql set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
begin
  -- Heard when the transaction commits; whoever misses it looks by itself a little later.
  perform pg_notify('rota.work', queue) from (select distinct alike ->> 'queue' as queue from jsonb_array_elements(p_tasks) as alike) as told;
  return query
  with alike as materialized (
    select *, (extract(epoch from at) * 1000000)::bigint as at_us, case unique_mode when 'debounce' then window_ms * interval '1 millisecond' end as put_off
      from clock_timestamp() as at,
           rows from (jsonb_to_recordset(p_tasks) as (
                        queue text, tenant text, group_name text, type text, version integer, priority smallint, cost integer, weight integer, max_in_flight integer, is_job boolean, attempts_max smallint, has_finish boolean, parent_id bigint, is_counted boolean, type_id bigint, chunk_count integer,
                        tenant_lane bigint, group_lane bigint, jobs_lane bigint, key_stem text, key_offset integer, unique_mode text, window_ms bigint,
                        nths jsonb, task_keys jsonb, inputs jsonb, payloads jsonb, due_times jsonb))
             with ordinality as given (
               queue, tenant, group_name, type, version, priority, cost, weight, max_in_flight, is_job, attempts_max, has_finish, parent_id, is_counted, type_id, chunk_count,
               tenant_lane, group_lane, jobs_lane, key_stem, key_offset, unique_mode, window_ms,
               nths, task_keys, inputs, payloads, due_times, alike_id)
  ), task as materialized (
    -- Only what differs: the fields in common are joined where they are written, which is cheaper than copying them along.
    select task_id, alike_id, nth, task_key, input, payload, due_time,
           coalesce(jobs_lane, rota.lane_id(queue, tenant, priority::text, group_name, 'task', task_id::text)) as leaf_lane
      from (select nextval('rota.tasks_task_id_seq') as task_id, each.*
              from (select alike_id, each.nth::integer as nth, coalesce(given_key, key_stem || '_' || at_us / 1000 + key_offset + p_shift_ms) as task_key, input, payload, due_time
                      from alike,
                           rows from (jsonb_array_elements_text(nths), jsonb_array_elements_text(task_keys), jsonb_array_elements(inputs), jsonb_array_elements(payloads), jsonb_array_elements(due_times))
                             as each (nth, given_key, input, payload, due_time)
                     order by 2) as each -- ids are drawn after sorting: jobs of one lane come in the order given
           ) as drawn
      join alike using (alike_id)
  ), task_rows as (
    insert into rota.tasks (task_id, task_key, queue, tenant, group_name, type, version, priority, cost, weight, max_in_flight, is_job, attempts_max, has_finish, parent_id, chunk_count, input, tenant_lane, group_lane, leaf_lane, submitted_at)
    overriding system value
    select task_id, task_key, queue, tenant, group_name, type, version, priority, cost, weight, max_in_flight, is_job, attempts_max, has_finish, parent_id, chunk_count, input, tenant_lane, group_lane, leaf_lane, at
      from task join alike using (alike_id)
  ), chunk_rows as (
    insert into rota.chunks (task_id, number, type_id, is_counted, queue, leaf_lane, position, state, due_at, payload)
    select task_id, 1, type_id, is_counted, queue, leaf_lane, coalesce((extract(epoch from due_at) * 1000000)::bigint, at_us), case when due_at > at then 'SCHEDULED' else 'PENDING' end, due_at, payload
      from (select *, coalesce((due_time #>> '{}')::timestamptz, at + put_off) as due_at from task join alike using (alike_id) where is_job) as job
    union all
    select task_id, number, type_id, is_counted, queue, leaf_lane, number, case when due_at > at then 'SCHEDULED' else 'PENDING' end, due_at, chunk.payload
      from task join alike using (alike_id),
           rows from (jsonb_array_elements(task.payload), jsonb_array_elements_text(task.due_time)) with ordinality as chunk (payload, due_time, number),
           lateral (select coalesce(chunk.due_time::timestamptz, at + put_off) as due_at) as due
     where not is_job
    returning queue, leaf_lane, task_id, position, state
  ), counted as (
    insert into rota.countdowns (task_id, remaining) select task_id, chunk_count from task join alike using (alike_id) where is_counted
  ), arrivals as (
    insert into rota.lane_changes (queue, kind, task_id, position)
    select queue, 'ARRIVED', min(task_id), min(position) from chunk_rows where state = 'PENDING' group by queue, leaf_lane order by min(task_id)
  )
  select nth, task_id, task_key from task;
end $$;

-- What "the same input" means: version, input and payloads, however their keys were ordered.
create function rota.input_hash(p_task jsonb) returns bytea
language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(p_task -> 'version', p_task -> 'inputs', p_task -> 'payloads')::text, 'utf8'))
$$;

-- Says for tasks under unique keys which of them the present holder stands for, and which are refused. The keys are locked
-- first, in order; only then is it looked who holds them, so two submitters never both find a key free.
create function rota.resolve_task_keys(p_tasks jsonb)
returns table (nth integer, task_id bigint, refused text)
language plpgsql as $$
#variable_conflict use_column
declare
  v_now timestamptz;
begin
  insert into rota.task_keys (tenant, type, key)
  select tenant, type, unique_key from jsonb_to_recordset(p_tasks) as given (tenant text, type text, unique_key text) where unique_key is not null order by 1, 2, 3
  on conflict on constraint task_keys_are_held_once do update set key = excluded.key;
  v_now := clock_timestamp();

  return query
  with given as materialized (
    select (nths ->> 0)::integer as nth, holder.task_id, holder.mode as held_mode, holder.held_until, rota.task_state(task) in ('ACTIVE', 'PAUSED') as is_open, unique_mode, window_ms, windows_max, inputs, payloads,
           unique_mode in ('forever', 'singleton') and holder.input_hash <> rota.input_hash(fields) as is_other_input
      from jsonb_array_elements(p_tasks) as fields
     cross join lateral jsonb_to_record(fields) as given (nths jsonb, tenant text, type text, unique_key text, unique_mode text, window_ms bigint, windows_max integer, inputs jsonb, payloads jsonb)
      join rota.task_keys as holder on holder.tenant = given.tenant and holder.type = given.type and holder.key = given.unique_key
      join rota.tasks as task on task.task_id = holder.task_id
  ), held as materialized (
    select *, case when unique_mode <> held_mode then 'OTHER_MODE' when is_other_input then 'OTHER_INPUT' end as refused
      from given
     where case held_mode
             when 'forever'   then true
             when 'singleton' then is_open
             when 'throttle'  then held_until > v_now
             -- Scheduled for the first time: one that waits for a retry has run with its input.
             else is_open and exists (select from rota.chunks where chunks.task_id = given.task_id and number = 1 and state = 'SCHEDULED' and turn is null) end
  ), replaced_chunk as (
    -- Only while it is scheduled: nobody but its submitters holds it then, and a claim that meets it passes by.
    update rota.chunks
       set payload = case when is_job then held.payloads -> 0 else held.payloads -> 0 -> 0 end, due_at = due.at, position = (extract(epoch from due.at) * 1000000)::bigint
      from held
      join rota.tasks as task using (task_id)
     cross join lateral (select least(v_now + window_ms * interval '1 millisecond', task.submitted_at + windows_max * window_ms * interval '1 millisecond') as at) as due
     where held_mode = 'debounce' and refused is null and chunks.task_id = held.task_id and chunks.number = 1 and chunks.state = 'SCHEDULED' and chunks.turn is null
    returning chunks.task_id
  ), replaced_task as (
    update rota.tasks set input = held.inputs -> 0 from held join replaced_chunk using (task_id) where tasks.task_id = held.task_id
  )
  select nth, task_id, refused from held left join replaced_chunk using (task_id)
   where held_mode <> 'debounce' or refused is not null or replaced_chunk.task_id is not null;
end $$;

-- Says which tasks cannot be the children of whom they name. A parent is locked against its end, so that it never ends
-- without its child; settlers pass by a task that is locked, however long that takes.
create function rota.refuse_parents(p_tasks jsonb) returns table (nth integer, task_id bigint, refused text)
language plpgsql as $$
#variable_conflict use_column
begin
  perform from rota.tasks where task_id in (select given.parent_id from jsonb_to_recordset(p_tasks) as given (parent_id bigint))
    order by task_id for key share;
  return query
  select (nths ->> 0)::integer, given.parent_id,
         case when tasks.task_id is null then 'PARENT_MISSING' when countdowns.task_id is null then 'PARENT_IS_JOB' else 'PARENT_ENDED' end
    from jsonb_to_recordset(p_tasks) as given (nths jsonb, parent_id bigint)
    left join rota.tasks on tasks.task_id = given.parent_id
    left join rota.countdowns on countdowns.task_id = given.parent_id
   where given.parent_id is not null and (countdowns.task_id is null or tasks.state not in ('ACTIVE', 'PAUSED'));
end $$;

-- Submits tasks that have parents, or keys, then one by one in p_tasks: all of them, or none if one is refused. A row for each task: a new
-- one, the holder of its unique key that stands for it, or whom it conflicts with and why, be it the holder of a key or its
-- parent.
create function rota.submit_under_keys(p_tasks jsonb)
returns table (nth integer, task_id bigint, task_key text, is_new boolean, refused text)
language plpgsql as $$
#variable_conflict use_column
declare
  c_passes constant integer := 20;
  v_shift_ms bigint := 0;
  v_held jsonb;
  v_new jsonb;
  v_constraint text;
begin
  for v_pass in 1..c_passes loop
    begin
      if p_tasks @? '$[*].parent_id' then
        select coalesce(jsonb_agg(parent), '[]') into v_held from rota.refuse_parents(p_tasks) as parent;
        if v_held <> '[]' then raise exception using errcode = 'RT409'; end if;
      end if;
      select coalesce(jsonb_agg(held), '[]') into v_held from rota.resolve_task_keys(p_tasks) as held;
      if v_held @? '$[*] ? (@.refused != null)' then raise exception using errcode = 'RT409'; end if;

      select coalesce(jsonb_agg(given), '[]') into v_new
        from jsonb_array_elements(p_tasks) as given
       where not exists (select from jsonb_to_recordset(v_held) as held (nth integer) where held.nth = (given -> 'nths' ->> 0)::integer);
      select coalesce(jsonb_agg(made), '[]') into v_new from rota.append_tasks(v_new, v_shift_ms) as made;
      update rota.task_keys
         set mode = given.unique_mode, task_id = made.task_id, input_hash = rota.input_hash(fields),
             held_until = case given.unique_mode when 'throttle' then clock_timestamp() + given.window_ms * interval '1 millisecond' end
        from jsonb_array_elements(p_tasks) as fields
       cross join lateral jsonb_to_record(fields) as given (nths jsonb, tenant text, type text, unique_key text, unique_mode text, window_ms bigint)
        join jsonb_to_recordset(v_new) as made (nth integer, task_id bigint) on made.nth = (given.nths ->> 0)::integer
       where task_keys.tenant = given.tenant and task_keys.type = given.type and task_keys.key = given.unique_key;

      return query
      select made.nth, made.task_id, made.task_key, true, null from jsonb_to_recordset(v_new) as made (nth integer, task_id bigint, task_key text)
      union all
      select held.nth, held.task_id, tasks.task_key, false, null from jsonb_to_recordset(v_held) as held (nth integer, task_id bigint) join rota.tasks using (task_id);
      return;
    exception
      when sqlstate 'RT409' then
        return query select held.nth, held.task_id, null, false, held.refused from jsonb_to_recordset(v_held) as held (nth integer, task_id bigint, refused text) where held.refused is not null;
        return;
      when unique_violation then
        get stacked diagnostics v_constraint = constraint_name;
        if v_constraint <> 'tasks_key_is_unique' then raise; end if;
        return query
        select (given.nths ->> 0)::integer, tasks.task_id, tasks.task_key, false, 'TASK_KEY'
          from jsonb_to_recordset(p_tasks) as given (nths jsonb, task_keys jsonb) join rota.tasks on tasks.task_key = given.task_keys ->> 0;
        if found then return; end if;
        -- Somebody had a key of the same stem in the same millisecond: the next one may be taken as well, further ones are not.
        v_shift_ms := v_shift_ms + 1 + floor(random() * (1 << v_pass))::bigint;
    end;
  end loop;
  raise exception 'no free time was found for a task key' using errcode = 'unique_violation', constraint = 'tasks_key_is_unique';
end $$;
