-- Trigger of an update: counts one voter or one ballot.
create or replace function rota.elections_count_one() returns trigger
language plpgsql as $$
begin
  insert into rota.elections_turnout as turnout (election_id, voted, ballots)
  values (new.election_id, (tg_argv[0] = 'voted')::integer, (tg_argv[0] = 'ballots')::integer)
  on conflict (election_id) do update set voted = turnout.voted + excluded.voted, ballots = turnout.ballots + excluded.ballots;
  return null;
end
$$;

-- Trigger of an insert: counts the voters who have voted already.
create or replace function rota.elections_count_voters() returns trigger
language plpgsql as $$
begin
  insert into rota.elections_turnout as turnout (election_id, voted)
  select election_id, count(*) from added where has_voted group by 1
  on conflict (election_id) do update set voted = turnout.voted + excluded.voted;
  return null;
end
$$;

-- Trigger of an insert: counts the ballots that are cast already.
create or replace function rota.elections_count_ballots() returns trigger
language plpgsql as $$
begin
  insert into rota.elections_turnout as turnout (election_id, ballots)
  select election_id, count(*) from added where state = 'CAST' group by 1
  on conflict (election_id) do update set ballots = turnout.ballots + excluded.ballots;
  return null;
end
$$;

-- Trigger at the end of a transaction: a ballot is cast only together with a voter who votes.
create or replace function rota.elections_check_turnout() returns trigger
language plpgsql as $$
begin
  if exists (select from rota.elections_turnout where election_id = new.election_id and voted <> ballots) then
    raise exception 'in election % another number of ballots is cast than voters have voted', new.election_id
      using errcode = 'check_violation', constraint = 'elections_turnout_agrees';
  end if;
  return null;
end
$$;
