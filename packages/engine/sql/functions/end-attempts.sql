-- Ends attempts that did not complete their chunk: [{task_id, number, lease_token, outcome, delay_ms, error}], where an
-- outcome is
--
--   RETRY      later, or DEAD_LETTER if that was the last attempt,
--   EXHAUSTED  DEAD_LETTER, whatever attempts are left,
--   SNOOZE     later, without having spent an attempt,
--   FAIL       for good,
--   RETURN     at once, without having spent an attempt, at most ten times,
--   LOST       at once and alone: its process died. Only a chunk that ran alone is to blame, and has spent an attempt.
--
-- A chunk of a cancelled task that would run again is CANCELLED instead. Returns the places of the chunks that were
-- still leased under their tokens, and which of them have ended and how, for chunks_ended().
create or replace function rota.end_attempts(
  p_owner text, p_attempts jsonb, out places integer[], out ended bigint[], out are_failed boolean[]
) language plpgsql as $$
#variable_conflict use_column
declare
  c_returns_max constant integer := 10;
  v_waiting bigint[];
  v_positions bigint[];
  v_dead_ids bigint[];
  v_dead_numbers integer[];
  v_failed bigint[];
begin
  with held as materialized (
    select given.place, given.outcome, given.error, given.lease_token, chunks.task_id, chunks.number, chunks.attempt,
           chunks.slots as slots_before, tasks.is_job, tasks.announce,
           tasks.state = 'CANCELLED' as is_cancelled,
           clock_timestamp() + coalesce(given.delay_ms, 0) * interval '1 millisecond' as due_at,
           case given.outcome
             when 'FAIL'   then 'FAILED'
             when 'EXHAUSTED' then 'DEAD_LETTER'
             when 'RETRY'  then case when chunks.attempt < tasks.attempts_max then 'SCHEDULED' else 'DEAD_LETTER' end
             when 'SNOOZE' then 'SCHEDULED'
             when 'RETURN' then case when returns < c_returns_max or chunks.attempt < tasks.attempts_max then 'PENDING' else 'DEAD_LETTER' end
             else case when is_alone and chunks.attempt >= tasks.attempts_max then 'DEAD_LETTER' else 'PENDING' end
           end as state,
           given.outcome = 'SNOOZE' or given.outcome = 'RETURN' and returns < c_returns_max
             or given.outcome = 'LOST' and not is_alone as is_free
      from rows from (jsonb_to_recordset(p_attempts)
                        as (task_id bigint, number integer, lease_token bigint, outcome text, delay_ms bigint, error jsonb))
             with ordinality as given (task_id, number, lease_token, outcome, delay_ms, error, place)
      join rota.chunks on chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = given.lease_token
      join rota.tasks on tasks.task_id = given.task_id
     order by chunks.task_id, chunks.number
       for update of chunks
  ), next as (
    select *, case when is_cancelled and state in ('SCHEDULED', 'PENDING') then 'CANCELLED' else state end as next_state from held
  ), changed as (
    update rota.chunks
       set state       = next_state,
           attempt     = next.attempt - is_free::integer,
           due_at      = case next_state when 'SCHEDULED' then next.due_at else chunks.due_at end,
           position    = case when next_state = 'SCHEDULED' and next.is_job
                              then (extract(epoch from next.due_at) * 1000000)::bigint else position end,
           returns     = case when next.outcome = 'RETURN' then least(returns + 1, c_returns_max) else returns end,
           is_suspect  = next.outcome = 'LOST' or is_suspect and next.outcome in ('RETURN', 'SNOOZE'),
           is_alone    = false,
           lease_token = null,
           slots       = 0,
           last_error  = coalesce(next.error, last_error),
           finished_at = case when next_state in ('FAILED', 'DEAD_LETTER', 'CANCELLED') then clock_timestamp() end
      from next
     where chunks.task_id = next.task_id and chunks.number = next.number and chunks.lease_token = next.lease_token
    returning next.place, next.outcome, next.error, next.attempt, next_state, chunks.queue, chunks.task_id, chunks.number,
              chunks.position, chunks.limits, chunks.type_id, chunks.is_counted, chunks.announce as chunk_announce, next.slots_before, next.announce
  ), remembered as (
    insert into rota.attempts (task_id, number, attempt, outcome, owner, error)
    select task_id, number, attempt, outcome, p_owner, error from changed
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, open, scheduled, failed, dead_letters, cancelled)
    select queue, type_id, is_counted, -count(*) filter (where next_state <> 'SCHEDULED'), count(*) filter (where next_state = 'SCHEDULED'),
           count(*) filter (where next_state = 'FAILED'), count(*) filter (where next_state = 'DEAD_LETTER'), count(*) filter (where next_state = 'CANCELLED')
      from changed where next_state <> 'PENDING' group by 1, 2, 3
  ), released as (
    insert into rota.lane_changes (queue, kind, task_id, slots, limits)
    select queue, 'RELEASED', task_id, slots_before, limits from changed where slots_before <> 0)
  select coalesce(array_agg(place::integer), '{}'),
         coalesce(array_agg(task_id) filter (where is_ended), '{}'),
         coalesce(array_agg(case when next_state <> 'CANCELLED' then true end) filter (where is_ended), '{}'),
         array_agg(task_id) filter (where next_state = 'PENDING'), array_agg(position) filter (where next_state = 'PENDING'),
         array_agg(task_id order by place) filter (where is_announced), array_agg(number order by place) filter (where is_announced),
         array_agg(task_id) filter (where chunk_announce & 8 <> 0 and next_state in ('FAILED', 'DEAD_LETTER'))
    into places, ended, are_failed, v_waiting, v_positions, v_dead_ids, v_dead_numbers, v_failed
    from changed
   cross join lateral (select is_counted and next_state in ('FAILED', 'DEAD_LETTER', 'CANCELLED'),
                              announce & 32 <> 0 and next_state in ('FAILED', 'DEAD_LETTER')) as a (is_ended, is_announced);
  if v_dead_ids is not null then perform rota.announce_dead_chunks(v_dead_ids, v_dead_numbers); end if;
  if v_failed is not null then perform rota.announce_jobs(v_failed, 'failed'); end if;
  if v_waiting is not null then perform rota.chunks_wait(v_waiting, v_positions); end if;
end $$;
