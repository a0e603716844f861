-- Where the trace of a task began, so that whoever runs its chunks goes on with it. Apart from the task: only submitters that
-- are traced write it, and only workers that trace read it. It says nothing but numbers, so erasing a tenant leaves it alone.

create table rota.task_traces (
  task_id     bigint      constraint task_traces_have_a_task primary key,
  traceparent text        not null constraint task_traces_name_a_span check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
  traced_at   timestamptz not null default clock_timestamp()
);

-- Deletes traces older than p_age among the p_limit oldest. Returns how many went.
create function rota.forget_traces(p_age interval, p_limit integer) returns integer
language sql as $$
  with oldest as materialized (
    select task_id, traced_at from rota.task_traces order by task_id limit p_limit
  ), gone as (
    delete from rota.task_traces
     where task_id in (select task_id from oldest where traced_at < clock_timestamp() - p_age)
    returning 1
  )
  select count(*)::integer from gone
$$;
