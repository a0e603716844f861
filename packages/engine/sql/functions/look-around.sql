-- Returns whether a claim of a pool could give or change anything before a time.
create or replace function rota.is_work_due(p_queue text, p_until timestamptz) returns boolean
language sql as $$
  with head as materialized (
    select absorbed_below, case when (select is_split from rota.pools where pool = p_queue) then 0 else clock end as clock
      from rota.dispatch_log where queue = p_queue order by entry desc limit 1
  ), bound as (
    -- The bounds that a claim uses: everything below them is absorbed or behind the clock, dead rows included.
    select coalesce((select absorbed_below from head where absorbed_below <= pg_snapshot_xmax(pg_current_snapshot())), '0') as written_by,
           coalesce((select clock from head), 0) as clock
  )
  select exists (select from rota.lane_changes, bound where queue = p_queue and lane_changes.written_by >= bound.written_by)
      or exists (select from rota.chunks where queue = p_queue and state = 'SCHEDULED' and due_at <= p_until)
      -- The worker may start chunks that the broker was given and does not deliver.
      or exists (select from rota.chunks where queue = p_queue and state = 'QUEUED')
      or exists (select from rota.lanes where queue = p_queue and wakes_at <= (extract(epoch from p_until) * 1000000)::bigint)
      -- A lane that is awake has work for a free slot, unless the pool is paused or at its limit.
      or exists (select from rota.lanes, bound where sibling_set = rota.lane_id(p_queue) and is_awake and start >= bound.clock)
         and not exists (select from rota.lanes where lane_id = rota.lane_id(p_queue) and (is_paused or in_flight >= max_in_flight))
$$;

-- Records absent owners, and returns in one row which maintenance is due by now or, for what is scheduled, within
-- p_ahead.
create or replace function rota.look_around(p_grace interval, p_queues text[], p_ahead interval)
returns table (
  has_lost boolean,         -- leases to rescue, or tasks that end_tasks() or announce_jobs() skipped
  has_cancelled boolean,    -- tasks to sweep
  has_schedules boolean,
  has_work boolean,         -- in one of the pools
  next_lost_ms float8       -- until when an owner has been absent for long enough; null when none is
) language plpgsql
  -- Plans are made once, when tables may be small.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
begin
  perform rota.note_absence(p_grace);
  v_now := clock_timestamp();
  return query
  select exists (select from rota.leases where expires_at <= v_now)
      or exists (select from rota.leases where absent_since <= v_now - p_grace)
      or exists (select from rota.countdowns where remaining = 0 and not is_parked and not is_over)
      or exists (select from rota.left_announcements),
         exists (select from rota.tasks where state = 'CANCELLED' and swept_at is null
                    and (is_job or exists (select from rota.lanes where lane_id = leaf_lane and is_paused))),
         exists (select from rota.schedules where not is_paused and due_at <= v_now + p_ahead),
         coalesce((select bool_or(rota.is_work_due(queue, v_now + p_ahead)) from unnest(p_queues) as queue), false),
         (select extract(epoch from min(absent_since) + p_grace - v_now) * 1000 from rota.leases where absent_since > v_now - p_grace)::float8;
end $$;
