-- Ends tasks that end_tasks() skipped because another transaction held them, and announces the jobs that announce_jobs()
-- skipped. Returns how many tasks it tried to end.
create or replace function rota.end_left_tasks(p_limit integer) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  v_task_ids bigint[] := array(select task_id from rota.countdowns join rota.tasks using (task_id)
                                where remaining = 0 and not is_parked and not is_over limit p_limit for update of tasks skip locked);
begin
  perform rota.lock_countdowns(v_task_ids, array_fill(0, array[cardinality(v_task_ids)]));
  perform rota.end_tasks(v_task_ids);
  perform rota.announce_left(p_limit);
  return cardinality(v_task_ids);
end $$;
