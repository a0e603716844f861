-- Returns the time since when no chunk of a task runs or waits any more; null while one does.
create or replace function rota.over_since(task rota.tasks) returns timestamptz
language sql stable as $$
  select case when task.state = 'CANCELLED' and task.swept_at is null then null
              when exists (select from rota.countdowns where task_id = task.task_id)
              then (select task.finished_at from rota.countdowns where task_id = task.task_id and is_over)
              else (select finished_at from rota.chunks
                     where task_id = task.task_id and number = 1 and state in ('COMPLETED', 'FAILED', 'DEAD_LETTER', 'CANCELLED')) end
$$;

-- Deletes tasks that have been over for longer than p_age, among the p_limit ones after p_after. It keeps a task
--
--   - that has a parent, because the parent may wait or be redriven and then reads how its children ended;
--   - that holds a unique key which has not expired or which a submission has locked;
--   - that is named by a change which no claim has absorbed.
--
-- Returns how many were deleted and where to continue, null at the end.
create or replace function rota.prune_tasks(p_age interval, p_after bigint, p_limit integer, out pruned integer, out last_task bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_before timestamptz := clock_timestamp() - p_age;
  v_task_ids bigint[];
  v_changed bigint[];
  v_free bigint[];
begin
  select coalesce(array_agg(task_id) filter (where submitted_at < v_before and rota.over_since(task) < v_before), '{}'),
         case when count(*) = p_limit and min(submitted_at) < v_before then max(task_id) end
    into v_task_ids, last_task
    from (select tasks as task, task_id, submitted_at from rota.tasks where task_id > p_after order by task_id limit p_limit) as seen;
  pruned := 0;
  if v_task_ids = '{}' then return; end if;
  -- Locked, and read again by later statements: a redrive of one of them has either not begun or is visible.
  v_task_ids := array(select task_id from rota.tasks where task_id = any (v_task_ids) order by task_id for update skip locked);
  v_changed := array(select distinct task_id from rota.lane_changes where task_id = any (v_task_ids));
  v_task_ids := array(
    select task_id from rota.tasks
     where task_id = any (v_task_ids) and task_id <> all (v_changed) and rota.over_since(tasks) < v_before
       and not exists (select from rota.tasks as parent where parent.task_id = tasks.parent_id));
  v_free := array(select task_id from (select task_id, held_until from rota.task_keys where task_id = any (v_task_ids)
                                        order by tenant, type, key for update skip locked) as held
                   where held_until is null or held_until <= clock_timestamp());
  v_task_ids := array(select task_id from unnest(v_task_ids) as over (task_id)
                       where task_id = any (v_free) or not exists (select from rota.task_keys where task_keys.task_id = over.task_id));
  delete from rota.task_keys where task_id = any (v_task_ids);
  delete from rota.countdowns where task_id = any (v_task_ids);
  delete from rota.task_submitters where task_id = any (v_task_ids);
  delete from rota.announced_starts where task_id = any (v_task_ids);
  delete from rota.task_callbacks where task_id = any (v_task_ids);
  delete from rota.tasks where task_id = any (v_task_ids);
  insert into rota.pruned_tasks (task_id) select unnest(v_task_ids);
  pruned := cardinality(v_task_ids);
end $$;

-- Deletes chunks and attempts of deleted tasks, at most p_limit of each. Returns how many chunks were deleted, and whether
-- none is left.
create or replace function rota.prune_chunks(p_limit integer, out pruned integer, out is_done boolean)
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
  ), deleted as (
    delete from rota.chunks using doomed where chunks.task_id = doomed.task_id and chunks.number = doomed.number
    returning chunks.queue, chunks.type_id, chunks.is_counted, chunks.state
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, open, scheduled, completed, failed, dead_letters, cancelled)
    select queue, type_id, is_counted, -count(*) filter (where state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING')), -count(*) filter (where state = 'SCHEDULED'),
           -count(*) filter (where state = 'COMPLETED'), -count(*) filter (where state = 'FAILED'), -count(*) filter (where state = 'DEAD_LETTER'),
           -count(*) filter (where state = 'CANCELLED')
      from deleted group by 1, 2, 3)
  select count(*) into pruned from deleted;
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
