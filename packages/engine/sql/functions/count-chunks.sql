-- Returns the bound below which all rows of chunk_counts are folded. A restored database counts transactions from the
-- start: a bound of the old count is ignored.
create or replace function rota.folded_below() returns xid8
language sql stable as $$
  select case when folded_below <= pg_snapshot_xmax(pg_current_snapshot()) then folded_below else '0' end from rota.chunk_counts_head
$$;

-- Returns how many chunks there are, by queue and type; apart, those of tasks that count them and of jobs.
create or replace function rota.count_chunks()
returns table (
  queue text, type text, is_counted boolean,
  open bigint, scheduled bigint, completed bigint, failed bigint, dead_letters bigint, cancelled bigint
) language plpgsql stable
  -- By index, since dead rows can be many.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
#variable_conflict use_column
declare
  v_below xid8 := rota.folded_below();
begin
  return query
  select queue, max(type), is_counted, sum(open)::bigint, sum(scheduled)::bigint, sum(completed)::bigint, sum(failed)::bigint,
         sum(dead_letters)::bigint, sum(cancelled)::bigint
    from rota.chunk_counts where written_by >= v_below group by queue, type_id, is_counted;
end $$;
