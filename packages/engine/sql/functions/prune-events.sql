-- Deletes at most p_limit events that every sink has passed, that none holds and that are old enough. Returns how many.
create or replace function rota.prune_events(p_older_than interval, p_limit integer) returns integer
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  v_count integer;
begin
  delete from rota.outbox_events
   where position = any (array(
     select position
       from (select position, occurred_at from rota.outbox_events
              where position <= (select min(position) from rota.outbox_sinks)
                and not exists (select from rota.outbox_held_events where outbox_held_events.position = outbox_events.position)
              order by position limit p_limit) as oldest
      where occurred_at < clock_timestamp() - p_older_than));
  get diagnostics v_count = row_count;
  return v_count;
end $$;
