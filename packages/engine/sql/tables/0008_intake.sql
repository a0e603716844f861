-- Events from outside: each is stored once under its tenant and id, then handed to its intake in batches of one tenant.

-- Which event ids are taken, and where each event is. It decides what is a duplicate. A row is not written
-- again when its event is done, so that an event costs one row and one index entry.
create table rota.inbox (
  tenant       text     not null,
  event_id     text     not null,
  payload_hash bytea    not null, -- SHA-256 of the canonical json of the payload
  batch_id     bigint,            -- null: its event was discarded
  number       smallint,          -- its place in the batch, counted from 1
  constraint inbox_holds_an_event_once primary key (tenant, event_id)
);

create sequence rota.inbox_batch_ids;

-- Events of one tenant that are handled together, as one chunk of a task. Never updated: their outcomes are a row of their
-- own, so that no payload is written twice.
create table rota.inbox_batches (
  batch_id  bigint      constraint inbox_batches_have_an_id primary key,
  task_id   bigint      not null,
  intake    text        not null,
  tenant    text        not null,
  attempt   smallint    not null default 1, -- which of their attempts this is, for events that are tried again
  numbers   smallint[],                     -- the events that count, where the others were duplicates; null: all
  events    bytea       not null,           -- json: a list of [payload, origin], the payload in its canonical form
  stored_at timestamptz not null default clock_timestamp()
);

create index inbox_batches_of_task on rota.inbox_batches (task_id);

-- To compress costs more than it saves.
alter table rota.inbox_batches alter column events set storage external;

-- The outcomes of a batch. No row: it waits.
create table rota.inbox_results (
  batch_id   bigint      constraint inbox_results_have_a_batch primary key,
  outcomes   text        not null, -- one character for each place: D done, R rejected, M moved to another batch, - not counted
  answers    text,                 -- json: a list by place; null: none has an answer
  settled_at timestamptz not null default clock_timestamp()
);

-- Events that were not accepted, and why. An event that is refused again while its row is open is counted there.
create table rota.rejected_events (
  rejected_id   bigint      generated always as identity constraint rejected_events_have_an_id primary key,
  intake        text        not null,
  kind          text        not null constraint rejected_events_kind_is_known check (kind in ('MALFORMED', 'REJECTED', 'CONFLICT', 'DEAD_LETTER')),
  state         text        not null default 'OPEN' constraint rejected_events_state_is_known check (state in ('OPEN', 'REPLAYED', 'DISCARDED')),
  tenant        text,       -- null, like the event id: the message does not say
  event_id      text,
  code          text        not null,
  reason        text        not null,
  payload       text,       -- canonical json; null: it cannot be read
  payload_hash  bytea       not null, -- of the payload, or else of the raw bytes
  raw           bytea,      -- as it was received, where it cannot be read; the beginning of what is too large
  held_hash     bytea,      -- conflicts: of the event that holds the id …
  held_payload  text,       -- … and its payload
  origin        jsonb       not null, -- how it came: source, exchange, routing key, headers
  error         jsonb,
  attempts      integer     not null default 0,
  times         integer     not null default 1,
  rejected_at   timestamptz not null default clock_timestamp(),
  last_at       timestamptz not null default clock_timestamp()
);

create unique index rejected_events_are_open_once on rota.rejected_events (intake, coalesce(tenant, ''), coalesce(event_id, ''), payload_hash) where state = 'OPEN';
create index rejected_events_of_event on rota.rejected_events (tenant, event_id, rejected_id);
create index rejected_events_by_state on rota.rejected_events (state, rejected_id);
create index rejected_events_by_time on rota.rejected_events (state, rejected_at, rejected_id);

-- The decisions about a rejected event.
create table rota.rejected_event_acts (
  act_id      bigint      generated always as identity constraint rejected_event_acts_have_an_id primary key,
  rejected_id bigint      not null,
  action      text        not null constraint rejected_event_acts_are_known check (action in ('REPLAYED', 'DISCARDED')),
  actor       text        not null,
  reason      text,
  details     jsonb       not null default '{}',
  acted_at    timestamptz not null default clock_timestamp()
);

create index rejected_event_acts_of_event on rota.rejected_event_acts (rejected_id, act_id);
