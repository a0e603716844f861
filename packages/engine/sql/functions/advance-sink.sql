-- Advances a sink after a run. p_token is the token of the lease, or null inside a transaction that has locked the sink.
-- Returns false, and changes nothing, when another relay has the lease.
create or replace function rota.advance_sink(
  p_sink text, p_token bigint, p_position bigint, p_published integer, p_unheard integer,
  p_held bigint[],                        -- events that wait from now on
  p_released_from bigint[], p_released bigint[], -- events that waited and were delivered, with the ids of the aggregates that held them
  p_failed bigint[], p_errors text[],     -- events of p_held that were tried, with their errors
  p_tries_max integer, p_retry interval, p_retry_max interval
) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
begin
  update rota.outbox_sinks
     set position = p_position, published = published + p_published, unheard = unheard + p_unheard, failures = 0, last_error = null
   where sink = p_sink and lease_token = coalesce(p_token, lease_token) and position <= p_position;
  if not found then return false; end if;

  if cardinality(p_released) > 0 then
    delete from rota.outbox_held_events using unnest(p_released_from, p_released) as done (held_id, position)
     where outbox_held_events.held_id = done.held_id and outbox_held_events.position = done.position;
  end if;
  if cardinality(p_held) > 0 then
    insert into rota.outbox_held_aggregates (sink, tenant, aggregate_type, aggregate_id)
    select distinct p_sink, tenant, aggregate_type, aggregate_id from rota.outbox_events where position = any (p_held)
        on conflict (sink, tenant, aggregate_type, aggregate_id) do nothing;
    insert into rota.outbox_held_events (held_id, position)
    select held_id, position
      from rota.outbox_events join rota.outbox_held_aggregates using (tenant, aggregate_type, aggregate_id)
     where position = any (p_held) and sink = p_sink;
  end if;
  if cardinality(p_failed) > 0 then
    update rota.outbox_held_aggregates
       set tries           = failed.tries,
           failed_position = failed.position,
           error           = failed.error,
           due_at          = v_now + least(p_retry_max, p_retry * 2 ^ least(failed.tries - 1, 30)),
           is_parked       = failed.tries >= p_tries_max
      from (select held_id, position, given.error,
                   case when failed_position = position then tries + 1 else 1 end as tries
              from unnest(p_failed, p_errors) as given (position, error)
              join rota.outbox_events using (position)
              join rota.outbox_held_aggregates using (tenant, aggregate_type, aggregate_id)
             where sink = p_sink) as failed
     where outbox_held_aggregates.held_id = failed.held_id;
  end if;
  if cardinality(p_released) > 0 then
    delete from rota.outbox_held_aggregates
     where held_id = any (p_released_from)
       and not exists (select from rota.outbox_held_events where held_id = outbox_held_aggregates.held_id);
  end if;
  return true;
end $$;
