-- Locks with a queue of waiters, their history, idempotency keys and sealed secrets, as the database driver keeps them.
-- A row whose time is over counts as deleted from that moment on; pruning only removes it.

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

-- The queue of waiters of each lock. A free lock has none: the transaction that ends a lock gives it to the first waiter.
create table rota.lock_waiters (
  waiter_id   bigint      generated always as identity constraint lock_waiters_have_an_id primary key, -- the order of the queue
  key         text        collate "C" not null,
  token       text        not null constraint lock_waiters_wait_once unique,
  holder      text        not null,
  operation   text        not null,
  context     jsonb,
  ttl_ms      bigint      not null,
  expected_ms bigint,
  waits_since timestamptz not null,
  alive_until timestamptz not null -- extended by each poll of the waiter; after it the waiter counts as dead
);

create index lock_waiters_in_line on rota.lock_waiters (key, waiter_id);

-- The locks that were held, written when they end. What is held now is in rota.locks.
create table rota.lock_history (
  history_id bigint      generated always as identity constraint lock_history_has_an_id primary key,
  key        text        collate "C" not null,
  holder     text        not null,
  operation  text        not null,
  tenant     text,
  task_id    bigint,
  started_at timestamptz not null,
  ended_at   timestamptz not null default clock_timestamp(),
  outcome    text        not null constraint lock_history_outcome_is_known check (outcome in ('RELEASED', 'EXPIRED', 'TASK_ENDED', 'OVERRIDDEN')),
  ended_by   text, -- who overrode it …
  reason     text  -- … and why
);

create index lock_history_of_key on rota.lock_history (key, history_id);

-- How often a lock was refused because another holder had it, by hour.
create table rota.lock_refusals (
  hour      timestamptz not null,
  tenant    text        not null, -- '' when it has none
  operation text        not null,
  refused   bigint      not null,
  constraint lock_refusals_are_counted_by_hour primary key (hour, tenant, operation)
) with (fillfactor = 50);

create trigger locks_are_remembered after delete on rota.locks for each row execute function rota.remember_lock();

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

-- Values with a time limit, sealed by the process that puts them: the key to open them is not in the database.
create table rota.secrets (
  key        text        collate "C" constraint secrets_are_known_by_key primary key,
  sealed     bytea       not null,
  expires_at timestamptz not null
);

create index secrets_to_prune on rota.secrets (expires_at);

comment on table rota.secrets is 'Sealed values with a time limit; losing them is allowed, reading them is not.';
