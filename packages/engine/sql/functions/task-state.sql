-- Returns the state of a task. The state of a job is that of its only chunk: its own row is not written when the chunk
-- ends, which saves a write for each job.
create or replace function rota.task_state(task rota.tasks) returns text
language sql stable as $$
  select case when task.state = 'ACTIVE' and task.is_job
              then coalesce((select case when state in ('FAILED', 'DEAD_LETTER') then 'FAILED'
                                         when state in ('COMPLETED', 'CANCELLED') then state end
                               from rota.chunks where task_id = task.task_id and number = 1 and not is_counted), 'ACTIVE')
              else task.state end
$$;

-- Returns the state of a task that the transaction has locked: as it is now, and not as it was when the statement began.
create or replace function rota.locked_state(p_task_id bigint) returns text
language plpgsql volatile as $$
begin
  return (select rota.task_state(tasks) from rota.tasks where task_id = p_task_id);
end $$;
