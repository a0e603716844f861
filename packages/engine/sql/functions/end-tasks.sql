-- Locks the countdowns of tasks, of which p_ended chunks each end, and those of the parents that will end with them, as
-- far as can be predicted. This is the only place where a transaction waits for a countdown: once and in one order, so
-- that transactions never deadlock.
create or replace function rota.lock_countdowns(p_task_ids bigint[], p_ended integer[]) returns void
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

-- Counts tasks down by the chunks that ended. Returns the tasks that have no chunk left.
create or replace function rota.count_down(p_task_ids bigint[], p_ended integer[], p_failed integer[]) returns setof bigint
language plpgsql as $$
#variable_conflict use_column
begin
  perform rota.lock_countdowns(p_task_ids, p_ended);
  return query
  with counted as (
    update rota.countdowns set remaining = remaining - chunk.ended, failed = countdowns.failed + chunk.failed
      from unnest(p_task_ids, p_ended, p_failed) as chunk (task_id, ended, failed)
     where countdowns.task_id = chunk.task_id
    returning countdowns.task_id, remaining)
  select task_id from counted where remaining = 0;
end $$;

-- Returns whether a task has a child that has not ended. A cancelled child has ended when none of its chunks runs.
create or replace function rota.has_open_child(p_task_id bigint) returns boolean
language sql stable as $$
  select exists (select from rota.tasks where parent_id = p_task_id and state in ('ACTIVE', 'PAUSED'))
      or exists (select from rota.tasks join rota.countdowns using (task_id)
                  where parent_id = p_task_id and state = 'CANCELLED' and not is_over)
$$;

-- Ends tasks that have no chunk left, or appends their last chunk; then their parents, up to the root. The caller has
-- locked their countdowns.
--
-- A task that waits for children is parked until one of them ends. A task whose row another transaction holds is
-- skipped, because a transaction of a user must not stop a settler; so is a task whose parent is being counted down
-- unpredicted. end_left_tasks() ends those later. Ends are announced where the submitter asked for it.
create or replace function rota.end_tasks(p_task_ids bigint[]) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_asked bigint[] := p_task_ids;
  v_held bigint[];
  v_parents bigint[];
  v_parked bigint[];
  v_finishing bigint[];
  v_positions bigint[];
  v_completed bigint[];
  v_failed bigint[];
begin
  while v_asked <> '{}' loop
    v_held := array(select task_id from rota.tasks join rota.countdowns using (task_id)
                     where task_id = any (v_asked) and remaining = 0 and not is_over
                     order by task_id for update of tasks skip locked);
    -- A transaction that ends another child of the same parent locks that countdown too: one of the two sees the other's end.
    v_parents := array(select task_id from rota.countdowns
                        where task_id in (select parent_id from rota.tasks where task_id = any (v_held)) for update skip locked);
    v_held := array(select task_id from rota.tasks
                     where task_id = any (v_held)
                       and (parent_id is null or parent_id = any (v_parents)
                            or not exists (select from rota.countdowns where countdowns.task_id = tasks.parent_id)));
    update rota.countdowns set is_parked = false where task_id = any (v_asked) and task_id <> all (v_held) and is_parked;

    v_parked := array(select task_id from rota.tasks
                       where task_id = any (v_held) and state <> 'CANCELLED'
                         and exists (select from rota.tasks as child where child.parent_id = tasks.task_id) and rota.has_open_child(task_id));
    update rota.countdowns set is_parked = true where task_id = any (v_parked) and not is_parked;

    with last_chunk as (
      insert into rota.chunks (task_id, number, type_id, is_counted, queue, leaf_lane, position, state)
      select task_id, chunk_count + 1, rota.lane_id('finish', type, version::text), true, coalesce(pool, queue), leaf_lane,
             case when is_job then (extract(epoch from clock_timestamp()) * 1000000)::bigint else chunk_count + 1 end, 'PENDING'
        from rota.tasks join rota.countdowns using (task_id)
       where task_id = any (v_held) and task_id <> all (v_parked) and has_finish and failed = 0 and state <> 'CANCELLED'
         and not exists (select from rota.tasks as child where child.parent_id = tasks.task_id and child.state = 'FAILED')
      on conflict on constraint chunks_are_numbered_in_their_task do nothing
      returning task_id, queue, type_id, position
    ), tallied as (
      insert into rota.chunk_counts (queue, type_id, is_counted, type, open)
      select last_chunk.queue, type_id, true, type, count(*) from last_chunk join rota.tasks using (task_id) group by 1, 2, 4
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
        from over where tasks.task_id = over.task_id and state <> 'CANCELLED'
      returning tasks.task_id, state, announce)
    select array_agg(distinct parent_id),
           (select array_agg(task_id order by task_id) from ended where state = 'COMPLETED' and announce & 4 <> 0),
           (select array_agg(task_id order by task_id) from ended where state = 'FAILED' and announce & 8 <> 0)
      into v_asked, v_completed, v_failed from rota.tasks join over using (task_id) where parent_id is not null;
    if v_completed is not null then perform rota.announce_tasks(v_completed, 'completed'); end if;
    if v_failed is not null then perform rota.announce_tasks(v_failed, 'failed'); end if;
  end loop;
end $$;

-- Counts down for chunks that have ended, failed or not or, where that is null, cancelled, and ends each task whose last
-- chunk was among them. It is the last step of every transaction that ends chunks, because settlers of one task wait for
-- each other at its countdown.
create or replace function rota.chunks_ended(p_task_ids bigint[], p_are_failed boolean[]) returns void
language plpgsql as $$
declare
  v_over bigint[];
begin
  select array_agg(task_id) into v_over
    from (select array_agg(task_id) as ids, array_agg(ended) as ended, array_agg(failed) as failed
            from (select task_id, count(*)::integer as ended, count(*) filter (where is_failed)::integer as failed
                    from unnest(p_task_ids, p_are_failed) as chunk (task_id, is_failed) group by 1) as task) as tasks,
         rota.count_down(ids, ended, failed) as task_id;
  if array_position(p_are_failed, null) is not null then
    update rota.countdowns set cancelled = countdowns.cancelled + task.chunks
      from (select chunk.task_id, count(*)::integer as chunks
              from unnest(p_task_ids, p_are_failed) as chunk (task_id, is_failed) where is_failed is null group by 1) as task
     where countdowns.task_id = task.task_id;
  end if;
  if v_over is not null then perform rota.end_tasks(v_over); end if;
end $$;
