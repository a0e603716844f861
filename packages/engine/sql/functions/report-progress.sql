-- Stores progress of chunks that are still leased under their tokens; other reports are dropped.
create or replace function rota.report_progress(
  p_task_ids bigint[], p_numbers integer[], p_tokens bigint[], p_done double precision[], p_total double precision[], p_notes text[]
) returns void
language sql as $$
  insert into rota.chunk_progress (task_id, number, lease_token, done, total, note)
  select given.*
    from unnest(p_task_ids, p_numbers, p_tokens, p_done, p_total, p_notes) as given (task_id, number, lease_token, done, total, note)
   where exists (select from rota.chunks where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = given.lease_token)
   order by 1, 2, 3
  on conflict on constraint chunk_progress_is_of_a_lease
  do update set done = excluded.done, total = excluded.total, note = excluded.note, reported_at = excluded.reported_at
$$;

-- Deletes progress that was reported under leases that are over. Returns how many rows there were.
create or replace function rota.forget_progress(p_limit integer) returns integer
language sql as $$
  with over as (
    select task_id, number, lease_token from rota.chunk_progress as reported
     where not exists (select from rota.chunks where chunks.task_id = reported.task_id and chunks.number = reported.number and chunks.lease_token = reported.lease_token)
     limit p_limit for update skip locked
  ), forgotten as (
    delete from rota.chunk_progress as reported using over
     where reported.task_id = over.task_id and reported.number = over.number and reported.lease_token = over.lease_token
    returning 1)
  select count(*)::integer from forgotten
$$;
