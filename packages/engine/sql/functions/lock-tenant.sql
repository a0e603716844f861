-- Returns the tenant of a lock: the tenant of the task that it guards, or else the one that its context names.
create or replace function rota.lock_tenant(p_task_id bigint, p_context jsonb) returns text
language sql stable as $$
  select coalesce((select tenant from rota.tasks where task_id = p_task_id),
                  case when jsonb_typeof(p_context -> 'tenant') = 'string' then p_context ->> 'tenant' end)
$$;
