-- Begins the work of an idempotency key, or returns its state. A key whose time is over counts as never used, so a
-- crash blocks it no longer than its lease. A key in use stays locked to the end of the call: the returned row is the
-- one that was refused.
create or replace function rota.begin_once(p_scope text, p_key text, p_token text, p_input_hash text, p_lease_ms bigint, p_keep_ms bigint)
returns table (is_first boolean, is_same_input boolean, answer jsonb, started_at timestamptz, finished_at timestamptz, expires_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  v_is_first boolean;
begin
  insert into rota.once_keys as used (scope, key, token, input_hash, keep_ms, started_at, expires_at)
  select p_scope, p_key, p_token, p_input_hash, p_keep_ms, at, at + p_lease_ms * interval '1 millisecond' from clock_timestamp() as at
  on conflict (scope, key) do update
     set token = p_token, input_hash = p_input_hash, answer = null, keep_ms = p_keep_ms, finished_at = null,
         started_at = clock_timestamp(), expires_at = clock_timestamp() + p_lease_ms * interval '1 millisecond'
   where used.expires_at <= clock_timestamp() or used.token = p_token;
  v_is_first := found;
  return query
  select v_is_first, used.input_hash = p_input_hash, used.answer, used.started_at, used.finished_at, used.expires_at
    from rota.once_keys as used where used.scope = p_scope and used.key = p_key;
end $$;
