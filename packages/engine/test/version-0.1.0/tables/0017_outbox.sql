-- Events are committed together with what they tell of, brought into one order afterwards, and handed to sinks in that order.
--
-- Whoever appends draws a number and waits for nobody. A number that becomes visible late is no gap: events have no place in
-- the order before they are seen committed, and places are given under a lock that is held to the end of the transaction. So
-- places become visible in their order, and how far a sink has come is one number.

-- Events that have no place yet. Writers of one aggregate that take turns draw their numbers in the order of their commits.
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
  is_quiet boolean not null  -- nobody gives places at the moment: whoever appends says so
) with (fillfactor = 50);

insert into rota.outbox_head (position, is_quiet) values (0, true);

-- How far each sink has come, and who hands events to it.
create table rota.outbox_sinks (
  sink             text        constraint outbox_sinks_have_a_name primary key,
  position         bigint      not null, -- everything up to it was handed over or is held
  lease_owner      text,
  lease_token      bigint      not null default 0,
  lease_expires_at timestamptz,
  published        bigint      not null default 0,
  unheard          bigint      not null default 0, -- of the published: nobody was there to take them
  failures         integer     not null default 0, -- of the sink as a whole, in a row
  last_error       text
) with (fillfactor = 50);

-- Aggregates whose events wait, since one of them could not be handed over or others shall not wait for them.
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
  is_parked       boolean     not null default false, -- waits for somebody to decide
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

-- Events that somebody gave up on.
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

-- Appends events to the transaction of the caller, in the order in which they are given. Returns how many.
create function rota.append_events(
  p_event_ids uuid[], p_tenants text[], p_types text[], p_aggregate_types text[], p_aggregate_ids text[],
  p_exchanges text[], p_routing_keys text[], p_headers text[], p_payloads text[]
) returns integer
language plpgsql as $$
begin
  insert into rota.outbox_arrivals
         (event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload)
  select event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers::json, payload::json
    from unnest(p_event_ids, p_tenants, p_types, p_aggregate_types, p_aggregate_ids, p_exchanges, p_routing_keys, p_headers, p_payloads)
         with ordinality as given (event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload, nth)
   order by nth;
  -- A notification makes commits wait for each other, so nobody is told what they are looking at anyway.
  if (select is_quiet from rota.outbox_head) then perform pg_notify('rota.events', ''); end if;
  return cardinality(p_event_ids);
end $$;

-- Gives places to so many events that have none. Returns how many, null when somebody else is at it.
create function rota.arrange_events(p_limit integer) returns integer
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  v_head  rota.outbox_head;
  v_moved integer;
begin
  select * into v_head from rota.outbox_head for update skip locked;
  if not found then return null; end if;
  with taken as (
    delete from rota.outbox_arrivals
     where ctid = any (array(select ctid from rota.outbox_arrivals order by arrival limit p_limit))
    returning *
  ), placed as (
    insert into rota.outbox_events
           (position, event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload, occurred_at)
    select v_head.position + row_number() over (order by arrival),
           event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload, occurred_at
      from taken
     order by arrival
        on conflict (event_id) do nothing)
  select count(*) into v_moved from taken;
  if v_moved > 0 or not v_head.is_quiet then
    update rota.outbox_head set position = v_head.position + v_moved, is_quiet = v_moved = 0;
  end if;
  if v_moved > 0 then perform pg_notify('rota.arranged', ''); end if;
  return v_moved;
end $$;

-- Makes a relay the one who hands events to a sink, if nobody else is. Writes only when its lease is half over.
-- Returns a row when it is the one: where the sink stands, and when what is held is due.
create function rota.hold_sink(p_sink text, p_owner text, p_lease interval)
returns table (at_position bigint, token bigint, next_due_ms float8)
language plpgsql as $$
#variable_conflict use_column
declare
  v_sink rota.outbox_sinks;
  v_now  timestamptz := clock_timestamp();
begin
  select * into v_sink from rota.outbox_sinks where sink = p_sink;
  if v_sink.lease_owner is distinct from p_owner or v_sink.lease_expires_at < v_now + p_lease / 2 then
    update rota.outbox_sinks
       set lease_owner      = p_owner,
           lease_token      = lease_token + (lease_owner is distinct from p_owner)::integer, -- fences off the one before
           lease_expires_at = v_now + p_lease
     where sink = p_sink and (lease_owner is null or lease_owner = p_owner or lease_expires_at < v_now)
    returning * into v_sink;
    if not found then return; end if;
  end if;
  return query select v_sink.position, v_sink.lease_token, (
    select extract(epoch from min(due_at) - v_now) * 1000 from rota.outbox_held_aggregates where sink = p_sink and not is_parked)::float8;
end $$;

-- Moves a sink on after a run. p_token is that of the lease, null inside a transaction that has locked the sink.
-- Returns false, and changes nothing, when the lease is somebody else's by now.
create function rota.advance_sink(
  p_sink text, p_token bigint, p_position bigint, p_published integer, p_unheard integer,
  p_held bigint[],                        -- events that wait from now on
  p_released_from bigint[], p_released bigint[], -- events that waited and were handed over, with what they were held by
  p_failed bigint[], p_errors text[],     -- of those that wait: events that were tried
  p_tries_max integer, p_retry interval, p_retry_max interval
) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
begin
  update rota.outbox_sinks
     set position = p_position, published = published + p_published, unheard = unheard + p_unheard, failures = 0, last_error = null
   where sink = p_sink and lease_token = coalesce(p_token, lease_token) and position <= p_position;
  if not found then return false; end if;

  if cardinality(p_released) > 0 then
    delete from rota.outbox_held_events using unnest(p_released_from, p_released) as done (held_id, position)
     where outbox_held_events.held_id = done.held_id and outbox_held_events.position = done.position;
  end if;
  if cardinality(p_held) > 0 then
    insert into rota.outbox_held_aggregates (sink, tenant, aggregate_type, aggregate_id)
    select distinct p_sink, tenant, aggregate_type, aggregate_id from rota.outbox_events where position = any (p_held)
        on conflict (sink, tenant, aggregate_type, aggregate_id) do nothing;
    insert into rota.outbox_held_events (held_id, position)
    select held_id, position
      from rota.outbox_events join rota.outbox_held_aggregates using (tenant, aggregate_type, aggregate_id)
     where position = any (p_held) and sink = p_sink;
  end if;
  if cardinality(p_failed) > 0 then
    update rota.outbox_held_aggregates
       set tries           = failed.tries,
           failed_position = failed.position,
           error           = failed.error,
           due_at          = v_now + least(p_retry_max, p_retry * 2 ^ least(failed.tries - 1, 30)),
           is_parked       = failed.tries >= p_tries_max
      from (select held_id, position, given.error,
                   case when failed_position = position then tries + 1 else 1 end as tries
              from unnest(p_failed, p_errors) as given (position, error)
              join rota.outbox_events using (position)
              join rota.outbox_held_aggregates using (tenant, aggregate_type, aggregate_id)
             where sink = p_sink) as failed
     where outbox_held_aggregates.held_id = failed.held_id;
  end if;
  if cardinality(p_released) > 0 then
    delete from rota.outbox_held_aggregates
     where held_id = any (p_released_from)
       and not exists (select from rota.outbox_held_events where held_id = outbox_held_aggregates.held_id);
  end if;
  return true;
end $$;

-- Lets parked aggregates of a sink, or the one of an event, be tried again from the first try on. Returns how many.
create function rota.retry_parked(p_sink text, p_event_id uuid) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  v_count integer;
begin
  perform from rota.outbox_sinks where sink = p_sink for update;
  update rota.outbox_held_aggregates set is_parked = false, tries = 0, due_at = clock_timestamp()
   where sink = p_sink and is_parked
     and (p_event_id is null or failed_position = (select position from rota.outbox_events where event_id = p_event_id));
  get diagnostics v_count = row_count;
  if v_count > 0 then perform pg_notify('rota.arranged', ''); end if;
  return v_count;
end $$;

-- Gives up on a parked event for one sink; the events behind it go on. Returns false when it is not parked there.
create function rota.discard_parked(p_sink text, p_event_id uuid, p_reason text, p_by text) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare
  v_held rota.outbox_held_aggregates;
begin
  perform from rota.outbox_sinks where sink = p_sink for update;
  select held.* into v_held
    from rota.outbox_held_aggregates as held join rota.outbox_events as event on event.position = held.failed_position
   where held.sink = p_sink and held.is_parked and event.event_id = p_event_id;
  if not found then return false; end if;
  insert into rota.outbox_discards
         (sink, position, event_id, tenant, type, aggregate_type, aggregate_id, error, reason, discarded_by)
  select p_sink, position, event_id, tenant, type, aggregate_type, aggregate_id, v_held.error, p_reason, p_by
    from rota.outbox_events where position = v_held.failed_position;
  delete from rota.outbox_held_events where held_id = v_held.held_id and position = v_held.failed_position;
  update rota.outbox_held_aggregates
     set is_parked = false, tries = 0, failed_position = null, error = null, due_at = clock_timestamp()
   where held_id = v_held.held_id;
  delete from rota.outbox_held_aggregates
   where held_id = v_held.held_id and not exists (select from rota.outbox_held_events where held_id = v_held.held_id);
  perform pg_notify('rota.arranged', '');
  return true;
end $$;

-- Deletes so many events that every sink has passed, that none holds and that are old enough. Returns how many.
create function rota.prune_events(p_older_than interval, p_limit integer) returns integer
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  v_count integer;
begin
  delete from rota.outbox_events
   where position = any (array(
     select position
       from (select position, occurred_at from rota.outbox_events
              where position <= (select min(position) from rota.outbox_sinks)
                and not exists (select from rota.outbox_held_events where outbox_held_events.position = outbox_events.position)
              order by position limit p_limit) as oldest
      where occurred_at < clock_timestamp() - p_older_than));
  get diagnostics v_count = row_count;
  return v_count;
end $$;
