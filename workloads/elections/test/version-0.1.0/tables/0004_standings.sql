-- How an election stood when it was closed: nothing of it changes any more, so voters and ballots are counted once.

create table rota.elections_standings (
  election_id    bigint      constraint elections_standings_of_election primary key references rota.elections on delete cascade,
  voters         bigint      not null,
  voted          bigint      not null,
  received       bigint      not null,
  submitted      bigint      not null,
  cast_ballots   bigint      not null,
  challenged     bigint      not null,
  rejected       bigint      not null
);
