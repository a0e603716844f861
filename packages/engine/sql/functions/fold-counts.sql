-- Counts all chunks again and replaces the counts. It is one statement: changes that it does not see come on top.
create or replace function rota.recount_chunks() returns void
language sql set enable_seqscan = on set enable_bitmapscan = on as $$
  with forgotten as (
    delete from rota.chunk_counts
  ), head as (
    update rota.chunk_counts_head set folded_below = pg_snapshot_xmin(pg_current_snapshot()), recount_after = null)
  insert into rota.chunk_counts (queue, type_id, is_counted, type, open, scheduled, completed, failed, dead_letters, cancelled)
  select queue, type_id, is_counted, (select type from rota.tasks where task_id = newest_open), open, scheduled, completed, failed, dead_letters, cancelled
    from (select queue, type_id, is_counted, max(task_id) filter (where finished_at is null) as newest_open,
                 count(*) filter (where state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING')) as open,
                 count(*) filter (where state = 'SCHEDULED') as scheduled, count(*) filter (where state = 'COMPLETED') as completed,
                 count(*) filter (where state = 'FAILED') as failed, count(*) filter (where state = 'DEAD_LETTER') as dead_letters,
                 count(*) filter (where state = 'CANCELLED') as cancelled
            from rota.chunks group by 1, 2, 3) as counted
$$;

-- Replaces the rows of chunk_counts by one for each queue and type, when there are more than p_few or the database was
-- restored; sums of fewer cost next to nothing, so an idle system writes nothing. Counts all chunks again where that is due.
-- One call at a time; another one returns at once.
create or replace function rota.fold_counts(p_few integer) returns void
language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
#variable_conflict use_column
declare
  v_below xid8;
  v_is_recount_due boolean;
  v_is_restored boolean;
begin
  if not pg_try_advisory_xact_lock(rota.lane_id('rota.counts')) then return; end if;
  select recount_after < coalesce((select min(xact_start) from pg_stat_activity where datname = current_database()), clock_timestamp()), rota.folded_below() <> folded_below
    into v_is_recount_due, v_is_restored from rota.chunk_counts_head;
  if v_is_recount_due then
    perform rota.recount_chunks();
    return;
  end if;
  v_below := rota.folded_below();
  if not v_is_restored
     and (select count(*) from (select from rota.chunk_counts where written_by >= v_below limit p_few + 1) as seen) <= p_few then return; end if;

  with folded as (
    delete from rota.chunk_counts where written_by >= v_below returning *
  ), head as (
    update rota.chunk_counts_head set folded_below = pg_snapshot_xmin(pg_current_snapshot()))
  insert into rota.chunk_counts (queue, type_id, is_counted, type, open, scheduled, completed, failed, dead_letters, cancelled)
  select queue, type_id, is_counted, max(type), sum(open), sum(scheduled), sum(completed), sum(failed), sum(dead_letters), sum(cancelled)
    from folded group by 1, 2, 3
  having sum(open) <> 0 or sum(scheduled) <> 0 or sum(completed) <> 0 or sum(failed) <> 0 or sum(dead_letters) <> 0 or sum(cancelled) <> 0;
end $$;
