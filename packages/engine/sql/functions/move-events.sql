-- Moves events of a batch to a batch of their own, which is handled when its task runs.
create or replace function rota.move_events(p_batch_id bigint, p_task jsonb, p_attempt integer, p_event_ids text[], p_events bytea) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_new_id bigint := nextval('rota.inbox_batch_ids');
begin
  insert into rota.inbox_batches (batch_id, task_id, intake, tenant, attempt, events)
  select v_new_id, task_id, intake, tenant, p_attempt, p_events from rota.append_tasks(p_task) cross join (select intake, tenant from rota.inbox_batches where batch_id = p_batch_id) as source;
  update rota.inbox set batch_id = v_new_id, number = event.number
    from unnest(p_event_ids) with ordinality as event (event_id, number), rota.inbox_batches as batch
   where batch.batch_id = p_batch_id and inbox.tenant = batch.tenant and inbox.event_id = event.event_id and inbox.batch_id = p_batch_id;
end $$;
