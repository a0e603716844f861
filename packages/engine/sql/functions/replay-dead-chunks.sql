-- Keeps chunks and their tasks as they are until the transaction ends; settlers skip them. Returns the dead ones;
-- chunks of cancelled tasks are not.
create or replace function rota.lock_dead_chunks(p_task_ids bigint[], p_numbers integer[])
returns table (
  task_id bigint, number integer, tenant text, type text, version integer, payload jsonb, has_payload boolean, code text, failed_at timestamptz, is_discarded boolean)
language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(rota.lane_id('rota.redrive'));
  perform from rota.tasks where task_id = any (p_task_ids) order by task_id desc for update;
  -- Only statements after these see what they waited for.
  return query
  select chunks.task_id, chunks.number, tenant, type, version, payload, chunks.number <= chunk_count, last_error ->> 'code', chunks.finished_at,
         rota.is_discarded(chunks.task_id, chunks.number, chunks.finished_at)
    from unnest(p_task_ids, p_numbers) as named (task_id, number)
    join rota.chunks on chunks.task_id = named.task_id and chunks.number = named.number
    join rota.tasks on tasks.task_id = named.task_id
   where chunks.state in ('FAILED', 'DEAD_LETTER') and tasks.state <> 'CANCELLED';
end $$;

-- Records a decision about chunks that the transaction has locked.
create or replace function rota.decide_dead_chunks(p_task_ids bigint[], p_numbers integer[], p_state text, p_by text, p_reason text) returns void
language sql as $$
  insert into rota.dead_chunks (task_id, number, state, failed_at, code, decided_by, reason)
  select chunks.task_id, chunks.number, p_state, finished_at, last_error ->> 'code', p_by, p_reason
    from unnest(p_task_ids, p_numbers) as named (task_id, number)
    join rota.chunks on chunks.task_id = named.task_id and chunks.number = named.number
  on conflict on constraint dead_chunks_are_decided_once
  do update set state = excluded.state, failed_at = excluded.failed_at, code = excluded.code, decided_by = excluded.decided_by, reason = excluded.reason, decided_at = excluded.decided_at
$$;

-- Gives dead chunks that the transaction has locked a new set of attempts, with p_payload if it is not null. Returns
-- how many.
create or replace function rota.replay_dead_chunks(p_task_ids bigint[], p_numbers integer[], p_payload jsonb, p_by text, p_reason text) returns integer
language plpgsql as $$
declare
  v_count integer;
begin
  perform rota.decide_dead_chunks(p_task_ids, p_numbers, 'REPLAYED', p_by, p_reason);
  select count(*) into v_count from rota.redrive_named(p_task_ids, p_numbers);
  if p_payload is not null then
    update rota.chunks set payload = p_payload where task_id = p_task_ids[1] and number = p_numbers[1];
  end if;
  return v_count;
end $$;
