-- Records that work waits again in the lanes of these chunks, and notifies the workers of their pools.
create or replace function rota.chunks_wait(p_task_ids bigint[], p_positions bigint[]) returns void
language sql as $$
  with arrived as (
    insert into rota.lane_changes (queue, kind, task_id, position)
    select coalesce(pool, queue), 'ARRIVED', min(task_id), min(position)
      from unnest(p_task_ids, p_positions) as chunk (task_id, position) join rota.tasks using (task_id)
     group by 1, leaf_lane
    returning lane_changes.queue)
  select pg_notify('rota.work', queue) from (select distinct queue from arrived) as queues
$$;
