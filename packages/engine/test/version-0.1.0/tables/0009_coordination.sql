-- What the database driver of the coordinator keeps: locks with the line before each, idempotency keys, sealed secrets.
-- Rows whose time is over count as gone from that moment on; pruning only takes them away.

create table rota.locks (
  key             text        collate "C" constraint locks_are_held_once primary key,
  token           text        not null, -- only who knows it may extend or release
  holder          text        not null,
  operation       text        not null,
  context         jsonb,
  progress        jsonb,
  ttl_ms          bigint      not null,
  started_at      timestamptz not null,
  expected_end_at timestamptz,
  expires_at      timestamptz,
  task_id         bigint,
  constraint locks_end_by_time_or_with_their_task check ((expires_at is null) = (task_id is not null))
);

comment on table rota.locks is 'Who holds what, since when and until when: one row per held lock.';

-- The line before each lock. Nobody waits before a lock that nobody holds: whoever ends a lock gives it to the next.
create table rota.lock_waiters (
  waiter_id   bigint      generated always as identity constraint lock_waiters_have_an_id primary key, -- the order of the line
  key         text        collate "C" not null,
  token       text        not null constraint lock_waiters_wait_once unique,
  holder      text        not null,
  operation   text        not null,
  context     jsonb,
  ttl_ms      bigint      not null,
  expected_ms bigint,
  waits_since timestamptz not null,
  alive_until timestamptz not null -- moved on by each look of the waiter; later it counts as gone
);

create index lock_waiters_in_line on rota.lock_waiters (key, waiter_id);

create function rota.is_lock_held(p_lock rota.locks) returns boolean
language sql volatile as $$
  select case when p_lock.task_id is null then p_lock.expires_at > clock_timestamp()
              else exists (select from rota.tasks where task_id = p_lock.task_id and rota.task_state(tasks) in ('ACTIVE', 'PAUSED')) end
$$;

-- Whatever gives a lock to somebody does it one after the other: later statements see what the one before did.
create function rota.lock_turn(p_key text) returns bigint
language sql immutable as $$ select hashtextextended('rota.locks ' || p_key, 0) $$;

-- Ends a lock whose time or task is over, and gives a lock that nobody holds to the first in line who is still there. That
-- one gets p_claim_ms to come for it, so that a waiter that died in this moment does not keep it for the whole time to
-- live. Returns the lock that ended, or null. The caller has the key's turn.
create function rota.settle_lock(p_key text, p_claim_ms bigint) returns jsonb
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
    'with_task', v_ended.task_id is not null) end;
end $$;

-- Takes a lock, or says who holds it. With p_waits the caller stands in line, keeps its place by calling again, and leaves
-- the line by calling without. Whoever calls again with the token that holds the lock gets it again, so a call whose reply
-- was lost may be repeated.
create function rota.acquire_lock(
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
         lock.started_at, lock.expected_end_at, lock.expires_at, lock.task_id
    from rota.locks as lock where lock.key = p_key;
end $$;

-- Ends a lock that is held, by its token or by force, and gives it to the next in line. Returns the lock if there was one to
-- end, and in any case what had ended by itself before.
create function rota.end_lock(p_key text, p_token text, p_by_force boolean, p_claim_ms bigint)
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

-- Takes away locks whose time or task is over, those that nobody is busy with. Returns each that ended.
create function rota.prune_locks(p_limit integer, p_claim_ms bigint) returns table (ended jsonb)
language plpgsql as $$
#variable_conflict use_column
declare
  v_key text;
begin
  for v_key in select lock.key from rota.locks as lock where not rota.is_lock_held(lock) order by lock.key limit p_limit loop
    if pg_try_advisory_xact_lock(rota.lock_turn(v_key)) then
      ended := rota.settle_lock(v_key, p_claim_ms);
      if ended is not null then
        return next;
      end if;
    end if;
  end loop;
end $$;

-- Idempotency keys. While the work runs expires_at ends the lease, afterwards it ends the keeping of the answer.
create table rota.once_keys (
  scope       text        collate "C" not null,
  key         text        collate "C" not null,
  token       text,       -- of who runs the work; null when it is done
  input_hash  text        not null,
  answer      jsonb,
  keep_ms     bigint      not null,
  started_at  timestamptz not null,
  finished_at timestamptz,
  expires_at  timestamptz not null,
  constraint once_keys_are_used_once primary key (scope, key),
  constraint once_keys_run_or_are_done check ((token is null) = (finished_at is not null))
);

create index once_keys_to_prune on rota.once_keys (expires_at);

comment on table rota.once_keys is 'Idempotency keys: the same key with the same input gets the same answer.';

-- Begins the work of a key, or says how it stands. A key whose time is over is as if it had never been used, so a crash
-- blocks it no longer than its lease. A key that is in use stays locked to the end of the call: what is read is what was
-- refused.
create function rota.begin_once(p_scope text, p_key text, p_token text, p_input_hash text, p_lease_ms bigint, p_keep_ms bigint)
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

-- Values with a time limit, sealed by the process that puts them: the key to open them is not in the database.
create table rota.secrets (
  key        text        collate "C" constraint secrets_are_known_by_key primary key,
  sealed     bytea       not null,
  expires_at timestamptz not null
);

create index secrets_to_prune on rota.secrets (expires_at);

comment on table rota.secrets is 'Sealed values with a time limit; losing them is allowed, reading them is not.';
