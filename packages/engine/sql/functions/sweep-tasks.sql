-- Marks waiting chunks of cancelled tasks as CANCELLED, and the tasks in which none is left as swept. It touches only
-- chunks that no concurrent claim can give out: the lane of the task is paused, or, for jobs, this transaction holds
-- the lock of the pool. Returns how many chunks were marked.
create or replace function rota.sweep_tasks(p_tasks integer, p_chunks integer) returns integer
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
  for v_queue in select distinct coalesce(pool, queue) from rota.tasks where task_id = any (v_task_ids) and is_job order by 1 loop
    perform pg_advisory_xact_lock(rota.lane_id(v_queue));
  end loop;

  with waiting as materialized (
    select task_id, number, state, slots from rota.chunks
     where task_id = any (v_task_ids) and state in ('SCHEDULED', 'PENDING', 'QUEUED')
     order by task_id, number limit p_chunks for update skip locked
  ), marked as (
    update rota.chunks set state = 'CANCELLED', finished_at = clock_timestamp(), slots = 0
      from waiting where chunks.task_id = waiting.task_id and chunks.number = waiting.number
    returning chunks.queue, chunks.task_id, chunks.type_id, chunks.is_counted, chunks.limits, waiting.state as state_before, waiting.slots
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, open, scheduled, cancelled)
    select queue, type_id, is_counted, -count(*), -count(*) filter (where state_before = 'SCHEDULED'), count(*) from marked group by 1, 2, 3
  ), released as (
    insert into rota.lane_changes (queue, kind, task_id, slots, limits) select queue, 'RELEASED', task_id, slots, limits from marked where slots <> 0)
  select array_agg(task_id) filter (where is_counted), count(*) into v_ended, v_marked from marked;
  update rota.tasks set swept_at = clock_timestamp()
   where task_id in (select task_id from rota.tasks where task_id = any (v_task_ids) order by task_id for no key update skip locked)
     and not exists (select from rota.chunks where chunks.task_id = tasks.task_id and state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING'));
  if v_ended is not null then perform rota.chunks_ended(v_ended, array_fill(null::boolean, array[cardinality(v_ended)])); end if;
  return v_marked;
end $$;
