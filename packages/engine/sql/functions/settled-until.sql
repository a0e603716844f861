-- Returns the time before which no more rows will appear: the start of the oldest transaction that writes, or
-- p_wait_max ago, so that one that stays open stops no reader. The 200 milliseconds are for transactions that have read
-- the clock and have not written yet.
create or replace function rota.settled_until(p_wait_max interval) returns timestamptz
language sql volatile as $$
  select least(now - interval '200 milliseconds',
               greatest(now - p_wait_max,
                        coalesce((select min(xact_start) from pg_stat_activity
                                   where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()), now)))
    from clock_timestamp() as now
$$;
