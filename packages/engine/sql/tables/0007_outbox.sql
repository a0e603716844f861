-- Events are committed together with the change that they report, ordered afterwards, and delivered to sinks in that order.
--
-- A writer draws a number and waits for no other. A number that becomes visible late is no gap: events have no position before
-- they are seen committed, and positions are given under a lock that is held to the end of the transaction. So positions become
-- visible in their order, and the progress of a sink is one number.

-- Events that have no position yet. Writers of one aggregate that take turns draw their numbers in the order of their commits.
create table rota.outbox_arrivals (
  arrival        bigint      generated always as identity constraint outbox_arrivals_have_a_number primary key,
  event_id       uuid        not null,
  tenant         text        not null,
  type           text        not null,
  aggregate_type text        not null,
  aggregate_id   text        not null,
  exchange       text,                 -- null: the relay's
  routing_key    text        not null,
  headers        json        not null,
  payload        json        not null, -- as written, byte for byte
  occurred_at    timestamptz not null default statement_timestamp()
);

-- Events in their order. A row is never changed; it is deleted when it is old and no sink needs it.
create table rota.outbox_events (
  position       bigint      constraint outbox_events_have_a_position primary key,
  event_id       uuid        not null constraint outbox_events_come_once unique,
  tenant         text        not null,
  type           text        not null,
  aggregate_type text        not null,
  aggregate_id   text        not null,
  exchange       text,
  routing_key    text        not null,
  headers        json        not null,
  payload        json        not null,
  occurred_at    timestamptz not null
);

create table rota.outbox_head (
  is_only  boolean default true constraint outbox_head_is_one_row primary key constraint outbox_head_is_only_one check (is_only),
  position bigint  not null, -- the last that was given
  is_quiet boolean not null  -- no relay gives positions at the moment: an append notifies them
) with (fillfactor = 50);

insert into rota.outbox_head (position, is_quiet) values (0, true);

-- The progress of each sink, and which relay delivers to it.
create table rota.outbox_sinks (
  sink             text        constraint outbox_sinks_have_a_name primary key,
  position         bigint      not null, -- everything up to it was delivered or is held
  lease_owner      text,
  lease_token      bigint      not null default 0,
  lease_expires_at timestamptz,
  published        bigint      not null default 0,
  unheard          bigint      not null default 0, -- of the published: no queue took them
  failures         integer     not null default 0, -- of the sink as a whole, in a row
  last_error       text
) with (fillfactor = 50);

-- Aggregates whose events wait, because one of them could not be delivered or others must not wait for them.
create table rota.outbox_held_aggregates (
  held_id         bigint      generated always as identity constraint outbox_held_aggregates_have_an_id primary key,
  sink            text        not null constraint outbox_held_aggregates_are_of_a_sink references rota.outbox_sinks on delete cascade,
  tenant          text        not null,
  aggregate_type  text        not null,
  aggregate_id    text        not null,
  tries           integer     not null default 0, -- of the event that failed last
  failed_position bigint,
  error           text,
  due_at          timestamptz not null default clock_timestamp(),
  is_parked       boolean     not null default false, -- waits for a decision
  constraint outbox_held_aggregates_come_once unique (sink, tenant, aggregate_type, aggregate_id)
);

create index outbox_held_aggregates_due on rota.outbox_held_aggregates (sink, due_at) where not is_parked;
create index outbox_held_aggregates_parked on rota.outbox_held_aggregates (held_id) where is_parked;

create table rota.outbox_held_events (
  held_id  bigint not null constraint outbox_held_events_are_of_an_aggregate references rota.outbox_held_aggregates on delete cascade,
  position bigint not null,
  constraint outbox_held_events_come_once primary key (held_id, position)
);

create index outbox_held_events_by_position on rota.outbox_held_events (position);

-- Events that were discarded.
create table rota.outbox_discards (
  sink           text        not null,
  position       bigint      not null,
  event_id       uuid        not null,
  tenant         text        not null,
  type           text        not null,
  aggregate_type text        not null,
  aggregate_id   text        not null,
  error          text,
  reason         text        not null,
  discarded_by   text        not null,
  discarded_at   timestamptz not null default clock_timestamp(),
  constraint outbox_discards_come_once primary key (sink, position)
);
