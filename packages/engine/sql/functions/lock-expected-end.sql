-- Returns when a lock is expected to end. For a lock that guards a task it is measured: if its chunks continue to end as fast as
-- they did since the lock was taken. Until the first chunk has ended, and for other locks, it is what the holder expects.
create or replace function rota.lock_expected_end(p_task_id bigint, p_started_at timestamptz, p_expected_end_at timestamptz)
returns timestamptz
language sql volatile as $$
  select coalesce((select p_started_at + (clock_timestamp() - p_started_at) * (chunk_count::float8 / (chunk_count - remaining))
                     from rota.tasks join rota.countdowns using (task_id)
                    where task_id = p_task_id and remaining < chunk_count), p_expected_end_at)
$$;
