-- Trigger: a voter who has voted stays so.
create or replace function rota.elections_keep_vote() returns trigger
language plpgsql as $$
begin
  raise exception 'voter % has voted, and that stays', old.voter_id
    using errcode = 'check_violation', constraint = 'elections_voters_vote_once';
end
$$;
