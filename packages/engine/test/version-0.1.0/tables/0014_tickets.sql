-- Dispatch through a broker: a turn is given to a QUEUED chunk, its ticket travels, and whoever receives it starts the chunk.
-- The ticket is a hint. The row decides: a ticket whose chunk moved on starts nothing, and a chunk can be started without one.

-- What a ticket says. Nothing large, nothing secret.
create type rota.ticket as (
  task_id bigint, number integer, turn bigint, queue text, tenant text, group_name text, type text, task_key text, chunk_count integer
);

-- Gives the next turns of a queue to the broker. p_window is how many chunks may be unstarted in all, p_queued_max how many of
-- one task while others wait. Returns their tickets in the order of their turns.
create function rota.queue_turns(p_queue text, p_window integer, p_queued_max integer) returns setof rota.ticket
language sql as $$
  select task_id, number, turn, queue, tenant, group_name, type, task_key, chunk_count
    from (select (chunk ->> 0)::bigint as task_id, (chunk ->> 1)::integer as number, first_turn + place - 1 as turn
            from rota.take_turns(p_queue, p_window, null, false, null, null, p_queued_max),
                 json_array_elements(chunks) with ordinality as given (chunk, place)) as given
    join rota.tasks using (task_id)
   order by turn
$$;

-- Starts chunks of a queue for a worker, under one lease: those that are QUEUED in the turns that were given to them. One that was
-- cancelled in the meantime is not started. Returns a json list of chunks, each
-- [task, number, lane, type, attempt, whether it must run alone, payload, turn].
create function rota.start_queued(
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
begin
  with started as (
    update rota.chunks set state = 'PROCESSING', attempt = attempt + 1, queued_at = null, lease_token = p_token
      from unnest(p_task_ids, p_numbers, p_turns) as ticket (task_id, number, turn) join rota.tasks using (task_id)
     where chunks.task_id = ticket.task_id and chunks.number = ticket.number and chunks.turn = ticket.turn
       and chunks.queue = p_queue and chunks.state = 'QUEUED' and tasks.state <> 'CANCELLED'
    returning chunks.*
  ), leased as (
    insert into rota.leases (lease_token, queue, owner, is_watched, expires_at, task_ids, numbers)
    select p_token, p_queue, p_owner, p_is_watched, clock_timestamp() + p_lease, array_agg(task_id), array_agg(number)
      from started having count(*) > 0)
  select json_agg(json_build_array(task_id::text, number, leaf_lane::text, type_id::text, attempt, is_suspect, payload, turn::text)
                  order by turn)
    into v_chunks from started;
  return coalesce(v_chunks, '[]');
end $$;

-- Starts the chunks of a queue that are QUEUED for the longest time, for a worker that the broker does not reach.
create function rota.take_queued(
  p_queue text, p_limit integer, p_owner text, p_is_watched boolean, p_token bigint, p_lease interval
) returns json
language sql as $$
  select rota.start_queued(p_queue, p_owner, p_is_watched, p_token, p_lease, array_agg(task_id), array_agg(number), array_agg(turn))
    from (select task_id, number, turn from rota.chunks
           where queue = p_queue and state = 'QUEUED' order by queued_at limit p_limit for update skip locked) as waiting
$$;

-- The tickets of chunks that have been QUEUED for a while, oldest first, to be sent again: same turn, no charge.
create function rota.resend_tickets(p_queue text, p_after interval, p_limit integer) returns setof rota.ticket
language sql as $$
  with again as (
    update rota.chunks set queued_at = clock_timestamp()
     where ctid = any (array(select ctid from rota.chunks
                              where queue = p_queue and state = 'QUEUED' and queued_at < clock_timestamp() - p_after
                              order by queued_at limit p_limit for update skip locked))
    returning task_id, number, turn)
  select task_id, number, turn, queue, tenant, group_name, type, task_key, chunk_count
    from again join rota.tasks using (task_id) order by turn
$$;
