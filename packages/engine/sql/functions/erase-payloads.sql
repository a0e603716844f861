-- Erases the data of tasks that are over: the input, the submitter, the callback URL, and the payloads, results and errors of the p_limit
-- chunks after p_after. Tasks that are not over are skipped: a redrive may have reopened them. Returns how many were
-- over.
create or replace function rota.erase_payloads(p_task_ids bigint[], p_after integer, p_limit integer) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  v_task_ids bigint[];
begin
  perform from rota.tasks where task_id = any (p_task_ids) order by task_id for no key update;
  v_task_ids := array(select task_id from rota.tasks where task_id = any (p_task_ids) and rota.over_since(tasks) is not null);
  delete from rota.task_submitters where task_id = any (v_task_ids);
  delete from rota.task_callbacks where task_id = any (v_task_ids);
  update rota.tasks set input = null where task_id = any (v_task_ids) and input is not null;
  update rota.chunks set payload = null, result = null, last_error = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit
     and (payload is not null or result is not null or last_error is not null);
  update rota.attempts set error = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit and error is not null;
  update rota.chunk_progress set note = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit and note is not null;
  return cardinality(v_task_ids);
end $$;
