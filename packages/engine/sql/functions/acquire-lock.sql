-- Takes a lock, or returns its holder. With p_waits the caller joins the queue of waiters, keeps its place by calling
-- again, and leaves by calling without. A call with the token that holds the lock gets it again, so that a call whose
-- reply was lost may be repeated.
create or replace function rota.acquire_lock(
  p_key text, p_token text, p_holder text, p_operation text, p_context jsonb, p_ttl_ms bigint, p_expected_ms bigint,
  p_waits boolean, p_alive_ms bigint, p_waiters_max integer
) returns table (
  is_mine boolean, is_line_full boolean, ended jsonb, key text, holder text, operation text, context jsonb, progress jsonb,
  started_at timestamptz, expected_end_at timestamptz, expires_at timestamptz, task_id bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  v_ended   jsonb;
  v_now     timestamptz;
  v_is_full boolean := false;
begin
  perform pg_advisory_xact_lock(rota.lock_turn(p_key));
  v_ended := rota.settle_lock(p_key, p_alive_ms);
  v_now := clock_timestamp();

  insert into rota.locks as lock (key, token, holder, operation, context, ttl_ms, started_at, expected_end_at, expires_at)
  values (p_key, p_token, p_holder, p_operation, p_context, p_ttl_ms, v_now,
          v_now + p_expected_ms * interval '1 millisecond', v_now + p_ttl_ms * interval '1 millisecond')
  on conflict (key) do update set expires_at = case when lock.task_id is null then excluded.expires_at end
   where lock.token = p_token;

  if found or not p_waits then
    delete from rota.lock_waiters where token = p_token;
  else
    update rota.lock_waiters set alive_until = v_now + p_alive_ms * interval '1 millisecond' where token = p_token;
    if not found then
      v_is_full := (select count(*) from rota.lock_waiters where key = p_key and alive_until > v_now) >= p_waiters_max;
      insert into rota.lock_waiters (key, token, holder, operation, context, ttl_ms, expected_ms, waits_since, alive_until)
      select p_key, p_token, p_holder, p_operation, p_context, p_ttl_ms, p_expected_ms, v_now, v_now + p_alive_ms * interval '1 millisecond'
       where not v_is_full;
    end if;
  end if;

  return query
  select lock.token = p_token, v_is_full, v_ended, lock.key, lock.holder, lock.operation, lock.context, lock.progress,
         lock.started_at, rota.lock_expected_end(lock.task_id, lock.started_at, lock.expected_end_at), lock.expires_at, lock.task_id
    from rota.locks as lock where lock.key = p_key;
end $$;
