drop function if exists rota.take_queued(text, integer, text, boolean, bigint, interval);

-- Starts QUEUED chunks of a pool for a worker, under one lease, if they are still in the turns that were given to
-- them. Chunks of cancelled tasks are not started. Returns a json list of chunks, each [task, number, lane, type,
-- attempt, whether it must run alone, payload, turn].
create or replace function rota.start_queued(
  p_queue text, p_owner text, p_is_watched boolean, p_token bigint, p_lease interval,
  p_task_ids bigint[], p_numbers integer[], p_turns bigint[]
) returns json
language plpgsql
  -- Plans are made once, when tables may be small: always row by row through an index.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  v_chunks json;
  v_started bigint[];
begin
  with started as (
    update rota.chunks set state = 'PROCESSING', attempt = attempt + 1, queued_at = null, lease_token = p_token
      from unnest(p_task_ids, p_numbers, p_turns) as ticket (task_id, number, turn) join rota.tasks using (task_id)
     where chunks.task_id = ticket.task_id and chunks.number = ticket.number and chunks.turn = ticket.turn
       and chunks.state = 'QUEUED' and tasks.state <> 'CANCELLED'
    returning chunks.*
  ), leased as (
    insert into rota.leases (lease_token, queue, owner, is_watched, expires_at, task_ids, numbers)
    select p_token, p_queue, p_owner, p_is_watched, clock_timestamp() + p_lease, array_agg(task_id), array_agg(number)
      from started having count(*) > 0)
  select json_agg(json_build_array(task_id::text, number, leaf_lane::text, type_id::text, attempt, is_suspect, payload, turn::text)
                  order by turn),
         array_agg(task_id) filter (where announce & 2 <> 0)
    into v_chunks, v_started from started;
  if v_started is not null then perform rota.announce_starts(v_started); end if;
  return coalesce(v_chunks, '[]');
end $$;

-- Starts the chunks of a pool that have been QUEUED for the longest time, for a worker that the broker does not reach: those
-- of the queues that it serves, without p_routes of the one that has the pool's name.
create or replace function rota.take_queued(
  p_queue text, p_limit integer, p_owner text, p_is_watched boolean, p_token bigint, p_lease interval,
  p_routes text[] default null
) returns json
language sql as $$
  select rota.start_queued(p_queue, p_owner, p_is_watched, p_token, p_lease, array_agg(task_id), array_agg(number), array_agg(turn))
    from (select task_id, number, turn from rota.chunks
           where queue = p_queue and state = 'QUEUED'
             and exists (select from rota.tasks where tasks.task_id = chunks.task_id and tasks.queue = any (coalesce(p_routes, array[p_queue])))
           order by queued_at limit p_limit for update skip locked) as waiting
$$;
