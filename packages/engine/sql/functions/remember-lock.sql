-- Trigger of rota.locks: writes a lock into the history when its row is deleted, with the way in which it ended and when.
create or replace function rota.remember_lock() returns trigger
language plpgsql as $$
declare
  v_is_held constant boolean := rota.is_lock_held(old);
begin
  insert into rota.lock_history (key, holder, operation, tenant, task_id, started_at, ended_at, outcome)
  values (old.key, old.holder, old.operation, rota.lock_tenant(old.task_id, old.context), old.task_id, old.started_at,
          case when v_is_held then clock_timestamp() else rota.lock_ended_at(old) end,
          case when v_is_held then 'RELEASED' when old.task_id is not null then 'TASK_ENDED' else 'EXPIRED' end);
  return null;
end $$;
