-- Returns the ids of tasks that match, the newest first: at most p_limit, of at most p_looked that are read below
-- p_below. looked_to is where to continue; null when nothing is left.
create or replace function rota.find_tasks(
  p_key text, p_tenant text, p_group text, p_queue text, p_type text, p_state text, p_is_job boolean,
  p_below bigint, p_looked integer, p_limit integer, out task_ids bigint[], out looked_to bigint
) language plpgsql stable
  -- Plans know the state, or they could not use an index of some states.
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  c_batch constant integer := 500;
  v_seen bigint[];
  v_left integer := p_looked;
begin
  task_ids := '{}';
  looked_to := p_below;
  while cardinality(task_ids) < p_limit and v_left > 0 loop
    if p_key is not null then
      v_seen := array(select task_id from rota.tasks where task_key = p_key and task_id < looked_to);
    elsif p_state in ('PAUSED', 'FAILED', 'CANCELLED') then
      v_seen := array(
        select task_id
          from ((select task_id from rota.tasks where state = p_state and task_id < looked_to order by task_id desc limit c_batch)
                union
                -- The state of a job is its chunk's.
                (select task_id from rota.chunks
                  where p_state = 'FAILED' and state in ('FAILED', 'DEAD_LETTER') and task_id < looked_to and number = 1
                  order by task_id desc limit c_batch)) as seen
         order by task_id desc limit c_batch);
    elsif p_state = 'ACTIVE' and not p_is_job then
      v_seen := array(select task_id from rota.tasks
                       where state in ('ACTIVE', 'PAUSED') and not is_job and task_id < looked_to order by task_id desc limit c_batch);
    elsif p_group is not null then
      v_seen := array(select task_id from rota.tasks
                       where tenant = p_tenant and group_name = p_group and task_id < looked_to order by tenant, group_name, task_id desc limit c_batch);
    elsif p_tenant is not null then
      v_seen := array(select task_id from rota.tasks
                       where tenant = p_tenant and task_id < looked_to order by tenant, task_id desc limit c_batch);
    else
      v_seen := array(select task_id from rota.tasks where task_id < looked_to order by task_id desc limit c_batch);
    end if;
    task_ids := task_ids || array(
      select task_id from rota.tasks
       where task_id = any (v_seen)
         and (p_tenant is null or tenant = p_tenant) and (p_group is null or group_name = p_group)
         and (p_queue is null or queue = p_queue) and (p_type is null or type = p_type) and (p_is_job is null or is_job = p_is_job)
         -- The rule of task_state(), which takes seconds when it is called for thousands of rows.
         and (p_state is null
              or p_state = case when state = 'ACTIVE' and is_job
                                then coalesce((select case when chunks.state in ('FAILED', 'DEAD_LETTER') then 'FAILED'
                                                           when chunks.state in ('COMPLETED', 'CANCELLED') then chunks.state end
                                                 from rota.chunks where chunks.task_id = tasks.task_id and number = 1 and not is_counted), 'ACTIVE')
                                else state end)
       order by task_id desc limit p_limit - cardinality(task_ids));
    if cardinality(task_ids) = p_limit then
      looked_to := task_ids[p_limit];
      return;
    end if;
    if p_key is not null or cardinality(v_seen) < c_batch then
      looked_to := null;
      return;
    end if;
    looked_to := v_seen[c_batch];
    v_left := v_left - c_batch;
  end loop;
end $$;
