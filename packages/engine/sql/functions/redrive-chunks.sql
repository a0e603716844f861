-- Returns whether a chunk was discarded as it is now: a chunk that was replayed and failed again is open again.
create or replace function rota.is_discarded(p_task_id bigint, p_number integer, p_failed_at timestamptz) returns boolean
language sql stable as $$
  select exists (select from rota.dead_chunks where task_id = p_task_id and number = p_number and state = 'DISCARDED' and failed_at = p_failed_at)
$$;

-- Puts failed chunks back to wait with a new set of attempts, and reopens their tasks up to the root. The caller holds
-- the lock of redrives and has seen that they failed. Returns the chunks that it put back: those of cancelled tasks
-- stay as they are.
create or replace function rota.redrive_named(p_task_ids bigint[], p_numbers integer[]) returns table (task_id bigint, number integer)
language plpgsql as $$
#variable_conflict use_column
declare
  v_task_ids bigint[];
  v_numbers integer[];
  v_positions bigint[];
  v_open bigint[];
  v_reopened bigint[] := '{}';
  v_above bigint[] := p_task_ids;
begin
  -- Tasks before countdowns: a transaction that holds one of the tasks blocks only this one, and no settler.
  while v_above is not null loop
    perform from rota.tasks where task_id = any (v_above) order by task_id desc for update;
    v_open := coalesce(v_open, array(select task_id from rota.tasks where task_id = any (v_above) and state <> 'CANCELLED'));
    select v_reopened || coalesce(array_agg(task_id), '{}'), array_agg(distinct parent_id) filter (where parent_id is not null)
      into v_reopened, v_above from rota.tasks where task_id = any (v_above) and state = 'FAILED';
  end loop;
  perform from rota.countdowns where task_id = any (v_open || v_reopened) order by task_id desc for update;

  with driven as (
    update rota.chunks set state = 'PENDING', attempt = 0, returns = 0, finished_at = null
      from unnest(p_task_ids, p_numbers) as named (task_id, number) join rota.chunks as failed using (task_id, number)
     where chunks.task_id = failed.task_id and chunks.number = failed.number and chunks.task_id = any (v_open)
    returning chunks.task_id, chunks.number, chunks.position, chunks.queue, chunks.type_id, chunks.is_counted, failed.state as state_before
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, type, open, failed, dead_letters)
    select driven.queue, type_id, is_counted, type, count(*), -count(*) filter (where state_before = 'FAILED'), -count(*) filter (where state_before = 'DEAD_LETTER')
      from driven join rota.tasks using (task_id) group by 1, 2, 3, 4)
  select coalesce(array_agg(task_id), '{}'), coalesce(array_agg(number), '{}'), array_agg(position) into v_task_ids, v_numbers, v_positions from driven;
  update rota.countdowns set is_over = false, is_parked = remaining = 0 where task_id = any (v_reopened);
  update rota.countdowns set remaining = remaining + driven.chunks, failed = failed - driven.chunks, is_parked = false
    from (select task_id, count(*)::integer as chunks from unnest(v_task_ids) as task_id group by 1) as driven
   where countdowns.task_id = driven.task_id;
  update rota.tasks set state = 'ACTIVE', finished_at = null where task_id = any (v_reopened);
  -- A task may have been paused when the last of it failed.
  insert into rota.lane_changes (queue, kind, lane_id, sibling_set, level, name, settings)
  select coalesce(pool, queue), 'SET', leaf_lane, group_lane, 3, coalesce(task_key, task_id::text), jsonb_build_object('isPaused', false)
    from rota.tasks where task_id = any (v_reopened) and not is_job;
  -- Deliveries of webhooks begin their schedules anew, with their jobs.
  update rota.webhook_deliveries set state = 'PENDING', ended_at = null, attempts_before = attempts, refusals = 0
   where task_id = any (v_task_ids) and state = 'FAILED';
  perform rota.chunks_wait(v_task_ids, v_positions);
  return query select * from unnest(v_task_ids, v_numbers);
end $$;

-- Gives failed chunks a new set of attempts: at most p_limit that match all that p_which names (task_id, number, queue,
-- tenant, group_name, type, code of the error) and failed before p_before. Returns how many there were. Chunks of
-- cancelled tasks stay as they are, and so do discarded ones.
create or replace function rota.redrive_chunks(p_which jsonb, p_before timestamptz, p_limit integer) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  v_task_ids bigint[];
  v_numbers integer[];
begin
  -- One at a time.
  perform pg_advisory_xact_lock(rota.lane_id('rota.redrive'));
  select array_agg(task_id), array_agg(number) into v_task_ids, v_numbers
    from (select chunks.task_id, chunks.number
            from jsonb_to_record(p_which) as which (task_id bigint, number integer, queue text, tenant text, group_name text, type text, code text),
                 rota.chunks join rota.tasks using (task_id)
           where chunks.state in ('FAILED', 'DEAD_LETTER') and tasks.state <> 'CANCELLED' and chunks.finished_at <= p_before
             and chunks.task_id between coalesce(which.task_id, 0) and coalesce(which.task_id, 9223372036854775807) and (which.number is null or chunks.number = which.number)
             and (which.queue is null or tasks.queue = which.queue) and (which.tenant is null or tasks.tenant = which.tenant)
             and (which.group_name is null or tasks.group_name = which.group_name) and (which.type is null or tasks.type = which.type)
             and (which.code is null or last_error ->> 'code' = which.code)
             and not rota.is_discarded(chunks.task_id, chunks.number, chunks.finished_at)
           order by chunks.task_id, chunks.number limit p_limit) as failed;
  if v_task_ids is null then return 0; end if;
  return (select count(*) from rota.redrive_named(v_task_ids, v_numbers));
end $$;
