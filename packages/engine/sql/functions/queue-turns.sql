drop function if exists rota.queue_turns(text, integer, integer);
drop function if exists rota.resend_tickets(text, interval, integer);

-- Gives the next turns of a pool to the broker: their chunks are QUEUED, and start when a worker receives their
-- ticket. p_window is how many chunks may be unstarted in all, p_queued_max how many of one task while others wait, and
-- p_routes names the queues with consumers that are not all busy.
-- Returns the tickets in the order of their turns.
create or replace function rota.queue_turns(p_queue text, p_window integer, p_queued_max integer, p_routes text[] default null)
returns setof rota.ticket
language sql as $$
  select task_id, number, turn, queue, tenant, group_name, type, task_key, chunk_count
    from (select (chunk ->> 0)::bigint as task_id, (chunk ->> 1)::integer as number, first_turn + place - 1 as turn
            from rota.take_turns(p_queue, p_window, null, false, null, null, p_queued_max, p_routes),
                 json_array_elements(chunks) with ordinality as given (chunk, place)) as given
    join rota.tasks using (task_id)
   order by turn
$$;

-- Returns the tickets of chunks that have been QUEUED for a while, oldest first, to be sent again. They keep their
-- turn. With p_route only those of one queue of the pool.
create or replace function rota.resend_tickets(p_queue text, p_after interval, p_limit integer, p_route text default null)
returns setof rota.ticket
language sql as $$
  with again as (
    update rota.chunks set queued_at = clock_timestamp()
     where ctid = any (array(select ctid from rota.chunks
                              where queue = p_queue and state = 'QUEUED' and queued_at < clock_timestamp() - p_after
                                and (p_route is null or exists (select from rota.tasks where tasks.task_id = chunks.task_id and tasks.queue = p_route))
                              order by queued_at limit p_limit for update skip locked))
    returning task_id, number, turn)
  select task_id, number, turn, queue, tenant, group_name, type, task_key, chunk_count
    from again join rota.tasks using (task_id) order by turn
$$;
