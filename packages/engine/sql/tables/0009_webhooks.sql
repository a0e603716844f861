-- Webhooks: endpoints, the bodies that are sent, and the outcome of every attempt. A body is stored once, so that each
-- attempt and each replay sends the same bytes. Deliveries are chunks of the queue `webhooks`, one lane for each endpoint.

create table rota.webhook_endpoints (
  endpoint_id      uuid        default gen_random_uuid() constraint webhook_endpoints_have_an_id primary key,
  tenant           text        not null,
  url              text        not null,
  event_types      text[]      not null constraint webhook_endpoints_want_something check (cardinality(event_types) between 1 and 100),
  state            text        not null default 'ACTIVE' constraint webhook_endpoints_state_is_known check (state in ('ACTIVE', 'DISABLED')),
  disabled_reason  text,
  disabled_at      timestamptz,
  timeout_ms       integer     not null,
  schedule         jsonb       not null, -- the name of a schedule, or the waits between tries in milliseconds
  retry_4xx        boolean     not null,
  max_in_flight    integer     not null,
  rate_per_second  integer     not null,
  signature_key    text        not null constraint webhook_endpoints_signature_key_is_known check (signature_key in ('shown', 'decoded')),
  secret           bytea       not null, -- sealed, as all keys here
  previous_secret  bytea,
  previous_until   timestamptz,          -- until then requests are signed with the previous secret as well
  signing_key      bytea,                -- of Ed25519
  verification_key text,                 -- the public half of it, as receivers need it
  failures         integer     not null default 0, -- since the latest success
  failing_since    timestamptz,                    -- the first of them
  held_until       timestamptz,                    -- nothing is sent before: too many failures in a row
  created_at       timestamptz not null default clock_timestamp(),
  updated_at       timestamptz not null default clock_timestamp(),
  deleted_at       timestamptz,          -- kept for the log of its deliveries
  constraint webhook_endpoints_disabled_for_a_reason check ((state = 'DISABLED') = (disabled_reason is not null)),
  constraint webhook_endpoints_overlap_is_whole check ((previous_secret is null) = (previous_until is null))
);

create index webhook_endpoints_of_tenant on rota.webhook_endpoints (tenant, endpoint_id) where deleted_at is null;

create table rota.webhook_messages (
  message_id  bigint      generated always as identity constraint webhook_messages_have_an_id primary key,
  tenant      text        not null,
  event_id    text        not null,
  event_type  text        not null,
  body        bytea       not null,
  created_at  timestamptz not null default clock_timestamp(),
  constraint webhook_messages_once unique (tenant, event_id)
);

create index webhook_messages_by_age on rota.webhook_messages (created_at);

create table rota.webhook_deliveries (
  delivery_id     uuid        default gen_random_uuid() constraint webhook_deliveries_have_an_id primary key,
  number          bigint      generated always as identity, -- lists go by it
  message_id      bigint      not null constraint webhook_deliveries_have_a_body references rota.webhook_messages on delete cascade,
  endpoint_id     uuid        not null constraint webhook_deliveries_have_an_endpoint references rota.webhook_endpoints,
  tenant          text        not null,
  event_type      text        not null,
  replay_of       uuid,       -- the delivery that it repeats on request
  state           text        not null default 'PENDING' constraint webhook_deliveries_state_is_known check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts        integer     not null default 0,
  refusals        integer     not null default 0, -- attempts that ended with a status of 400 to 499
  next_attempt_at timestamptz,
  last_status     integer,
  last_error      text,       -- the class of the latest failure
  created_at      timestamptz not null default clock_timestamp(),
  ended_at        timestamptz,
  constraint webhook_deliveries_end_once check ((state = 'PENDING') = (ended_at is null))
) with (fillfactor = 80);

-- The fan-out of an event happens once, however often it is requested.
create unique index webhook_deliveries_once on rota.webhook_deliveries (message_id, endpoint_id) where replay_of is null;
create index webhook_deliveries_of_message on rota.webhook_deliveries (message_id, endpoint_id);
create unique index webhook_deliveries_of_tenant on rota.webhook_deliveries (tenant, number);
create index webhook_deliveries_of_endpoint on rota.webhook_deliveries (endpoint_id, number);
create index webhook_deliveries_failed on rota.webhook_deliveries (endpoint_id, number) where state = 'FAILED';

create table rota.webhook_attempts (
  delivery_id   uuid        not null constraint webhook_attempts_are_of_a_delivery references rota.webhook_deliveries on delete cascade,
  number        integer     not null,
  started_at    timestamptz not null,
  duration_ms   integer     not null,
  status        integer,
  error_class   text,
  error         text,
  response_body bytea,
  constraint webhook_attempts_are_numbered primary key (delivery_id, number)
);
