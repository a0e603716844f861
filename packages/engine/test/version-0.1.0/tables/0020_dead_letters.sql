-- Dead letters: what somebody decided about chunks that failed for good, and how these get another chance or go. Rejected
-- events hold theirs themselves.

-- The latest decision about a chunk. It is about one failure: a chunk that was replayed and fails again is open again.
create table rota.dead_chunks (
  task_id    bigint      not null,
  number     integer     not null,
  state      text        not null constraint dead_chunks_state_is_known check (state in ('REPLAYED', 'DISCARDED')),
  failed_at  timestamptz not null, -- the chunk's finished_at when it was decided
  code       text,                 -- of the error it failed with
  decided_by text        not null,
  reason     text,
  decided_at timestamptz not null default clock_timestamp(),
  constraint dead_chunks_are_decided_once primary key (task_id, number)
);

create index dead_chunks_by_time on rota.dead_chunks (state, failed_at, task_id, number);
create index chunks_dead_by_time on rota.chunks (finished_at, task_id, number) where state in ('FAILED', 'DEAD_LETTER');
create index rejected_events_by_time on rota.rejected_events (state, rejected_at, rejected_id);

-- Whether somebody gave up on a chunk as it is now.
create function rota.is_discarded(p_task_id bigint, p_number integer, p_failed_at timestamptz) returns boolean
language sql stable as $$
  select exists (select from rota.dead_chunks where task_id = p_task_id and number = p_number and state = 'DISCARDED' and failed_at = p_failed_at)
$$;

-- Puts failed chunks back to wait with another set of attempts; whoever waits for their tasks waits again. The caller holds the
-- lock of redrives and has seen that they failed. Returns those that it did: chunks of cancelled tasks stay as they are.
create function rota.redrive_named(p_task_ids bigint[], p_numbers integer[]) returns table (task_id bigint, number integer)
language plpgsql as $$
#variable_conflict use_column
declare
  v_task_ids bigint[];
  v_numbers integer[];
  v_positions bigint[];
  v_open bigint[];
  v_reopened bigint[] := '{}';
  v_above bigint[] := p_task_ids;
begin
  -- Tasks before countdowns: whoever holds one of the tasks keeps only this waiting, and no settler.
  while v_above is not null loop
    perform from rota.tasks where task_id = any (v_above) order by task_id desc for update;
    v_open := coalesce(v_open, array(select task_id from rota.tasks where task_id = any (v_above) and state <> 'CANCELLED'));
    select v_reopened || coalesce(array_agg(task_id), '{}'), array_agg(distinct parent_id) filter (where parent_id is not null)
      into v_reopened, v_above from rota.tasks where task_id = any (v_above) and state = 'FAILED';
  end loop;
  perform from rota.countdowns where task_id = any (v_open || v_reopened) order by task_id desc for update;

  with driven as (
    update rota.chunks set state = 'PENDING', attempt = 0, returns = 0, finished_at = null
      from unnest(p_task_ids, p_numbers) as failed (task_id, number)
     where chunks.task_id = failed.task_id and chunks.number = failed.number and chunks.task_id = any (v_open)
    returning chunks.task_id, chunks.number, chunks.position)
  select coalesce(array_agg(task_id), '{}'), coalesce(array_agg(number), '{}'), array_agg(position) into v_task_ids, v_numbers, v_positions from driven;
  update rota.countdowns set is_over = false, is_parked = remaining = 0 where task_id = any (v_reopened);
  update rota.countdowns set remaining = remaining + driven.chunks, failed = failed - driven.chunks, is_parked = false
    from (select task_id, count(*)::integer as chunks from unnest(v_task_ids) as task_id group by 1) as driven
   where countdowns.task_id = driven.task_id;
  update rota.tasks set state = 'ACTIVE', finished_at = null where task_id = any (v_reopened);
  -- A task may have been paused when the last of it failed.
  insert into rota.lane_changes (queue, kind, lane_id, sibling_set, level, name, settings)
  select queue, 'SET', leaf_lane, group_lane, 3, coalesce(task_key, task_id::text), jsonb_build_object('isPaused', false)
    from rota.tasks where task_id = any (v_reopened) and not is_job;
  perform rota.chunks_wait(v_task_ids, v_positions);
  return query select * from unnest(v_task_ids, v_numbers);
end $$;

-- Gives failed chunks another set of attempts: those that match all that p_which names (task_id, number, queue, tenant,
-- group_name, type, code of the error) and failed before p_before, at most so many. Whoever waits for their tasks waits again.
-- Returns how many there were. Chunks of cancelled tasks stay as they are, and so
-- do those that somebody gave up on.
create function rota.redrive_chunks(p_which jsonb, p_before timestamptz, p_limit integer) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  v_task_ids bigint[];
  v_numbers integer[];
begin
  -- One at a time.
  perform pg_advisory_xact_lock(rota.lane_id('rota.redrive'));
  select array_agg(task_id), array_agg(number) into v_task_ids, v_numbers
    from (select chunks.task_id, chunks.number
            from jsonb_to_record(p_which) as which (task_id bigint, number integer, queue text, tenant text, group_name text, type text, code text),
                 rota.chunks join rota.tasks using (task_id)
           where chunks.state in ('FAILED', 'DEAD_LETTER') and tasks.state <> 'CANCELLED' and chunks.finished_at <= p_before
             and chunks.task_id between coalesce(which.task_id, 0) and coalesce(which.task_id, 9223372036854775807) and (which.number is null or chunks.number = which.number)
             and (which.queue is null or tasks.queue = which.queue) and (which.tenant is null or tasks.tenant = which.tenant)
             and (which.group_name is null or tasks.group_name = which.group_name) and (which.type is null or tasks.type = which.type)
             and (which.code is null or last_error ->> 'code' = which.code)
             and not rota.is_discarded(chunks.task_id, chunks.number, chunks.finished_at)
           order by chunks.task_id, chunks.number limit p_limit) as failed;
  if v_task_ids is null then return 0; end if;
  return (select count(*) from rota.redrive_named(v_task_ids, v_numbers));
end $$;

-- Keeps chunks and their tasks as they are until the transaction ends, but for settlers, who pass by. Returns those that are
-- dead; chunks of cancelled tasks are not.
create function rota.lock_dead_chunks(p_task_ids bigint[], p_numbers integer[])
returns table (
  task_id bigint, number integer, tenant text, type text, version integer, payload jsonb, has_payload boolean, code text, failed_at timestamptz, is_discarded boolean)
language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(rota.lane_id('rota.redrive'));
  perform from rota.tasks where task_id = any (p_task_ids) order by task_id desc for update;
  -- Only statements after those see what they waited for.
  return query
  select chunks.task_id, chunks.number, tenant, type, version, payload, chunks.number <= chunk_count, last_error ->> 'code', chunks.finished_at,
         rota.is_discarded(chunks.task_id, chunks.number, chunks.finished_at)
    from unnest(p_task_ids, p_numbers) as named (task_id, number)
    join rota.chunks on chunks.task_id = named.task_id and chunks.number = named.number
    join rota.tasks on tasks.task_id = named.task_id
   where chunks.state in ('FAILED', 'DEAD_LETTER') and tasks.state <> 'CANCELLED';
end $$;

-- Notes a decision about chunks that the transaction has locked.
create function rota.decide_dead_chunks(p_task_ids bigint[], p_numbers integer[], p_state text, p_by text, p_reason text) returns void
language sql as $$
  insert into rota.dead_chunks (task_id, number, state, failed_at, code, decided_by, reason)
  select chunks.task_id, chunks.number, p_state, finished_at, last_error ->> 'code', p_by, p_reason
    from unnest(p_task_ids, p_numbers) as named (task_id, number)
    join rota.chunks on chunks.task_id = named.task_id and chunks.number = named.number
  on conflict on constraint dead_chunks_are_decided_once
  do update set state = excluded.state, failed_at = excluded.failed_at, code = excluded.code, decided_by = excluded.decided_by, reason = excluded.reason, decided_at = excluded.decided_at
$$;

-- Gives dead chunks that the transaction has locked another set of attempts, under p_payload if it is not null. Returns how many.
create function rota.replay_dead_chunks(p_task_ids bigint[], p_numbers integer[], p_payload jsonb, p_by text, p_reason text) returns integer
language plpgsql as $$
declare
  v_count integer;
begin
  perform rota.decide_dead_chunks(p_task_ids, p_numbers, 'REPLAYED', p_by, p_reason);
  select count(*) into v_count from rota.redrive_named(p_task_ids, p_numbers);
  if p_payload is not null then
    update rota.chunks set payload = p_payload where task_id = p_task_ids[1] and number = p_numbers[1];
  end if;
  return v_count;
end $$;

-- Opens a rejected event again that was discarded: nobody holds its id any more. Returns false when there is another open record of it.
create function rota.reopen_rejected(p_rejected_id bigint) returns boolean
language plpgsql as $$
begin
  update rota.rejected_events as given set state = 'OPEN'
   where rejected_id = p_rejected_id and state = 'DISCARDED'
     and not exists (
       select from rota.rejected_events as other
        where other.state = 'OPEN' and other.intake = given.intake and coalesce(other.tenant, '') = coalesce(given.tenant, '')
          and coalesce(other.event_id, '') = coalesce(given.event_id, '') and other.payload_hash = given.payload_hash);
  if not found then return false; end if;
  delete from rota.inbox using rota.rejected_events as given
   where given.rejected_id = p_rejected_id and inbox.tenant = given.tenant and inbox.event_id = given.event_id
     and inbox.batch_id is null and inbox.payload_hash = given.payload_hash;
  return true;
end $$;

-- Deletes chunks and attempts of tasks that were deleted, at most p_limit of each. Returns how many chunks there were, and
-- whether that was all.
create function rota.prune_chunks(p_limit integer, out pruned integer, out is_done boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  v_task_ids bigint[] := array(select task_id from rota.pruned_tasks order by task_id limit p_limit for update skip locked);
begin
  with doomed as (
    select task_id, number from unnest(v_task_ids) as task (task_id)
     cross join lateral (select number from rota.chunks where chunks.task_id = task.task_id order by number limit p_limit) as chunk
     limit p_limit
  ), forgotten as (
    delete from rota.dead_chunks using doomed where dead_chunks.task_id = doomed.task_id and dead_chunks.number = doomed.number
  ), gone as (
    delete from rota.chunks using doomed where chunks.task_id = doomed.task_id and chunks.number = doomed.number returning 1)
  select count(*) into pruned from gone;
  delete from rota.attempts
   where attempt_id = any (array(
           select attempt_id from unnest(v_task_ids) as task (task_id)
            cross join lateral (select attempt_id from rota.attempts where attempts.task_id = task.task_id order by number, attempt_id limit p_limit) as attempt
            limit p_limit));
  delete from rota.pruned_tasks
   where task_id = any (v_task_ids)
     and not exists (select from rota.chunks where chunks.task_id = pruned_tasks.task_id)
     and not exists (select from rota.attempts where attempts.task_id = pruned_tasks.task_id);
  is_done := v_task_ids = '{}';
end $$;
