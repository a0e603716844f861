-- Returns the key of the session lock that a process holds while it runs. Other processes only read it in pg_locks and
-- never wait for it.
create or replace function rota.presence_key(p_owner text) returns bigint
language sql immutable strict parallel safe as $$
  select rota.lane_id('rota.presence', p_owner)
$$;

-- Records which owners of leases are absent, and since when; an owner that is back is present again. For p_grace after
-- a start of the server all count as present, because no process has had the time to reconnect.
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
