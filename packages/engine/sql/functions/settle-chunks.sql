-- Settles chunks that are still leased under their tokens: completed ones, as lists, and others, as for end_attempts().
-- The token is the fence: a worker that lost its lease changes nothing. Returns for each list the places of the
-- chunks that were settled; null: all of them.
create or replace function rota.settle_chunks(
  p_owner text, p_task_ids bigint[], p_numbers integer[], p_tokens bigint[], p_results jsonb, p_others jsonb,
  out completed integer[], out others integer[]
) language plpgsql
  -- Plans are made once, when tables may be small: always row by row through an index.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
#variable_conflict use_column
declare
  v_completed bigint[];
  v_announced bigint[];
  v_ended bigint[] := '{}';
  v_are_failed boolean[] := '{}';
begin
  with settled as (
    -- Only PROCESSING chunks have a token; naming the state as well would tempt the planner to another index.
    update rota.chunks
       set state = 'COMPLETED', finished_at = clock_timestamp(), lease_token = null, is_suspect = false, is_alone = false,
           result = claimed.result
      from rows from (unnest(p_task_ids), unnest(p_numbers), unnest(p_tokens), jsonb_array_elements(p_results))
             with ordinality as claimed (task_id, number, lease_token, result, place)
     where chunks.task_id = claimed.task_id and chunks.number = claimed.number and chunks.lease_token = claimed.lease_token
    returning claimed.place, chunks.task_id, chunks.queue, chunks.slots, chunks.limits, chunks.type_id, chunks.is_counted, chunks.announce
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, open, completed)
    select queue, type_id, is_counted, -count(*), count(*) from settled group by 1, 2, 3
  ), released as (
    insert into rota.lane_changes (queue, kind, task_id, slots, limits)
    select queue, 'RELEASED', task_id, slots, limits from settled where slots <> 0)
  select case when count(*) < cardinality(p_task_ids) then coalesce(array_agg(place::integer), '{}') end,
         coalesce(array_agg(task_id) filter (where is_counted), '{}'), array_agg(task_id) filter (where announce & 4 <> 0)
    into completed, v_completed, v_announced from settled;
  if v_announced is not null then perform rota.announce_jobs(v_announced, 'completed'); end if;

  if p_others is not null then
    select places, ended, are_failed into others, v_ended, v_are_failed from rota.end_attempts(p_owner, p_others);
    if cardinality(others) = jsonb_array_length(p_others) then others := null; end if;
  end if;
  if v_completed <> '{}' or v_ended <> '{}' then
    perform rota.chunks_ended(v_completed || v_ended, array_fill(false, array[cardinality(v_completed)]) || v_are_failed);
  end if;
end $$;
