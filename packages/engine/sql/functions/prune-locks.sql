-- Ends locks that expired or whose task is over, unless another transaction has the key's turn. Returns each that ended.
create or replace function rota.prune_locks(p_limit integer, p_claim_ms bigint) returns table (ended jsonb)
language plpgsql as $$
#variable_conflict use_column
declare
  v_key text;
begin
  for v_key in select lock.key from rota.locks as lock where not rota.is_lock_held(lock) order by lock.key limit p_limit loop
    if pg_try_advisory_xact_lock(rota.lock_turn(v_key)) then
      ended := rota.settle_lock(v_key, p_claim_ms);
      if ended is not null then
        return next;
      end if;
    end if;
  end loop;
end $$;

-- Deletes the history of locks that ended longer ago than p_age. Returns how many there were.
create or replace function rota.prune_lock_history(p_age interval, p_limit integer) returns integer
language plpgsql as $$
declare
  v_pruned integer;
begin
  delete from rota.lock_refusals where hour < clock_timestamp() - p_age;
  delete from rota.lock_history
   where history_id = any (array(
           select history_id from (select history_id, ended_at from rota.lock_history order by history_id limit p_limit) as oldest
            where ended_at < clock_timestamp() - p_age));
  get diagnostics v_pruned = row_count;
  return v_pruned;
end $$;
