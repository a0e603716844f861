-- Stores the outcomes of a batch. The ids of rejected events are free again, so that these can be replayed.
create or replace function rota.settle_events(p_batch_id bigint, p_outcomes text, p_answers text, p_tenant text, p_rejected_ids text[], p_rejected jsonb) returns void
language plpgsql as $$
begin
  insert into rota.inbox_results (batch_id, outcomes, answers) values (p_batch_id, p_outcomes, p_answers);
  if p_rejected is null then return; end if;
  delete from rota.inbox where tenant = p_tenant and event_id = any (p_rejected_ids) and batch_id = p_batch_id;
  perform rota.record_rejected(p_rejected);
end $$;
