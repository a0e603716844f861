-- Takes chunks back from leases whose owner has been absent for a while or did not renew in time, until p_chunks are
-- taken. Their attempts end as LOST. Returns the leases that lost chunks or ended. Rows that another transaction has locked are
-- skipped: a lease with a chunk that is being settled stays for the next call.
create or replace function rota.rescue_leases(p_grace interval, p_leases integer, p_chunks integer)
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
