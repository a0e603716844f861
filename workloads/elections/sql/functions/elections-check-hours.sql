-- Returns whether a time is BEFORE, DURING or AFTER the hours of voting. The end itself is after them. An election
-- without hours is always DURING.
create or replace function rota.elections_voting(p_starts_at timestamptz, p_ends_at timestamptz, p_at timestamptz) returns text
language sql immutable as $$
  select case when p_at < p_starts_at then 'BEFORE' when p_at >= p_ends_at then 'AFTER' else 'DURING' end
$$;

-- Trigger: a ballot comes, is cast and is challenged only during the hours of voting.
create or replace function rota.elections_check_hours() returns trigger
language plpgsql as $$
begin
  if exists (select from rota.elections
              where election_id = new.election_id and rota.elections_voting(starts_at, ends_at, clock_timestamp()) <> 'DURING') then
    raise exception 'election % accepts no ballot outside of its hours', new.election_id
      using errcode = 'check_violation', constraint = 'elections_ballots_in_voting_hours';
  end if;
  return new;
end
$$;
