-- Renews the leases of a process and deletes those under which no chunk runs any more. Returns the leases that it has
-- lost, and the cancelled tasks of chunks that it runs.
create or replace function rota.renew_leases(p_owner text, p_tokens bigint[], p_over bigint[], p_lease interval)
returns table (lost bigint, cancelled bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  delete from rota.leases where lease_token = any (p_over) and owner = p_owner;
  return query
  with renewed as (
    update rota.leases set expires_at = clock_timestamp() + p_lease, absent_since = null
     where lease_token = any (p_tokens) and owner = p_owner returning lease_token, task_ids)
  select token, null::bigint from unnest(p_tokens) as token where not exists (select from renewed where lease_token = token)
  union all
  select null, task_id from rota.tasks
   where task_id in (select distinct unnest(task_ids) from renewed) and state = 'CANCELLED';
end $$;
