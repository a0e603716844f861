-- How chunks end, and their tasks with them. A worker's write is fenced: it touches a chunk only under the token of its lease.

-- The state of a task. That of a job is its chunk's: its own row is not written when the chunk ends.
create function rota.task_state(task rota.tasks) returns text
language sql stable as $$
  select case when task.state = 'ACTIVE' and task.is_job
              then coalesce((select case when state in ('FAILED', 'DEAD_LETTER') then 'FAILED'
                                         when state in ('COMPLETED', 'CANCELLED') then state end
                               from rota.chunks where task_id = task.task_id and number = 1 and not is_counted), 'ACTIVE')
              else task.state end
$$;

-- Says that work waits in the lanes of these chunks again.
create function rota.chunks_wait(p_task_ids bigint[], p_positions bigint[]) returns void
language sql as $$
  with arrived as (
    insert into rota.lane_changes (queue, kind, task_id, position)
    select queue, 'ARRIVED', min(task_id), min(position)
      from unnest(p_task_ids, p_positions) as chunk (task_id, position) join rota.tasks using (task_id)
     group by queue, leaf_lane
    returning queue)
  select pg_notify('rota.work', queue) from (select distinct queue from arrived) as told
$$;

-- Locks the countdowns of tasks of which so many chunks end, and of the parents that end with them as far as can be told. The
-- only place where a transaction waits for a countdown, once and in order, so that no two wait for each other.
create function rota.lock_countdowns(p_task_ids bigint[], p_ended integer[]) returns void
language plpgsql as $$
#variable_conflict use_column
begin
  perform from rota.countdowns
    where task_id = any (p_task_ids || array(
      with recursive batch as materialized (
        select * from unnest(p_task_ids, p_ended) as batch (task_id, ended)
      ), parent (task_id) as (
        select parent_id from batch join rota.countdowns using (task_id) join rota.tasks using (task_id)
         where remaining <= ended and parent_id is not null
        union
        select parent_id from parent join rota.countdowns using (task_id) join rota.tasks using (task_id) left join batch using (task_id)
         where remaining <= coalesce(ended, 0) and parent_id is not null)
      select task_id from parent))
    order by task_id desc for update;
end $$;

-- Counts tasks down by what has ended of them. Returns those of which no chunk is left.
create function rota.count_down(p_task_ids bigint[], p_ended integer[], p_failed integer[]) returns setof bigint
language plpgsql as $$
#variable_conflict use_column
begin
  perform rota.lock_countdowns(p_task_ids, p_ended);
  return query
  with counted as (
    update rota.countdowns set remaining = remaining - gone.ended, failed = countdowns.failed + gone.failed
      from unnest(p_task_ids, p_ended, p_failed) as gone (task_id, ended, failed)
     where countdowns.task_id = gone.task_id
    returning countdowns.task_id, remaining)
  select task_id from counted where remaining = 0;
end $$;

-- Whether a task has a child that has not ended. One that was cancelled has ended when nothing of it runs any more.
create function rota.has_open_child(p_task_id bigint) returns boolean
language sql stable as $$
  select exists (select from rota.tasks where parent_id = p_task_id and state in ('ACTIVE', 'PAUSED'))
      or exists (select from rota.tasks join rota.countdowns using (task_id)
                  where parent_id = p_task_id and state = 'CANCELLED' and not is_over)
$$;

-- Ends tasks of which no chunk is left, or gives them their last chunk; then their parents, up to the root. The caller has
-- locked their countdowns. A task that waits for children is parked until one of them ends. A task whose row somebody holds is
-- passed by, since a transaction of a user must not stop a settler, and so is one whose parent is being counted down while
-- nobody saw it coming: end_left_tasks() comes back to them.
create function rota.end_tasks(p_task_ids bigint[]) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_asked bigint[] := p_task_ids;
  v_held bigint[];
  v_parents bigint[];
  v_parked bigint[];
  v_finishing bigint[];
  v_positions bigint[];
begin
  while v_asked <> '{}' loop
    v_held := array(select task_id from rota.tasks join rota.countdowns using (task_id)
                     where task_id = any (v_asked) and remaining = 0 and not is_over
                     order by task_id for update of tasks skip locked);
    -- Whoever ends another child of the same parent holds its countdown as well: one of the two sees the end of the other.
    v_parents := array(select task_id from rota.countdowns
                        where task_id in (select parent_id from rota.tasks where task_id = any (v_held)) for update skip locked);
    v_held := array(select task_id from rota.tasks
                     where task_id = any (v_held)
                       and (parent_id is null or parent_id = any (v_parents)
                            or not exists (select from rota.countdowns where countdowns.task_id = tasks.parent_id)));
    update rota.countdowns set is_parked = false where task_id = any (v_asked) and task_id <> all (v_held) and is_parked;

    v_parked := array(select task_id from rota.tasks
                       where task_id = any (v_held) and state <> 'CANCELLED' and rota.has_open_child(task_id));
    update rota.countdowns set is_parked = true where task_id = any (v_parked) and not is_parked;

    with last_chunk as (
      insert into rota.chunks (task_id, number, type_id, is_counted, queue, leaf_lane, position, state)
      select task_id, chunk_count + 1, rota.lane_id('finish', type, version::text), true, queue, leaf_lane,
             case when is_job then (extract(epoch from clock_timestamp()) * 1000000)::bigint else chunk_count + 1 end, 'PENDING'
        from rota.tasks join rota.countdowns using (task_id)
       where task_id = any (v_held) and task_id <> all (v_parked) and has_finish and failed = 0 and state <> 'CANCELLED'
         and not exists (select from rota.tasks as child where child.parent_id = tasks.task_id and child.state = 'FAILED')
      on conflict on constraint chunks_are_numbered_in_their_task do nothing
      returning task_id, position
    ), counted as (
      update rota.countdowns set remaining = 1, is_parked = false from last_chunk where countdowns.task_id = last_chunk.task_id)
    select array_agg(task_id), array_agg(position) into v_finishing, v_positions from last_chunk;
    if v_finishing is not null then perform rota.chunks_wait(v_finishing, v_positions); end if;

    with over as (
      update rota.countdowns set is_over = true, is_parked = false
       where task_id = any (v_held) and task_id <> all (v_parked) and remaining = 0
      returning task_id, failed
    ), ended as (
      update rota.tasks
         set state = case when failed > 0
                            or exists (select from rota.tasks as child where child.parent_id = tasks.task_id and child.state = 'FAILED')
                          then 'FAILED' else 'COMPLETED' end,
             finished_at = clock_timestamp()
        from over where tasks.task_id = over.task_id and state <> 'CANCELLED')
    select array_agg(distinct parent_id) into v_asked from rota.tasks join over using (task_id) where parent_id is not null;
  end loop;
end $$;

-- Counts down for chunks that have ended and ends the tasks of which they were the last. The last step of whoever ends
-- chunks, since the countdown of a task is what its settlers meet at.
create function rota.chunks_ended(p_task_ids bigint[], p_are_failed boolean[]) returns void
language plpgsql as $$
declare
  v_over bigint[];
begin
  select array_agg(task_id) into v_over
    from (select array_agg(task_id) as ids, array_agg(ended) as ended, array_agg(failed) as failed
            from (select task_id, count(*)::integer as ended, count(*) filter (where is_failed)::integer as failed
                    from unnest(p_task_ids, p_are_failed) as chunk (task_id, is_failed) group by 1) as task) as tasks,
         rota.count_down(ids, ended, failed) as task_id;
  if v_over is not null then perform rota.end_tasks(v_over); end if;
end $$;

-- Ends attempts otherwise than by completing: [{task_id, number, token, outcome, delay_ms, error}], where an outcome is
--   RETRY      later, or DEAD_LETTER if that was the last attempt,
--   EXHAUSTED  DEAD_LETTER, whatever attempts are left,
--   SNOOZE     later, without having spent an attempt,
--   FAIL       for good,
--   RETURN     at once, without having spent an attempt, at most ten times,
--   LOST       at once and alone: its process has gone. Only if it was alone is it to blame, and has spent an attempt.
-- What would go on after its task was cancelled is CANCELLED instead. Returns the places of the chunks that were still leased
-- under their tokens, and which of them have ended, for chunks_ended().
create function rota.end_attempts(
  p_owner text, p_attempts jsonb, out places integer[], out ended bigint[], out are_failed boolean[]
) language plpgsql as $$
#variable_conflict use_column
declare
  c_returns_max constant integer := 10;
  v_waiting bigint[];
  v_positions bigint[];
begin
  with held as materialized (
    select given.place, given.outcome, given.error, given.lease_token, chunks.task_id, chunks.number, chunks.attempt,
           chunks.slots as slots_before, tasks.is_job,
           tasks.state = 'CANCELLED' as is_cancelled,
           clock_timestamp() + coalesce(given.delay_ms, 0) * interval '1 millisecond' as due_at,
           case given.outcome
             when 'FAIL'   then 'FAILED'
             when 'EXHAUSTED' then 'DEAD_LETTER'
             when 'RETRY'  then case when chunks.attempt < tasks.attempts_max then 'SCHEDULED' else 'DEAD_LETTER' end
             when 'SNOOZE' then 'SCHEDULED'
             when 'RETURN' then case when returns < c_returns_max or chunks.attempt < tasks.attempts_max then 'PENDING' else 'DEAD_LETTER' end
             else case when is_alone and chunks.attempt >= tasks.attempts_max then 'DEAD_LETTER' else 'PENDING' end
           end as state,
           given.outcome = 'SNOOZE' or given.outcome = 'RETURN' and returns < c_returns_max
             or given.outcome = 'LOST' and not is_alone as is_free
      from rows from (jsonb_to_recordset(p_attempts)
                        as (task_id bigint, number integer, lease_token bigint, outcome text, delay_ms bigint, error jsonb))
             with ordinality as given (task_id, number, lease_token, outcome, delay_ms, error, place)
      join rota.chunks on chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = given.lease_token
      join rota.tasks on tasks.task_id = given.task_id
     order by chunks.task_id, chunks.number
       for update of chunks
  ), next as (
    select *, case when is_cancelled and state in ('SCHEDULED', 'PENDING') then 'CANCELLED' else state end as next_state from held
  ), changed as (
    update rota.chunks
       set state       = next_state,
           attempt     = next.attempt - is_free::integer,
           due_at      = case next_state when 'SCHEDULED' then next.due_at else chunks.due_at end,
           position    = case when next_state = 'SCHEDULED' and next.is_job
                              then (extract(epoch from next.due_at) * 1000000)::bigint else position end,
           returns     = case when next.outcome = 'RETURN' then least(returns + 1, c_returns_max) else returns end,
           is_suspect  = next.outcome = 'LOST' or is_suspect and next.outcome in ('RETURN', 'SNOOZE'),
           is_alone    = false,
           lease_token = null,
           slots       = 0,
           last_error  = coalesce(next.error, last_error),
           finished_at = case when next_state in ('FAILED', 'DEAD_LETTER', 'CANCELLED') then clock_timestamp() end
      from next
     where chunks.task_id = next.task_id and chunks.number = next.number and chunks.lease_token = next.lease_token
    returning next.place, next.outcome, next.error, next.attempt, next_state, chunks.queue, chunks.task_id, chunks.number,
              chunks.position, chunks.is_counted, next.slots_before
  ), remembered as (
    insert into rota.attempts (task_id, number, attempt, outcome, owner, error)
    select task_id, number, attempt, outcome, p_owner, error from changed
  ), released as (
    insert into rota.lane_changes (queue, kind, task_id, slots)
    select queue, 'RELEASED', task_id, slots_before from changed where slots_before <> 0)
  select coalesce(array_agg(place::integer), '{}'),
         coalesce(array_agg(task_id) filter (where is_ended), '{}'),
         coalesce(array_agg(next_state <> 'CANCELLED') filter (where is_ended), '{}'),
         array_agg(task_id) filter (where next_state = 'PENDING'), array_agg(position) filter (where next_state = 'PENDING')
    into places, ended, are_failed, v_waiting, v_positions
    from changed
   cross join lateral (select is_counted and next_state in ('FAILED', 'DEAD_LETTER', 'CANCELLED')) as an (is_ended);
  if v_waiting is not null then perform rota.chunks_wait(v_waiting, v_positions); end if;
end $$;

-- Settles chunks that are still leased under their tokens: those that were completed, as lists, and others, as for
-- end_attempts(). Returns the places in either list of the chunks that were settled, null for a list of which all were.
create function rota.settle_chunks(
  p_owner text, p_task_ids bigint[], p_numbers integer[], p_tokens bigint[], p_results jsonb, p_others jsonb,
  out completed integer[], out others integer[]
) language plpgsql
  -- Plans are made once, when tables may be small: always row by row through an index.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  v_completed bigint[];
  v_ended bigint[] := '{}';
  v_are_failed boolean[] := '{}';
begin
  with settled as (
    -- Only PROCESSING chunks have a token; naming the state as well would tempt the planner to another index.
    update rota.chunks
       set state = 'COMPLETED', finished_at = clock_timestamp(), lease_token = null, is_suspect = false, is_alone = false,
           result = claimed.result
      from rows from (unnest(p_task_ids), unnest(p_numbers), unnest(p_tokens), jsonb_array_elements(p_results))
             with ordinality as claimed (task_id, number, lease_token, result, place)
     where chunks.task_id = claimed.task_id and chunks.number = claimed.number and chunks.lease_token = claimed.lease_token
    returning claimed.place, chunks.task_id, chunks.queue, chunks.slots, chunks.is_counted
  ), released as (
    insert into rota.lane_changes (queue, kind, task_id, slots)
    select queue, 'RELEASED', task_id, slots from settled where slots <> 0)
  select case when count(*) < cardinality(p_task_ids) then coalesce(array_agg(place::integer), '{}') end,
         coalesce(array_agg(task_id) filter (where is_counted), '{}')
    into completed, v_completed from settled;

  if p_others is not null then
    select places, ended, are_failed into others, v_ended, v_are_failed from rota.end_attempts(p_owner, p_others);
    if cardinality(others) = jsonb_array_length(p_others) then others := null; end if;
  end if;
  if v_completed <> '{}' or v_ended <> '{}' then
    perform rota.chunks_ended(v_completed || v_ended, array_fill(false, array[cardinality(v_completed)]) || v_are_failed);
  end if;
end $$;

-- Says that a chunk is about to run with nothing beside it in its process. False: the lease was lost.
create function rota.run_alone(p_task_id bigint, p_number integer, p_token bigint) returns boolean
language sql as $$
  with alone as (
    update rota.chunks set is_alone = true where task_id = p_task_id and number = p_number and lease_token = p_token returning 1)
  select exists (select from alone)
$$;

-- Marks waiting chunks of cancelled tasks, and tasks in which none is left. Only where no claim that is under way can be about
-- to give the chunks out: the lane of the task is paused by now, or no claim is under way, which is how jobs are looked at
-- that a claim could not take out itself. Returns how many chunks were marked.
create function rota.sweep_tasks(p_tasks integer, p_chunks integer) returns integer
language plpgsql set lock_timeout = '5s' as $$
#variable_conflict use_column
declare
  v_task_ids bigint[];
  v_queue text;
  v_ended bigint[];
  v_marked integer;
begin
  v_task_ids := array(select task_id from rota.tasks
                       where state = 'CANCELLED' and swept_at is null
                         and (is_job or exists (select from rota.lanes where lane_id = leaf_lane and is_paused))
                       order by task_id limit p_tasks);
  if v_task_ids = '{}' then return 0; end if;
  for v_queue in select distinct queue from rota.tasks where task_id = any (v_task_ids) and is_job order by 1 loop
    perform pg_advisory_xact_lock(rota.lane_id(v_queue));
  end loop;

  with waiting as materialized (
    select task_id, number, slots from rota.chunks
     where task_id = any (v_task_ids) and state in ('SCHEDULED', 'PENDING', 'QUEUED')
     order by task_id, number limit p_chunks for update skip locked
  ), marked as (
    update rota.chunks set state = 'CANCELLED', finished_at = clock_timestamp(), slots = 0
      from waiting where chunks.task_id = waiting.task_id and chunks.number = waiting.number
    returning chunks.queue, chunks.task_id, chunks.is_counted, waiting.slots
  ), released as (
    insert into rota.lane_changes (queue, kind, task_id, slots) select queue, 'RELEASED', task_id, slots from marked where slots <> 0)
  select array_agg(task_id) filter (where is_counted), count(*) into v_ended, v_marked from marked;
  update rota.tasks set swept_at = clock_timestamp()
   where task_id in (select task_id from rota.tasks where task_id = any (v_task_ids) order by task_id for no key update skip locked)
     and not exists (select from rota.chunks where chunks.task_id = tasks.task_id and state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING'));
  if v_ended is not null then perform rota.chunks_ended(v_ended, array_fill(false, array[cardinality(v_ended)])); end if;
  return v_marked;
end $$;
