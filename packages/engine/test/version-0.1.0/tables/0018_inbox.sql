-- Events from outside: each is stored once under its tenant and id, then handed to its intake in batches of one tenant.

-- Which event ids are taken, and where the event stands. It is the truth about what is a duplicate. A row is not written
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

-- Events of one tenant that are handled together, as one chunk of a task. Never updated: what became of them is a row of its
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

-- What became of a batch. Not there: it waits.
create table rota.inbox_results (
  batch_id   bigint      constraint inbox_results_have_a_batch primary key,
  outcomes   text        not null, -- a letter for each place: D done, R rejected, M moved to another batch, - not counted
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

-- Who did what to a rejected event.
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

-- Records events that are not accepted. Raw bytes come as base64.
create function rota.record_rejected(p_rejected jsonb) returns void
language sql as $$
  insert into rota.rejected_events (intake, kind, tenant, event_id, code, reason, payload, payload_hash, raw, held_hash, held_payload, origin, error, attempts, times)
  select distinct on (intake, tenant, event_id, payload_hash)
         intake, kind, tenant, event_id, code, reason, payload, decode(payload_hash, 'hex'), decode(raw, 'base64'), decode(held_hash, 'hex'), held_payload, origin, error, coalesce(attempts, 0),
         count(*) over (partition by intake, tenant, event_id, payload_hash)
    from jsonb_to_recordset(p_rejected) as given (
           intake text, kind text, tenant text, event_id text, code text, reason text, payload text, payload_hash text, raw text, held_hash text, held_payload text, origin jsonb, error jsonb, attempts integer)
  on conflict (intake, coalesce(tenant, ''), coalesce(event_id, ''), payload_hash) where state = 'OPEN'
  do update set times = rejected_events.times + excluded.times, last_at = clock_timestamp(), kind = excluded.kind, code = excluded.code, reason = excluded.reason,
                error = excluded.error, attempts = excluded.attempts, held_hash = excluded.held_hash, held_payload = excluded.held_payload
$$;

-- The payload that an id was accepted with, from its batch. Null: it is gone.
create function rota.held_payload(p_batch_id bigint, p_number integer) returns text
language sql stable as $$
  select (convert_from(events, 'utf8')::json -> (p_number - 1) -> 0)::text from rota.inbox_batches where batch_id = p_batch_id
$$;

-- Stores batches of events and submits a task for each that holds a new one, its cost the number of them. Events come
-- ordered by batch; p_batch_nths says which batch each belongs to, p_starts how many events come before a batch, p_ends where
-- its json ends in p_events. Hashes are 32 bytes each. Returns a row for each event that was not stored: a duplicate, a
-- conflict, which is recorded, or one whose id was freed meanwhile (GONE), which is to be stored again.
create function rota.store_events(
  p_tasks jsonb, p_intakes text[], p_tenants text[], p_starts integer[], p_ends integer[], p_events bytea,
  p_event_ids text[], p_batch_nths integer[], p_hashes bytea, p_rejected jsonb)
returns table (nth integer, outcome text)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  v_ids bigint[] := array(select nextval('rota.inbox_batch_ids') from generate_series(1, cardinality(p_tenants)));
  v_kept_ids bigint[];
  v_kept_numbers smallint[];
  v_tasks jsonb;
begin
  if p_rejected is not null then perform rota.record_rejected(p_rejected); end if;

  -- In one order, so that two who store the same events never wait for each other in a circle.
  with kept as (
    insert into rota.inbox (tenant, event_id, payload_hash, batch_id, number)
    select tenant, event_id, substring(p_hashes from (nth::integer - 1) * 32 + 1 for 32), v_ids[batch_nth], nth - p_starts[batch_nth]
      from unnest(p_event_ids, p_batch_nths) with ordinality as event (event_id, batch_nth, nth)
      join unnest(p_tenants) with ordinality as batch (tenant, batch_nth) using (batch_nth)
     order by tenant collate "C", event_id collate "C", nth
    on conflict on constraint inbox_holds_an_event_once do nothing
    returning batch_id, number)
  select array_agg(batch_id), array_agg(number) into v_kept_ids, v_kept_numbers from kept;

  if v_kept_ids is not null then
    with fresh as materialized (
      select batch_id, count(*)::integer as events, array_agg(number order by number) as numbers from unnest(v_kept_ids, v_kept_numbers) as kept (batch_id, number) group by batch_id
    ), batch as materialized (
      select batch_nth::integer, intake, tenant, task, coalesce(p_starts[batch_nth + 1], cardinality(p_event_ids)) - p_starts[batch_nth] as given, fresh.*
        from rows from (unnest(p_intakes), unnest(p_tenants), jsonb_array_elements(p_tasks)) with ordinality as batch (intake, tenant, task, batch_nth)
        join fresh on fresh.batch_id = v_ids[batch_nth]
    ), made as materialized (
      select made.nth, made.task_id
        from (select jsonb_agg(task || jsonb_build_object('cost', events, 'nths', jsonb_build_array(batch_nth)) order by batch_nth) as tasks from batch) as all_tasks
       cross join lateral rota.append_tasks(tasks) as made)
    insert into rota.inbox_batches (batch_id, task_id, intake, tenant, numbers, events)
    select batch_id, task_id, intake, tenant, case when events < given then numbers end,
           substring(p_events from coalesce(p_ends[batch_nth - 1], 0) + 1 for p_ends[batch_nth] - coalesce(p_ends[batch_nth - 1], 0))
      from batch join made on made.nth = batch_nth;
  end if;
  if cardinality(v_kept_ids) = cardinality(p_event_ids) then return; end if;

  return query
  with passed as materialized (
    select event.nth::integer, batch_nth, intake, batch.tenant, event.event_id, held.batch_id as held_id, held.number as held_number, held.payload_hash as held_hash,
           substring(p_hashes from (event.nth::integer - 1) * 32 + 1 for 32) as hash,
           case when held.event_id is null then 'GONE'
                when held.payload_hash = substring(p_hashes from (event.nth::integer - 1) * 32 + 1 for 32) then 'DUPLICATE' else 'CONFLICT' end as outcome
      from unnest(p_event_ids, p_batch_nths) with ordinality as event (event_id, batch_nth, nth)
      join rows from (unnest(p_intakes), unnest(p_tenants)) with ordinality as batch (intake, tenant, batch_nth) using (batch_nth)
      -- The limit makes it one look by index for each: this plan may have been made when the table was empty.
      left join lateral (select * from rota.inbox where inbox.tenant = batch.tenant and inbox.event_id = event.event_id limit 1) as held on true
     where (held.batch_id, held.number) is distinct from (v_ids[batch_nth], (event.nth - p_starts[batch_nth])::smallint)
  ), conflict as (
    select passed.*, convert_from(substring(p_events from coalesce(p_ends[batch_nth - 1], 0) + 1 for p_ends[batch_nth] - coalesce(p_ends[batch_nth - 1], 0)), 'utf8')::json -> (nth - p_starts[batch_nth] - 1) as event
      from passed where outcome = 'CONFLICT'
  ), recorded as materialized (
    select rota.record_rejected(jsonb_agg(jsonb_build_object(
             'intake', intake, 'kind', 'CONFLICT', 'tenant', tenant, 'event_id', event_id, 'code', 'EVENT_CONFLICT',
             'reason', 'another payload was accepted under this event id', 'payload', (event -> 0)::text, 'payload_hash', encode(hash, 'hex'),
             'held_hash', encode(held_hash, 'hex'), 'held_payload', rota.held_payload(held_id, held_number), 'origin', event -> 1)))
      from conflict having count(*) > 0)
  select passed.nth, passed.outcome from passed left join recorded on true;
end $$;

-- Writes what became of a batch. Ids of rejected events are free again, so that these can be replayed.
create function rota.settle_events(p_batch_id bigint, p_outcomes text, p_answers text, p_tenant text, p_rejected_ids text[], p_rejected jsonb) returns void
language plpgsql as $$
begin
  insert into rota.inbox_results (batch_id, outcomes, answers) values (p_batch_id, p_outcomes, p_answers);
  if p_rejected is null then return; end if;
  delete from rota.inbox where tenant = p_tenant and event_id = any (p_rejected_ids) and batch_id = p_batch_id;
  perform rota.record_rejected(p_rejected);
end $$;

-- Moves events of a batch to one of their own, which is handled when its task says.
create function rota.move_events(p_batch_id bigint, p_task jsonb, p_attempt integer, p_event_ids text[], p_events bytea) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_new_id bigint := nextval('rota.inbox_batch_ids');
begin
  insert into rota.inbox_batches (batch_id, task_id, intake, tenant, attempt, events)
  select v_new_id, task_id, intake, tenant, p_attempt, p_events from rota.append_tasks(p_task) cross join (select intake, tenant from rota.inbox_batches where batch_id = p_batch_id) as source;
  update rota.inbox set batch_id = v_new_id, number = event.number
    from unnest(p_event_ids) with ordinality as event (event_id, number), rota.inbox_batches as batch
   where batch.batch_id = p_batch_id and inbox.tenant = batch.tenant and inbox.event_id = event.event_id and inbox.batch_id = p_batch_id;
end $$;
