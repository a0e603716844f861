-- Appends events to the transaction of the caller, in the given order. Returns how many. A writer draws numbers and
-- waits for no other: the order of events across writers is decided later, by arrange_events().
create or replace function rota.append_events(
  p_event_ids uuid[], p_tenants text[], p_types text[], p_aggregate_types text[], p_aggregate_ids text[],
  p_exchanges text[], p_routing_keys text[], p_headers text[], p_payloads text[]
) returns integer
language plpgsql as $$
begin
  insert into rota.outbox_arrivals
         (event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload)
  select event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers::json, payload::json
    from unnest(p_event_ids, p_tenants, p_types, p_aggregate_types, p_aggregate_ids, p_exchanges, p_routing_keys, p_headers, p_payloads)
         with ordinality as given (event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload, nth)
   order by nth;
  perform rota.wake_relay();
  return cardinality(p_event_ids);
end $$;
