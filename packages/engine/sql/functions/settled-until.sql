-- Up to when all has been written that will ever be written with an earlier time: the start of the oldest transaction that writes,
-- or, so that one that stays open stops nobody, some seconds ago. The fifth of a second is for those who have read the clock and
-- not yet written.
create or replace function rota.settled_until(p_wait_max interval) returns timestamptz
language sql volatile as $$
  select least(now - interval '200 milliseconds',
               greatest(now - p_wait_max,
                        coalesce((select min(xact_start) from pg_stat_activity
                                   where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()), now)))
    from clock_timestamp() as now
$$;
