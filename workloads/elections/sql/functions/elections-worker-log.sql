-- The worker logs of the system that this one replaces, read from the engine's chunks. Ids of tasks name election and
-- guardians.
create or replace function rota.elections_worker_log(p_types text[])
returns table (task_id bigint, task_instance_id text, type text, election_id bigint, chunk_id text, chunk_number integer,
               start_time timestamptz, end_time timestamptz, status text, attempt integer, error_message text)
language sql stable as $$
  select tasks.task_id, tasks.task_key, tasks.type, substring(tasks.task_key from '_e(\d+)')::bigint,
         tasks.task_key || '_chunk_' || chunks.number, chunks.number,
         rota.turn_at(chunks.queue, chunks.turn), chunks.finished_at,
         case chunks.state when 'COMPLETED' then 'COMPLETED' when 'FAILED' then 'FAILED' when 'DEAD_LETTER' then 'FAILED' else 'IN_PROGRESS' end,
         chunks.attempt, chunks.last_error ->> 'message'
    from rota.tasks
    join rota.chunks using (task_id)
   where tasks.type = any (p_types)
     and chunks.number <= tasks.chunk_count
     and chunks.attempt > 0
$$;
