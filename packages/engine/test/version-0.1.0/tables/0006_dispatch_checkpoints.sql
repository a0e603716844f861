-- Checkpoints of the lanes, so that old entries of the dispatch log can be deleted, and the forgetting of lanes that no
-- longer matter. Both are written into the log like any other input, so that a replay meets them where they happened.

-- All lanes of a queue as they stood after an entry of the log, in parts of bounded size. The entry holds their hash.
create table rota.dispatch_checkpoints (
  queue         text    not null,
  entry         bigint  not null,
  part          integer not null,
  previous_hash bytea   not null, -- of the entry before, which may be deleted: the hash of this one is computed with it
  lanes         jsonb   not null,
  constraint dispatch_checkpoints_are_numbered primary key (queue, entry, part)
);

-- A lane with all that its next turn depends on. Large numbers are text, since json readers keep 53 bits.
create function rota.lane_state(lane rota.lanes) returns jsonb
language sql immutable as $$
  select jsonb_build_object(
    'lane', lane.lane_id::text, 'set', lane.sibling_set::text, 'level', lane.level, 'name', lane.name, 'weight', lane.weight, 'cost', lane.cost,
    'start', lane.start::text, 'since', lane.since::text, 'clocks', jsonb_build_array(lane.clock_0::text, lane.clock_1::text, lane.clock_2::text, lane.clock_3::text),
    'open', lane.open, 'head', lane.head::text, 'isAwake', lane.is_awake, 'isPaused', lane.is_paused, 'isCounted', lane.is_counted, 'inFlight', lane.in_flight,
    'maxInFlight', lane.max_in_flight, 'rateUs', lane.rate_us::text, 'rateBurst', lane.rate_burst, 'rateAt', lane.rate_at::text, 'wakesAt', lane.wakes_at::text)
$$;

-- Appends an entry that decides nothing. The caller holds the lock of the queue.
create function rota.append_changes(p_head rota.dispatch_log, p_changes jsonb) returns bigint
language plpgsql as $$
declare
  v_entry rota.dispatch_log := p_head;
begin
  v_entry.entry := p_head.entry + 1;
  v_entry.at := greatest(clock_timestamp(), p_head.at);
  v_entry.moment := p_head.moment + jsonb_array_length(p_changes);
  v_entry.changes := p_changes;
  v_entry.leaves := '{}';
  v_entry.task_ids := '{}';
  v_entry.numbers := '{}';
  v_entry.emptied := '{}';
  v_entry.hash := sha256(p_head.hash || convert_to(rota.log_text(v_entry), 'utf8'));
  insert into rota.dispatch_log select v_entry.*;
  return v_entry.entry;
end $$;

-- Stores all lanes of a queue as they stand. Returns the number of the entry that says so; null when nothing was ever logged.
create function rota.checkpoint_queue(p_queue text) returns bigint
language plpgsql set lock_timeout = '5s' as $$
declare
  c_part constant integer := 1000;
  v_head rota.dispatch_log;
  v_sha256 bytea;
begin
  perform pg_advisory_xact_lock(rota.lane_id(p_queue));
  select * into v_head from rota.dispatch_log where queue = p_queue order by entry desc limit 1;
  if not found then return null; end if;

  with lane as (
    select lanes.lane_id, rota.lane_state(lanes) as state, row_number() over (order by lane_id) - 1 as nth from rota.lanes where queue = p_queue
  ), stored as (
    insert into rota.dispatch_checkpoints (queue, entry, part, previous_hash, lanes)
    select p_queue, v_head.entry + 1, (nth / c_part)::integer, v_head.hash, jsonb_agg(state order by lane_id) from lane group by nth / c_part
    returning part, lanes)
  select sha256(coalesce(string_agg(sha256(convert_to(lanes::text, 'utf8')), ''::bytea order by part), '')) into v_sha256 from stored;
  return rota.append_changes(v_head, jsonb_build_array(jsonb_build_object('kind', 'CHECKPOINT', 'sha256', encode(v_sha256, 'hex'))));
end $$;

-- Whether a leaf is of a task that is over, so that no work will ever arrive in it again. Never true of the jobs of a type.
create function rota.is_over(p_leaf rota.lanes, p_group rota.lanes) returns boolean
language sql stable as $$
  select p_leaf.lane_id <> rota.lane_id(p_leaf.queue, tenant.name, (p_group.sibling_set & 3)::text, p_group.name, 'jobs', p_leaf.name)
     and not exists (select from rota.tasks
                      where (task_key = p_leaf.name or task_id = case when p_leaf.name ~ '^[0-9]{1,18}$' then p_leaf.name::bigint end)
                        and leaf_lane = p_leaf.lane_id and state <> 'COMPLETED' and swept_at is null)
    from rota.lanes as tenant where tenant.lane_id = p_group.sibling_set & ~3::bigint
   order by start desc limit 1
$$;

-- Forgets lanes without which all later turns are the same: asleep, without children, nothing in flight, nothing set, and
-- no larger virtual time than a new lane would be given. A leaf whose task is over never returns, so its settings and its
-- virtual time do not matter. Looks at p_limit lanes from p_after on; returns how many it forgot and where to go on, null at the end.
create function rota.forget_lanes(p_queue text, p_limit integer, p_after bigint, out forgotten integer, out last_lane bigint)
language plpgsql set lock_timeout = '5s' as $$
#variable_conflict use_column
declare
  v_root bigint := rota.lane_id(p_queue);
  v_head rota.dispatch_log;
  v_changes jsonb;
begin
  perform pg_advisory_xact_lock(v_root);
  forgotten := 0;
  select * into v_head from rota.dispatch_log where queue = p_queue order by entry desc limit 1;
  if not found then return; end if;

  with seen as materialized (
    select ctid as row_id, lanes as lane from rota.lanes where lane_id > p_after order by lane_id limit p_limit
  ), asleep as materialized (
    select row_id, lane, above,
           case when (lane).level = 1 then v_head.clock
                else case (lane).sibling_set & 3 when 0 then (above).clock_0 when 1 then (above).clock_1 when 2 then (above).clock_2 else (above).clock_3 end end as clock
      from seen
      left join lateral (select lanes as above from rota.lanes where lane_id = (lane).sibling_set & ~3::bigint and level > 0 order by start desc limit 1) as parent on true
     where (lane).queue = p_queue and (lane).level > 0 and not (lane).is_awake and (lane).open = 0 and (lane).in_flight = 0 and (lane).wakes_at is null
       and not exists (select from rota.lanes as child where child.sibling_set between (lane).lane_id and (lane).lane_id + 3)
  ), needless as (
    select row_id from asleep
     where ((lane).start <= clock and (lane).weight = 1 and (lane).cost = 1 and not (lane).is_paused and not (lane).is_counted and (lane).rate_us is null)
        or ((lane).level = 3 and rota.is_over(lane, above))
  ), gone as (
    delete from rota.lanes using needless where lanes.ctid = needless.row_id returning lanes.lane_id)
  select (select count(*) from gone), (select case when count(*) = p_limit then max((lane).lane_id) end from seen),
         (select jsonb_agg(jsonb_build_object('kind', 'FORGOTTEN', 'lane', lane_id::text) order by lane_id) from gone)
    into forgotten, last_lane, v_changes;
  if forgotten > 0 then perform rota.append_changes(v_head, v_changes); end if;
end $$;
