-- Trigger: a decision about a ballot stays.
create or replace function rota.elections_keep_ballot() returns trigger
language plpgsql as $$
begin
  if not (old.state = 'RECEIVED' and new.state in ('SUBMITTED', 'REJECTED')
          or old.state = 'SUBMITTED' and new.state in ('CAST', 'CHALLENGED')) then
    raise exception 'a ballot does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'elections_ballots_are_decided_once';
  end if;
  return new;
end
$$;
