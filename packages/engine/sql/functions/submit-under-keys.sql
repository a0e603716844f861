-- Returns the hash that decides whether two submissions have the same input. It covers version, input and payloads; the
-- order of their keys does not matter. Input that a codec encrypts differs with each submission; then a mark, which only
-- a holder of the codec's key can make, is compared in its place.
create or replace function rota.input_hash(p_task jsonb) returns bytea
language sql immutable as $$
  select coalesce(decode(p_task ->> 'input_mark', 'hex'),
                  sha256(convert_to(jsonb_build_array(p_task -> 'version', p_task -> 'inputs', p_task -> 'payloads')::text, 'utf8')))
$$;

-- Returns for tasks under unique keys the task that holds the key, and why a task is refused. A task without a row gets
-- its key. The keys are locked first, in order, and only later statements read who holds them, so that two submissions
-- never both find a key free.
create or replace function rota.resolve_task_keys(p_tasks jsonb)
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
    -- Only while it is scheduled: only its submitters lock it then, and a claim skips it.
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

-- Returns the tasks whose parent cannot have a child any more, with the reason. The others' parents are locked against
-- their end: a parent never ends without its child. Settlers skip a task that is locked, however long that takes.
create or replace function rota.refuse_parents(p_tasks jsonb) returns table (nth integer, task_id bigint, refused text)
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

-- Submits tasks that have parents or unique keys, each a group of its own in p_tasks: all of them, or none if one is
-- refused. Returns a row for each task: a new one; the holder of its unique key, which stands for it; or the task it
-- conflicts with, and why.
create or replace function rota.submit_under_keys(p_tasks jsonb)
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
        -- Another submission took a key of the same stem in the same millisecond. The next ones may be taken as well: try a later one.
        v_shift_ms := v_shift_ms + 1 + floor(random() * (1 << v_pass))::bigint;
    end;
  end loop;
  raise exception 'no free time was found for a task key' using errcode = 'unique_violation', constraint = 'tasks_key_is_unique';
end $$;
