-- The session lock that a process holds to say that it lives. Only looked at in pg_locks, never waited for.
create or replace function rota.presence_key(p_owner text) returns bigint
language sql immutable strict parallel safe as $$
  select rota.lane_id('rota.presence', p_owner)
$$;

-- Notes which owners of leases are absent, and since when; whoever is back is present again. Right after a start of the
-- server nobody has had the time to come back, so nobody counts as absent.
create or replace function rota.note_absence(p_grace interval) returns void
language sql as $$
  with owner as (
    select distinct owner, pg_postmaster_start_time() + p_grace > clock_timestamp() or exists (
             select from pg_locks
              where locktype = 'advisory' and objsubid = 1 and granted
                and database = (select oid from pg_database where datname = current_database())
                and (classid::bigint << 32) | objid::bigint = rota.presence_key(owner)) as is_present
      from rota.leases where is_watched)
  update rota.leases set absent_since = case when not is_present then clock_timestamp() end
    from (select lease_token, is_present from rota.leases join owner using (owner)
           where is_watched and (absent_since is null) = (not is_present)
           order by lease_token for update of leases skip locked) as changed
   where leases.lease_token = changed.lease_token
$$;
