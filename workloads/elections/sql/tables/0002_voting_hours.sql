-- The hours in which ballots are accepted, on the clock of the database. Null: the election was created before they were
-- enforced.
alter table rota.elections
  add column starts_at  timestamptz,
  add column ends_at    timestamptz,
  add column extensions jsonb not null default '[]', -- [{ at, by, reason, from, to }]: how the end was moved, oldest first
  add constraint elections_have_both_hours check ((starts_at is null) = (ends_at is null)),
  add constraint elections_start_before_they_end check (starts_at < ends_at);

create trigger elections_check_hours before insert on rota.elections_ballots
  for each row execute function rota.elections_check_hours();
create trigger elections_check_hours_of_decisions before update on rota.elections_ballots
  for each row when (old.state is distinct from new.state and new.state in ('CAST', 'CHALLENGED'))
  execute function rota.elections_check_hours();
