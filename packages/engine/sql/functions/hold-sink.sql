-- Makes a relay the one that delivers events to a sink, if no other relay is. It writes only when the lease is half
-- over. Returns a row when the relay holds the sink: the sink's position, the token of the lease, and when held events
-- are due.
create or replace function rota.hold_sink(p_sink text, p_owner text, p_lease interval)
returns table (at_position bigint, token bigint, next_due_ms float8)
language plpgsql as $$
#variable_conflict use_column
declare
  v_sink rota.outbox_sinks;
  v_now  timestamptz := clock_timestamp();
begin
  select * into v_sink from rota.outbox_sinks where sink = p_sink;
  if v_sink.lease_owner is distinct from p_owner or v_sink.lease_expires_at < v_now + p_lease / 2 then
    update rota.outbox_sinks
       set lease_owner      = p_owner,
           lease_token      = lease_token + (lease_owner is distinct from p_owner)::integer, -- fences off the one before
           lease_expires_at = v_now + p_lease
     where sink = p_sink and (lease_owner is null or lease_owner = p_owner or lease_expires_at < v_now)
    returning * into v_sink;
    if not found then return; end if;
  end if;
  return query select v_sink.position, v_sink.lease_token, (
    select extract(epoch from min(due_at) - v_now) * 1000 from rota.outbox_held_aggregates where sink = p_sink and not is_parked)::float8;
end $$;
