-- Returns the lanes in which chunks wait, of all pools or one, of all tenants or one, with the time since when the
-- first chunk waits. Jumps from the first chunk of a lane to that of the next, over at most p_looked lanes.
create or replace function rota.lanes_waiting(p_queue text, p_tenant text, p_looked integer)
returns table (leaf_lane bigint, queue text, tenant text, oldest_at timestamptz, is_whole boolean)
language sql stable set enable_seqscan = off set jit = off as $$
  with recursive lane as (
    (select leaf_lane, task_id, due_at, 1 as nth from rota.chunks where state = 'PENDING' order by leaf_lane, position, task_id limit 1)
    union all
    select next.leaf_lane, next.task_id, next.due_at, lane.nth + 1
      from lane
     cross join lateral (select leaf_lane, task_id, due_at from rota.chunks
                          where state = 'PENDING' and chunks.leaf_lane > lane.leaf_lane order by leaf_lane, position, task_id limit 1) as next
     where lane.nth <= p_looked)
  select lane.leaf_lane, task.queue, task.tenant, greatest(lane.due_at, task.submitted_at), (select count(*) <= p_looked from lane)
    from lane
   cross join lateral (select coalesce(pool, tasks.queue) as queue, tenant, submitted_at from rota.tasks where tasks.task_id = lane.task_id limit 1) as task
   where nth <= p_looked and (p_queue is null or task.queue = p_queue) and (p_tenant is null or task.tenant = p_tenant)
$$;
