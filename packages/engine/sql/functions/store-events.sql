-- Returns the payload with which an event id was accepted, from its batch. Null: it was deleted.
create or replace function rota.held_payload(p_batch_id bigint, p_number integer) returns text
language sql stable as $$
  select (convert_from(events, 'utf8')::json -> (p_number - 1) -> 0)::text from rota.inbox_batches where batch_id = p_batch_id
$$;

-- Stores batches of events and submits a task for each that has a new one; the cost of the task is the number of new
-- events. Events come ordered by batch: p_batch_nths is the batch of each, p_starts how many events come before a
-- batch, p_ends where its json ends in p_events. Hashes are 32 bytes each. Returns a row for each event that was not
-- stored: a duplicate; a conflict, which is recorded; or one whose id was freed meanwhile (`GONE`), which the caller
-- stores again.
create or replace function rota.store_events(
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

  -- In one order, so that concurrent calls with the same events never deadlock.
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
      -- The limit makes it one index scan for each: this plan may have been made when the table was empty.
      left join lateral (select * from rota.inbox where inbox.tenant = batch.tenant and inbox.event_id = event.event_id limit 1) as held on true
     where (held.batch_id, held.number) is distinct from (v_ids[batch_nth], (event.nth - p_starts[batch_nth])::smallint)
  ), conflict as (
    select passed.*, convert_from(substring(p_events from coalesce(p_ends[batch_nth - 1], 0) + 1 for p_ends[batch_nth] - coalesce(p_ends[batch_nth - 1], 0)), 'utf8')::json -> (nth - p_starts[batch_nth] - 1) as event
      from passed where outcome = 'CONFLICT'
  ), recorded as materialized (
    select rota.record_rejected(jsonb_agg(jsonb_build_object(
             'intake', intake, 'kind', 'CONFLICT', 'tenant', tenant, 'event_id', event_id, 'code', 'IDEMPOTENCY_CONFLICT',
             'reason', 'another payload was accepted under this event id', 'payload', (event -> 0)::text, 'payload_hash', encode(hash, 'hex'),
             'held_hash', encode(held_hash, 'hex'), 'held_payload', rota.held_payload(held_id, held_number), 'origin', event -> 1)))
      from conflict having count(*) > 0)
  select passed.nth, passed.outcome from passed left join recorded on true;
end $$;
