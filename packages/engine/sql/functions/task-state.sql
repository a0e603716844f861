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
