-- Ends a lock that is held, by its token or by force, and gives it to the next waiter. Returns the lock if it
-- was held, and also a lock of the key that had ended before.
create or replace function rota.end_lock(p_key text, p_token text, p_by_force boolean, p_claim_ms bigint)
returns table (
  is_ended boolean, held_ms double precision, ended jsonb, key text, holder text, operation text, context jsonb, progress jsonb,
  started_at timestamptz, expected_end_at timestamptz, expires_at timestamptz, task_id bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  v_ended jsonb;
  v_lock  rota.locks;
begin
  perform pg_advisory_xact_lock(rota.lock_turn(p_key));
  v_ended := rota.settle_lock(p_key, p_claim_ms);
  delete from rota.lock_waiters where token = p_token;
  delete from rota.locks as lock where lock.key = p_key and (p_by_force or lock.token = p_token) returning lock.* into v_lock;
  perform rota.settle_lock(p_key, p_claim_ms);
  return query
  select v_lock.key is not null, (extract(epoch from clock_timestamp() - v_lock.started_at) * 1000)::double precision, v_ended,
         v_lock.key, v_lock.holder, v_lock.operation, v_lock.context, v_lock.progress,
         v_lock.started_at, v_lock.expected_end_at, v_lock.expires_at, v_lock.task_id;
end $$;

-- Ends a lock by force and records by whom and why.
create or replace function rota.override_lock(p_key text, p_by text, p_reason text, p_claim_ms bigint)
returns table (
  is_ended boolean, held_ms double precision, ended jsonb, key text, holder text, operation text, context jsonb, progress jsonb,
  started_at timestamptz, expected_end_at timestamptz, expires_at timestamptz, task_id bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  v_ended record;
begin
  for v_ended in select * from rota.end_lock(p_key, null, true, p_claim_ms) loop
    if v_ended.is_ended then
      update rota.lock_history set outcome = 'OVERRIDDEN', ended_by = p_by, reason = p_reason
       where history_id = (select history_id from rota.lock_history
                            where lock_history.key = p_key and outcome = 'RELEASED' and lock_history.started_at = v_ended.started_at
                            order by lock_history.key desc, history_id desc limit 1);
    end if;
    return query select v_ended.is_ended, v_ended.held_ms, v_ended.ended, v_ended.key, v_ended.holder, v_ended.operation, v_ended.context,
                        v_ended.progress, v_ended.started_at, v_ended.expected_end_at, v_ended.expires_at, v_ended.task_id;
  end loop;
end $$;
