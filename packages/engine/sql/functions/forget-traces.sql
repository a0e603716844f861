-- Deletes traces older than p_age among the p_limit oldest. Returns how many there were.
create or replace function rota.forget_traces(p_age interval, p_limit integer) returns integer
language sql as $$
  with oldest as materialized (
    select task_id, traced_at from rota.task_traces order by task_id limit p_limit
  ), deleted as (
    delete from rota.task_traces
     where task_id in (select task_id from oldest where traced_at < clock_timestamp() - p_age)
    returning 1
  )
  select count(*)::integer from deleted
$$;
