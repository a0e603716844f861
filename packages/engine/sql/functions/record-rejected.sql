-- Records events that are not accepted. An event that is refused again while its row is open is counted there. Raw
-- bytes come as base64.
create or replace function rota.record_rejected(p_rejected jsonb) returns void
language sql as $$
  insert into rota.rejected_events (intake, kind, tenant, event_id, code, reason, payload, payload_hash, raw, held_hash, held_payload, origin, error, attempts, times)
  select distinct on (intake, tenant, event_id, payload_hash)
         intake, kind, tenant, event_id, code, reason, payload, decode(payload_hash, 'hex'), decode(raw, 'base64'), decode(held_hash, 'hex'), held_payload, origin, error, coalesce(attempts, 0),
         count(*) over (partition by intake, tenant, event_id, payload_hash)
    from jsonb_to_recordset(p_rejected) as given (
           intake text, kind text, tenant text, event_id text, code text, reason text, payload text, payload_hash text, raw text, held_hash text, held_payload text, origin jsonb, error jsonb, attempts integer)
  on conflict (intake, coalesce(tenant, ''), coalesce(event_id, ''), payload_hash) where state = 'OPEN'
  do update set times = rejected_events.times + excluded.times, last_at = clock_timestamp(), kind = excluded.kind, code = excluded.code, reason = excluded.reason,
                error = excluded.error, attempts = excluded.attempts, held_hash = excluded.held_hash, held_payload = excluded.held_payload
$$;
