-- Gives positions to at most p_limit events that have none. Returns how many; null when another transaction is doing
-- it.
--
-- The row of rota.outbox_head stays locked to the end of the transaction, so positions become visible in their order
-- and the progress of a sink is one number. An event whose transaction commits late is no gap: it has no position
-- before it is seen.
create or replace function rota.arrange_events(p_limit integer) returns integer
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  v_head  rota.outbox_head;
  v_moved integer;
begin
  select * into v_head from rota.outbox_head for update skip locked;
  if not found then return null; end if;
  with taken as (
    delete from rota.outbox_arrivals
     where ctid = any (array(select ctid from rota.outbox_arrivals order by arrival limit p_limit))
    returning *
  ), placed as (
    insert into rota.outbox_events
           (position, event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload, occurred_at)
    select v_head.position + row_number() over (order by arrival),
           event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload, occurred_at
      from taken
     order by arrival
        on conflict (event_id) do nothing)
  select count(*) into v_moved from taken;
  if v_moved > 0 or not v_head.is_quiet then
    update rota.outbox_head set position = v_head.position + v_moved, is_quiet = v_moved = 0;
  end if;
  if v_moved > 0 then perform pg_notify('rota.arranged', ''); end if;
  return v_moved;
end $$;
