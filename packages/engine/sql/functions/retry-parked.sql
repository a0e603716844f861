-- Lets parked aggregates of a sink, or that of one event, be tried again from their first try. Returns how many.
create or replace function rota.retry_parked(p_sink text, p_event_id uuid) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  v_count integer;
begin
  perform from rota.outbox_sinks where sink = p_sink for update;
  update rota.outbox_held_aggregates set is_parked = false, tries = 0, due_at = clock_timestamp()
   where sink = p_sink and is_parked
     and (p_event_id is null or failed_position = (select position from rota.outbox_events where event_id = p_event_id));
  get diagnostics v_count = row_count;
  if v_count > 0 then perform pg_notify('rota.arranged', ''); end if;
  return v_count;
end $$;

-- Discards a parked event for one sink; the events behind it continue. Returns false when it is not parked there.
create or replace function rota.discard_parked(p_sink text, p_event_id uuid, p_reason text, p_by text) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare
  v_held rota.outbox_held_aggregates;
begin
  perform from rota.outbox_sinks where sink = p_sink for update;
  select held.* into v_held
    from rota.outbox_held_aggregates as held join rota.outbox_events as event on event.position = held.failed_position
   where held.sink = p_sink and held.is_parked and event.event_id = p_event_id;
  if not found then return false; end if;
  insert into rota.outbox_discards
         (sink, position, event_id, tenant, type, aggregate_type, aggregate_id, error, reason, discarded_by)
  select p_sink, position, event_id, tenant, type, aggregate_type, aggregate_id, v_held.error, p_reason, p_by
    from rota.outbox_events where position = v_held.failed_position;
  delete from rota.outbox_held_events where held_id = v_held.held_id and position = v_held.failed_position;
  update rota.outbox_held_aggregates
     set is_parked = false, tries = 0, failed_position = null, error = null, due_at = clock_timestamp()
   where held_id = v_held.held_id;
  delete from rota.outbox_held_aggregates
   where held_id = v_held.held_id and not exists (select from rota.outbox_held_events where held_id = v_held.held_id);
  perform pg_notify('rota.arranged', '');
  return true;
end $$;
