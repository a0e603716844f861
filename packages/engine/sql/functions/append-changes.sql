-- Appends an entry to the dispatch log that gives no turns: a checkpoint, or lanes that were forgotten. The caller
-- holds the lock of the queue.
create or replace function rota.append_changes(p_head rota.dispatch_log, p_changes jsonb) returns bigint
language plpgsql as $$
declare
  v_entry rota.dispatch_log := p_head;
begin
  v_entry.entry := p_head.entry + 1;
  v_entry.at := greatest(clock_timestamp(), p_head.at);
  v_entry.moment := p_head.moment + jsonb_array_length(p_changes);
  v_entry.changes := p_changes;
  v_entry.leaves := '{}';
  v_entry.task_ids := '{}';
  v_entry.numbers := '{}';
  v_entry.emptied := '{}';
  v_entry.routes := null;
  v_entry.hash := sha256(p_head.hash || convert_to(rota.log_text(v_entry), 'utf8'));
  insert into rota.dispatch_log select v_entry.*;
  return v_entry.entry;
end $$;
