-- The roll of worker processes: each notes itself now and then, so that those are seen as well that have nothing to do.
create table rota.workers (
  owner      text        constraint workers_are_on_the_roll_once primary key,
  started_at timestamptz not null,
  seen_at    timestamptz not null,
  stopped_at timestamptz, -- it said that it ends
  queues     text[]      not null,
  slots      integer     not null,
  host       text        not null,
  pid        integer     not null,
  version    text        not null
) with (fillfactor = 50);
