-- Returns whether a lock is held: until it expires, or while its task is open.
create or replace function rota.is_lock_held(p_lock rota.locks) returns boolean
language sql volatile as $$
  select case when p_lock.task_id is null then p_lock.expires_at > clock_timestamp()
              else exists (select from rota.tasks where task_id = p_lock.task_id and rota.task_state(tasks) in ('ACTIVE', 'PAUSED')) end
$$;

-- Returns when a lock that is no longer held ended: when it expired, or when its task ended. Now, if the task was pruned.
create or replace function rota.lock_ended_at(p_lock rota.locks) returns timestamptz
language sql volatile as $$
  select greatest(p_lock.started_at, least(clock_timestamp(), p_lock.expires_at, (
    select coalesce(finished_at, (select finished_at from rota.chunks where is_job and chunks.task_id = tasks.task_id and number = 1))
      from rota.tasks where task_id = p_lock.task_id)))
$$;

-- Returns the advisory lock of a key. Every transaction that gives away the lock of this key takes it first, so they run
-- one after the other, and statements after it see what the previous transaction did.
create or replace function rota.lock_turn(p_key text) returns bigint
language sql immutable as $$ select hashtextextended('rota.locks ' || p_key, 0) $$;

-- Ends a lock that expired or whose task is over, and gives a free lock to the first waiter that is still alive. That
-- waiter has p_claim_ms to collect it, so that one that died at this moment does not keep it for the whole time to live.
-- Returns the lock that ended, or null. The caller has the key's turn.
create or replace function rota.settle_lock(p_key text, p_claim_ms bigint) returns jsonb
language plpgsql as $$
declare
  v_ended rota.locks;
  v_next  rota.lock_waiters;
  v_now   timestamptz := clock_timestamp();
begin
  delete from rota.locks as lock where lock.key = p_key and not rota.is_lock_held(lock) returning * into v_ended;
  if exists (select from rota.locks where key = p_key) then
    return null;
  end if;
  delete from rota.lock_waiters where key = p_key and alive_until <= v_now;
  delete from rota.lock_waiters
   where waiter_id = (select min(waiter_id) from rota.lock_waiters where key = p_key)
  returning * into v_next;
  if found then
    insert into rota.locks (key, token, holder, operation, context, ttl_ms, started_at, expected_end_at, expires_at)
    values (p_key, v_next.token, v_next.holder, v_next.operation, v_next.context, v_next.ttl_ms, v_now,
            v_now + v_next.expected_ms * interval '1 millisecond', v_now + p_claim_ms * interval '1 millisecond');
    perform pg_notify('rota.locks', p_key);
  end if;
  return case when v_ended.key is not null then jsonb_build_object(
    'key', v_ended.key, 'holder', v_ended.holder, 'operation', v_ended.operation, 'started_at', v_ended.started_at,
    'with_task', v_ended.task_id is not null,
    'held_ms', extract(epoch from rota.lock_ended_at(v_ended) - v_ended.started_at) * 1000) end;
end $$;
