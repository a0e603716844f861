-- How far work is, and how what is over is deleted.

-- What handlers report while they run. Apart from the chunks, whose rows are hot. A row is of one lease: what a worker that
-- lost its lease wrote can neither be read as the present one's nor replace it.
create table rota.chunk_progress (
  task_id     bigint           not null,
  number      integer          not null,
  lease_token bigint           not null,
  done        double precision not null,
  total       double precision not null,
  note        text,
  reported_at timestamptz      not null default clock_timestamp(),
  constraint chunk_progress_is_of_a_lease primary key (task_id, number, lease_token)
) with (fillfactor = 50);

-- Chunks in the states that a countdown does not tell apart. None of them is on the way of a chunk that is submitted, runs
-- and is completed, so that way costs nothing more. The time is there to ask for an order in, which keeps the planner here.
create index chunks_by_rare_state on rota.chunks (state, task_id, due_at) where state in ('SCHEDULED', 'QUEUED', 'CANCELLED');

-- Jobs are left out: their rows do not say when they end.
create index tasks_open on rota.tasks (type) where state in ('ACTIVE', 'PAUSED') and not is_job;

-- Notes progress of chunks that are still leased under their tokens; the rest is passed by.
create function rota.report_progress(
  p_task_ids bigint[], p_numbers integer[], p_tokens bigint[], p_done double precision[], p_total double precision[], p_notes text[]
) returns void
language sql as $$
  insert into rota.chunk_progress (task_id, number, lease_token, done, total, note)
  select given.*
    from unnest(p_task_ids, p_numbers, p_tokens, p_done, p_total, p_notes) as given (task_id, number, lease_token, done, total, note)
   where exists (select from rota.chunks where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = given.lease_token)
   order by 1, 2, 3
  on conflict on constraint chunk_progress_is_of_a_lease
  do update set done = excluded.done, total = excluded.total, note = excluded.note, reported_at = excluded.reported_at
$$;

-- Deletes what was reported under leases that are over. Returns how many rows there were.
create function rota.forget_progress(p_limit integer) returns integer
language sql as $$
  with over as (
    select task_id, number, lease_token from rota.chunk_progress as reported
     where not exists (select from rota.chunks where chunks.task_id = reported.task_id and chunks.number = reported.number and chunks.lease_token = reported.lease_token)
     limit p_limit for update skip locked
  ), forgotten as (
    delete from rota.chunk_progress as reported using over
     where reported.task_id = over.task_id and reported.number = over.number and reported.lease_token = over.lease_token
    returning 1)
  select count(*)::integer from forgotten
$$;

-- When a turn was taken: the log is numbered and its counts only grow, so its entry is found by halving. Null when the log
-- was pruned beyond it.
create function rota.turn_at(p_queue text, p_turn bigint) returns timestamptz
language plpgsql stable strict as $$
declare
  v_low bigint;
  v_high bigint;
  v_middle bigint;
begin
  select min(entry), max(entry) into v_low, v_high from rota.dispatch_log where queue = p_queue;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    if (select turn_count from rota.dispatch_log where queue = p_queue and entry = v_middle) >= p_turn
    then v_high := v_middle; else v_low := v_middle + 1; end if;
  end loop;
  return (select at from rota.dispatch_log
           where queue = p_queue and entry = v_low and p_turn between turn_count - cardinality(numbers) + 1 and turn_count);
end $$;

-- About how many rows a table has, as the planner thinks.
create function rota.estimated_rows(p_table regclass) returns bigint
language plpgsql as $$
declare
  v_plan json;
begin
  execute format('explain (format json) select from %s', p_table) into v_plan;
  return (v_plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::bigint;
end $$;

-- Tasks that were deleted and whose chunks and attempts have yet to follow: a task may have a million of them, and a
-- transaction is to stay short. From here on nobody finds the task any more, so nobody redrives what is half gone.
create table rota.pruned_tasks (
  task_id bigint constraint pruned_tasks_have_an_id primary key
);

-- Since when nothing of a task runs or waits any more; null: something does.
create function rota.over_since(task rota.tasks) returns timestamptz
language sql stable as $$
  select case when task.state = 'CANCELLED' and task.swept_at is null then null
              when exists (select from rota.countdowns where task_id = task.task_id)
              then (select task.finished_at from rota.countdowns where task_id = task.task_id and is_over)
              else (select finished_at from rota.chunks
                     where task_id = task.task_id and number = 1 and state in ('COMPLETED', 'FAILED', 'DEAD_LETTER', 'CANCELLED')) end
$$;

-- Deletes tasks that have been over for longer than p_age, of the p_limit ones after p_after. Left alone is whoever has a
-- parent, since that one may wait or be redriven, and then asks how its children ended; holds a key for some time to come, or
-- one that somebody is submitting under; or is named by a change that no claim has absorbed.
-- Returns how many went and where to go on, null at the end.
create function rota.prune_tasks(p_age interval, p_after bigint, p_limit integer, out pruned integer, out last_task bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_before timestamptz := clock_timestamp() - p_age;
  v_task_ids bigint[];
  v_told bigint[];
  v_free bigint[];
begin
  select coalesce(array_agg(task_id) filter (where submitted_at < v_before and rota.over_since(task) < v_before), '{}'),
         case when count(*) = p_limit and min(submitted_at) < v_before then max(task_id) end
    into v_task_ids, last_task
    from (select tasks as task, task_id, submitted_at from rota.tasks where task_id > p_after order by task_id limit p_limit) as seen;
  pruned := 0;
  if v_task_ids = '{}' then return; end if;
  -- Locked, and looked at again by later statements: whoever redrives one of them has either not begun or is seen.
  v_task_ids := array(select task_id from rota.tasks where task_id = any (v_task_ids) order by task_id for update skip locked);
  v_told := array(select distinct task_id from rota.lane_changes where task_id = any (v_task_ids));
  v_task_ids := array(
    select task_id from rota.tasks
     where task_id = any (v_task_ids) and task_id <> all (v_told) and rota.over_since(tasks) < v_before
       and not exists (select from rota.tasks as parent where parent.task_id = tasks.parent_id));
  v_free := array(select task_id from (select task_id, held_until from rota.task_keys where task_id = any (v_task_ids)
                                        order by tenant, type, key for update skip locked) as held
                   where held_until is null or held_until <= clock_timestamp());
  v_task_ids := array(select task_id from unnest(v_task_ids) as over (task_id)
                       where task_id = any (v_free) or not exists (select from rota.task_keys where task_keys.task_id = over.task_id));
  delete from rota.task_keys where task_id = any (v_task_ids);
  delete from rota.countdowns where task_id = any (v_task_ids);
  delete from rota.tasks where task_id = any (v_task_ids);
  insert into rota.pruned_tasks (task_id) select unnest(v_task_ids);
  pruned := cardinality(v_task_ids);
end $$;

-- Empties what tasks that are over hold: their input, and of the p_limit chunks after p_after payload, result and errors.
-- Tasks that are not over are left alone: somebody may have asked to try them again. Returns how many were over.
create function rota.erase_payloads(p_task_ids bigint[], p_after integer, p_limit integer) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  v_task_ids bigint[];
begin
  perform from rota.tasks where task_id = any (p_task_ids) order by task_id for no key update;
  v_task_ids := array(select task_id from rota.tasks where task_id = any (p_task_ids) and rota.over_since(tasks) is not null);
  update rota.tasks set input = null where task_id = any (v_task_ids) and input is not null;
  update rota.chunks set payload = null, result = null, last_error = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit
     and (payload is not null or result is not null or last_error is not null);
  update rota.attempts set error = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit and error is not null;
  update rota.chunk_progress set note = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit and note is not null;
  return cardinality(v_task_ids);
end $$;
