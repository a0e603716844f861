-- What becomes of the work of processes that have gone.

-- The session lock that a process holds to say that it lives. Only looked at in pg_locks, never waited for.
create function rota.presence_key(p_owner text) returns bigint
language sql immutable strict parallel safe as $$
  select rota.lane_id('rota.presence', p_owner)
$$;

-- Notes which owners of leases are absent, and since when; whoever is back is present again. Right after a start of the
-- server nobody has had the time to come back, so nobody counts as absent.
create function rota.note_absence(p_grace interval) returns void
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

-- Takes back what was leased to owners that have been absent for a while, or did not renew in time, until so many chunks are
-- taken back. Returns the leases from which something was taken or that ended. Whoever else rescues or settles at the moment is
-- passed by: a lease of which a chunk is being settled stays for the next time.
create function rota.rescue_leases(p_grace interval, p_leases integer, p_chunks integer)
returns table (lease_token bigint, owner text, chunks integer)
language plpgsql as $$
#variable_conflict use_column
declare
  v_lease rota.leases;
  v_attempts jsonb;
  v_lost record;
  v_taken integer := 0;
  v_ended bigint[] := '{}';
  v_are_failed boolean[] := '{}';
begin
  perform rota.note_absence(p_grace);
  for v_lease in
    select * from rota.leases
     where expires_at <= clock_timestamp() or absent_since <= clock_timestamp() - p_grace
     order by lease_token limit p_leases for update skip locked
  loop
    exit when v_taken >= p_chunks;
    select coalesce(jsonb_agg(jsonb_build_object('task_id', task_id, 'number', number, 'lease_token', lease_token, 'outcome', 'LOST',
                                                 'error', jsonb_build_object('code', 'WORKER_LOST', 'message', 'the process that ran it has gone',
                                                                             'worker', v_lease.owner))), '[]')
      into v_attempts
      from (select chunks.task_id, chunks.number, chunks.lease_token
              from unnest(v_lease.task_ids, v_lease.numbers) as given (task_id, number)
              join rota.chunks on chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = v_lease.lease_token
             order by chunks.task_id, chunks.number for update of chunks skip locked) as chunk;
    select * into v_lost from rota.end_attempts(v_lease.owner, v_attempts);
    delete from rota.leases
     where lease_token = v_lease.lease_token
       and not exists (select from unnest(v_lease.task_ids, v_lease.numbers) as given (task_id, number)
                         join rota.chunks on chunks.task_id = given.task_id and chunks.number = given.number
                        where chunks.lease_token = v_lease.lease_token);
    continue when not found and v_attempts = '[]';
    v_ended := v_ended || v_lost.ended;
    v_are_failed := v_are_failed || v_lost.are_failed;
    v_taken := v_taken + cardinality(v_lost.places);
    lease_token := v_lease.lease_token;
    owner := v_lease.owner;
    chunks := cardinality(v_lost.places);
    return next;
  end loop;
  if v_ended <> '{}' then perform rota.chunks_ended(v_ended, v_are_failed); end if;
end $$;

-- Ends tasks whose end was left undone because a transaction of a user held them. Returns how many were looked at.
create function rota.end_left_tasks(p_limit integer) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  v_task_ids bigint[] := array(select task_id from rota.countdowns join rota.tasks using (task_id)
                                where remaining = 0 and not is_parked and not is_over limit p_limit for update of tasks skip locked);
begin
  perform rota.lock_countdowns(v_task_ids, array_fill(0, array[cardinality(v_task_ids)]));
  perform rota.end_tasks(v_task_ids);
  return cardinality(v_task_ids);
end $$;

-- Renews the leases of a process and drops those of which nothing runs any more. Returns the leases that it has lost, and
-- tasks of chunks that it runs which were cancelled.
create function rota.renew_leases(p_owner text, p_tokens bigint[], p_over bigint[], p_lease interval)
returns table (lost bigint, cancelled bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  delete from rota.leases where lease_token = any (p_over) and owner = p_owner;
  return query
  with renewed as (
    update rota.leases set expires_at = clock_timestamp() + p_lease, absent_since = null -- whoever renews is there
     where lease_token = any (p_tokens) and owner = p_owner returning lease_token, task_ids)
  select token, null::bigint from unnest(p_tokens) as token where not exists (select from renewed where lease_token = token)
  union all
  select null, task_id from rota.tasks
   where task_id in (select distinct unnest(task_ids) from renewed) and state = 'CANCELLED';
end $$;
