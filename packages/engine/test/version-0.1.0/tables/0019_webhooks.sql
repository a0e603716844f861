-- Webhooks: where events are sent to, what is sent, and what became of every try. A body is stored once, so that each
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
  replay_of       uuid,       -- the delivery that somebody asked to repeat
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

-- What makes the fan-out of an event happen once, however often it is asked for.
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

-- Whether an endpoint that asked for these types wants events of this one.
create function rota.webhook_wants(p_types text[], p_type text) returns boolean language sql immutable parallel safe as $$
  select p_types && array['*', p_type]
      or exists (select from unnest(p_types) as wanted (type)
                  where wanted.type like '%.*' and starts_with(p_type, left(wanted.type, -1)))
$$;

-- Writes down what became of attempts: a list of {delivery, state, status, error_class, error, duration_ms, delay_ms,
-- refusal, gone, body}. A delivery that has ended stays as it is, unless it failed and was received all the same.
-- Endpoints are counted on: held after five failures in a row, for longer each time, and disabled when they are gone or
-- when twenty failures without a success have gone on for five days. Returns the endpoints that were held, released or
-- disabled, with how long they are held.
create function rota.record_webhook_attempts(p_attempts jsonb)
returns table (endpoint_id uuid, tenant text, change text, reason text, held_ms bigint, max_in_flight integer, rate_per_second integer)
language plpgsql as $$
#variable_conflict use_column
declare
  c_failures_held     constant integer  := 5;
  c_hold_first        constant interval := interval '10 seconds';
  c_hold_max          constant interval := interval '10 minutes';
  c_failures_disabled constant integer  := 20;
  c_failing_disabled  constant interval := interval '5 days';
  v_now               timestamptz       := clock_timestamp();
begin
  -- In one order, so that two who write at once never wait for each other in a circle.
  perform from rota.webhook_deliveries
    where delivery_id in (select (value ->> 'delivery')::uuid from jsonb_array_elements(p_attempts))
    order by delivery_id for update;

  insert into rota.webhook_attempts (delivery_id, number, started_at, duration_ms, status, error_class, error, response_body)
  select delivery_id, delivery.attempts + 1, v_now - given.duration_ms * interval '1 millisecond', given.duration_ms,
         given.status, given.error_class, given.error, decode(given.body, 'base64')
    from jsonb_to_recordset(p_attempts) as given (delivery uuid, duration_ms integer, status integer, error_class text, error text, body text)
    join rota.webhook_deliveries as delivery on delivery_id = given.delivery;

  update rota.webhook_deliveries as delivery
     set attempts        = delivery.attempts + 1,
         refusals        = delivery.refusals + given.refusal::integer,
         state           = next.state,
         ended_at        = case when next.state <> 'PENDING' then coalesce(delivery.ended_at, v_now) end,
         next_attempt_at = case when next.state = 'PENDING' then v_now + given.delay_ms * interval '1 millisecond' end,
         last_status     = given.status,
         last_error      = given.error_class
    from jsonb_to_recordset(p_attempts) as given (delivery uuid, state text, status integer, error_class text, delay_ms bigint, refusal boolean),
         lateral (select delivery_id, case when old.state = 'PENDING' or given.state = 'DELIVERED' then given.state else old.state end as state
                    from rota.webhook_deliveries as old where old.delivery_id = given.delivery) as next
   where delivery.delivery_id = next.delivery_id;

  perform from rota.webhook_endpoints
    where webhook_endpoints.endpoint_id in (
      select delivery.endpoint_id from rota.webhook_deliveries as delivery
       where delivery_id in (select (value ->> 'delivery')::uuid from jsonb_array_elements(p_attempts)))
      and (failures > 0 or jsonb_path_exists(p_attempts, '$[*] ? (@.state != "DELIVERED")'))
    order by webhook_endpoints.endpoint_id for update;

  return query
  with given as materialized (
    select delivery.endpoint_id, tried.nth, tried.value ->> 'state' = 'DELIVERED' as is_success, (tried.value ->> 'gone')::boolean as is_gone
      from jsonb_array_elements(p_attempts) with ordinality as tried (value, nth)
      join rota.webhook_deliveries as delivery on delivery_id = (tried.value ->> 'delivery')::uuid
  ), ended as materialized (
    select given.endpoint_id, bool_or(is_success) as has_success, bool_or(is_gone) as is_gone,
           count(*) filter (where not is_success and given.nth > coalesce(last_success.nth, 0))::integer as failures
      from given
      left join (select given.endpoint_id, max(nth) as nth from given where is_success group by given.endpoint_id) as last_success using (endpoint_id)
     group by given.endpoint_id
  ), counted as materialized (
    select old.endpoint_id, old.state, old.held_until,
           ended.is_gone,
           ended.failures > 0 as has_failed,
           case when has_success then ended.failures else old.failures + ended.failures end as failures,
           case when ended.failures = 0 then null when has_success then v_now else coalesce(old.failing_since, v_now) end as failing_since
      from ended
      join rota.webhook_endpoints as old using (endpoint_id)
     where old.failures > 0 or ended.failures > 0
  ), judged as materialized (
    select counted.*,
           case when state <> 'ACTIVE' then null
                when is_gone then 'GONE'
                when counted.failures >= c_failures_disabled and counted.failing_since <= v_now - c_failing_disabled then 'FAILING' end as why,
           case when counted.failures >= c_failures_held and has_failed
                then v_now + least(c_hold_max, c_hold_first * 2 ^ least(counted.failures - c_failures_held, 10))
                when counted.failures >= c_failures_held then counted.held_until end as held_until_next
      from counted
  ), updated as (
    update rota.webhook_endpoints as endpoint
       set failures        = judged.failures,
           failing_since   = judged.failing_since,
           held_until      = judged.held_until_next,
           state           = case when why is null then endpoint.state else 'DISABLED' end,
           disabled_reason = coalesce(why, endpoint.disabled_reason),
           disabled_at     = case when why is null then endpoint.disabled_at else v_now end
      from judged
     where endpoint.endpoint_id = judged.endpoint_id
    returning endpoint.endpoint_id, endpoint.tenant, endpoint.max_in_flight, endpoint.rate_per_second, judged.why, judged.has_failed,
              judged.held_until as held_before, endpoint.held_until as held_now
  )
  select updated.endpoint_id, updated.tenant,
         case when why is not null then 'DISABLED' when held_now is not null then 'HELD' else 'RELEASED' end,
         why, (extract(epoch from held_now - v_now) * 1000)::bigint, updated.max_in_flight, updated.rate_per_second
    from updated
   where why is not null or held_now is distinct from held_before;
end $$;
