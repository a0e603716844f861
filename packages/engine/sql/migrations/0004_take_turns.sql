-- Who goes next. fair-tree.ts says the same rule in TypeScript, and the tests hold the two together.

-- The lane of a path of names. Anybody can compute it, so that submitting needs to look nothing up.
create function rota.lane_id(variadic path text[]) returns bigint
language sql immutable strict parallel safe as $$
  select ('x' || left(encode(sha256(convert_to(to_json(path)::text, 'utf8')), 'hex'), 16))::bit(64)::bigint & ~3::bigint
$$;

-- Deals out turns among the awake lanes of each set by start-time fair queueing, as if asked p_wanted[i] times who of set
-- p_sets[i] starts first. Lanes count as having work without end; the caller finds out where one has less.
create function rota.share_turns(p_sets bigint[], p_clocks bigint[], p_wanted integer[], p_now_us bigint)
returns table (sibling_set bigint, turn integer, row_id tid, lane_id bigint, nth integer, start bigint, cost integer, head bigint, slot integer, child_set bigint, child_clock bigint)
language plpgsql rows 1000 as $$
#variable_conflict use_column
begin
  return query
  with lane as materialized (
    select wish.sibling_set, wish.wanted, lane.*,
           count(*) over siblings as siblings,
           -- A virtual time before which all lanes together start at least as many turns as wanted.
           wish.clock + (wish.wanted + sum((lane.start - wish.clock) / lane.step::float8) over siblings) / sum(1 / lane.step::float8) over siblings as horizon
      from unnest(p_sets, p_clocks, p_wanted) as wish (sibling_set, clock, wanted)
     cross join lateral (
       -- No more lanes than turns can matter, and nobody awake starts before the clock: both bound the scan.
       select ctid as row_id, lane_id, start, since, cost, head,
              3603600::bigint * cost / weight as step,
              case when is_counted then 1 << level else 0 end as slot,
              least(wish.wanted, max_in_flight - in_flight, rate_burst - (greatest(rate_at - p_now_us, 0) + rate_us - 1) / rate_us) as room,
              case when open & 1 > 0 then lane_id     when open & 2 > 0 then lane_id + 1 when open & 4 > 0 then lane_id + 2 else lane_id + 3 end as child_set,
              case when open & 1 > 0 then clock_0     when open & 2 > 0 then clock_1     when open & 4 > 0 then clock_2     else clock_3     end as child_clock
         from rota.lanes
        where sibling_set = wish.sibling_set and is_awake and start >= wish.clock
        order by start, since
        limit wish.wanted) as lane
    window siblings as (partition by wish.sibling_set)
  ), turn as (
    -- Among equal starts the oldest last turn goes first. Whoever had none in this batch is older than whoever had; of two
    -- that had, the one whose previous turn started earlier; if those were equal too, they keep the order they came in.
    select lane.*, nth, start + nth * step as nth_start,
           row_number() over (partition by sibling_set order by start + nth * step, case when nth > 0 then step end desc nulls first, nth, since)::integer as turn
      from lane
     cross join lateral generate_series(0, case when siblings = 1 then room - 1 else least(room - 1, floor((horizon - start) / step)) end::integer) as nth
  )
  select sibling_set, turn, row_id, lane_id, nth, nth_start, cost, head, slot, child_set, child_clock from turn where turn <= wanted;
end $$;

-- Wakes the given lanes if they have work and room, and upwards whoever is thereby no longer without an awake child. A
-- lane that wakes neither owes nor is owed: it starts with the current turn of its siblings, behind those who already wait
-- there. Without "the larger of", a lane that empties and returns after every turn would take all turns.
create function rota.wake_lanes(p_lanes bigint[], p_moments bigint[], p_clock bigint) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_lanes bigint[] := p_lanes;
  v_moments bigint[] := p_moments;
  v_sets bigint[];
  v_set_moments bigint[];
begin
  for v_level in reverse 3..1 loop
    with waking as (
      select lane.row_id, wish.moment,
             case lane.sibling_set & 3 when 0 then coalesce(parent.clock_0, p_clock) when 1 then parent.clock_1 when 2 then parent.clock_2 else parent.clock_3 end as clock
        from (select lane_id, min(moment) as moment from unnest(v_lanes, v_moments) as wish (lane_id, moment) group by lane_id) as wish
       cross join lateral (select ctid as row_id, * from rota.lanes where lane_id = wish.lane_id order by start desc limit 1) as lane
        left join lateral (select * from rota.lanes where lane_id = lane.sibling_set & ~3::bigint and level > 0 order by start desc limit 1) as parent on true
       where lane.level = v_level and not lane.is_awake and lane.open > 0 and not lane.is_paused
         and coalesce(lane.in_flight < lane.max_in_flight, true) and lane.wakes_at is null
    ), woken as (
      update rota.lanes set is_awake = true, start = greatest(lanes.start, waking.clock), since = waking.moment
        from waking where lanes.ctid = waking.row_id
      returning lanes.sibling_set, waking.moment)
    select array_agg(sibling_set), array_agg(moment) into v_sets, v_set_moments from (select sibling_set, min(moment) as moment from woken group by 1) as opened;
    continue when v_level = 1 or v_sets is null;
    update rota.lanes set open = lanes.open | opened.bits
      from (select parent.row_id, bit_or(1 << (s & 3)::integer)::smallint as bits
              from unnest(v_sets) as s
             cross join lateral (select ctid as row_id from rota.lanes where lane_id = s & ~3::bigint order by start desc limit 1) as parent group by 1) as opened
     where lanes.ctid = opened.row_id;
    v_lanes := v_lanes || array(select s & ~3::bigint from unnest(v_sets) as s);
    v_moments := v_moments || v_set_moments;
  end loop;
end $$;

-- Puts to sleep the parents of sets in which nobody is awake any more.
create function rota.close_sets(p_sets bigint[]) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_sets bigint[] := p_sets;
begin
  while v_sets is not null loop
    with vacant as (
      select parent.row_id, bit_or(1 << (s & 3)::integer)::smallint as bits
        from (select distinct s from unnest(v_sets) as s) as sets
       cross join lateral (select ctid as row_id, * from rota.lanes where lane_id = s & ~3::bigint and level > 0 order by start desc limit 1) as parent
       where not exists (select from rota.lanes where sibling_set = s and is_awake
                            and start >= case s & 3 when 0 then parent.clock_0 when 1 then parent.clock_1 when 2 then parent.clock_2 else parent.clock_3 end)
       group by 1
    ), closed as (
      update rota.lanes set open = lanes.open & ~vacant.bits, is_awake = lanes.is_awake and lanes.open & ~vacant.bits > 0
        from vacant where lanes.ctid = vacant.row_id
      returning lanes.sibling_set, lanes.open)
    select array_agg(distinct sibling_set) into v_sets from closed where open = 0;
  end loop;
end $$;

-- Work that arrived in a leaf, with all that is needed to make its lanes.
create function rota.arrival(p_task_id bigint, p_position bigint) returns jsonb
language sql stable as $$
  select jsonb_build_object('kind', 'ARRIVED', 'tenant', tenant_lane::text, 'tenantName', tenant, 'priority', priority, 'group', group_lane::text, 'groupName', group_name,
                            'leaf', leaf_lane::text, 'leafName', case when is_job then type else coalesce(task_key, task_id::text) end,
                            'weight', weight, 'cost', cost, 'maxInFlight', max_in_flight, 'position', p_position)
    from rota.tasks where task_id = p_task_id
$$;

-- Writes changes into the lanes and wakes whom they concern, in the order given.
create function rota.apply_changes(p_queue text, p_root bigint, p_changes jsonb, p_moment bigint, p_clock bigint) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_set record; v_clock bigint; v_slept bigint; v_lanes bigint[]; v_moments bigint[];
begin
  for v_set in select lane, "set", level, name, settings from jsonb_to_recordset(p_changes) as c (kind text, lane bigint, "set" bigint, level smallint, name text, settings jsonb) where kind = 'SET' loop
    insert into rota.lanes (lane_id, sibling_set, queue, level, name, weight, cost)
    select v_set.lane, v_set.set, p_queue, v_set.level, v_set.name, case when v_set.level < 3 then 1 end, case when v_set.level < 3 then 1 else 0 end
     where not exists (select from rota.lanes where lane_id = v_set.lane);
    v_clock := case when v_set.level = 1 then p_clock else (
      select case v_set.set & 3 when 0 then clock_0 when 1 then clock_1 when 2 then clock_2 else clock_3 end
        from rota.lanes where lane_id = v_set.set & ~3::bigint order by start desc limit 1) end;
    update rota.lanes
       set weight        = coalesce((v_set.settings ->> 'weight')::integer, weight),
           -- What it has had ahead of its siblings counts by its new weight, or it would wait for as long as by the old.
           start         = case when v_set.settings ? 'weight' and start > v_clock then v_clock + (start - v_clock) * weight / (v_set.settings ->> 'weight')::integer else start end,
           is_paused     = coalesce((v_set.settings ->> 'isPaused')::boolean, is_paused),
           max_in_flight = case when v_set.settings ? 'maxInFlight' then (v_set.settings ->> 'maxInFlight')::integer else max_in_flight end,
           -- On a leaf without a task even "no cap" counts as set: the task that comes must not bring its own.
           is_counted    = is_counted or v_set.settings ->> 'maxInFlight' is not null or (v_set.settings ? 'maxInFlight' and cost = 0),
           rate_us       = case when v_set.settings ? 'rateUs' then (v_set.settings ->> 'rateUs')::bigint else rate_us end,
           rate_burst    = coalesce((v_set.settings ->> 'rateBurst')::integer, rate_burst),
           -- A new rate starts with a full burst: what was used up of the old one has no meaning in it.
           rate_at       = case when v_set.settings ?| array['rateUs', 'rateBurst'] then 0 else rate_at end,
           wakes_at      = case when v_set.settings ?| array['rateUs', 'rateBurst'] then null else wakes_at end
     where lane_id = v_set.lane;
    update rota.lanes set is_awake = false where lane_id = v_set.lane and is_awake and (is_paused or in_flight >= max_in_flight) returning sibling_set into v_slept;
    if v_slept is not null then perform rota.close_sets(array[v_slept]); end if;
  end loop;

  update rota.lanes set in_flight = greatest(in_flight - released.chunks, 0)
    from (select lane_id, count(*)::integer as chunks
            from jsonb_to_recordset(p_changes) as c (kind text, leaf bigint, "group" bigint, tenant bigint, slots integer)
           cross join lateral (values (p_root, 1), (tenant, 2), ("group", 4), (leaf, 8)) as counted (lane_id, slot)
           where kind = 'RELEASED' and slots & slot > 0 group by 1) as released
   where lanes.lane_id = released.lane_id;

  with path as (
    select path.*
      from jsonb_to_recordset(p_changes) as c (kind text, tenant bigint, "tenantName" text, priority integer, "group" bigint, "groupName" text, leaf bigint, "leafName" text, weight integer, cost integer, "maxInFlight" integer)
     cross join lateral (values (tenant, p_root, 1::smallint, "tenantName", 1, 1, null::integer),
                                ("group", tenant + priority, 2::smallint, "groupName", 1, 1, null),
                                (leaf, "group", 3::smallint, "leafName", weight, cost, "maxInFlight")) as path (lane_id, sibling_set, level, name, weight, cost, max_in_flight)
     where kind = 'ARRIVED')
  insert into rota.lanes (lane_id, sibling_set, queue, level, name, weight, cost, max_in_flight, is_counted)
  select distinct on (lane_id) lane_id, sibling_set, p_queue, level, name, weight, cost, max_in_flight, max_in_flight is not null
    from path where not exists (select from rota.lanes where lanes.lane_id = path.lane_id);
  -- A leaf that was only set so far gets the rest from the first task.
  update rota.lanes
     set open          = 1,
         head          = least(head, arrived.position),
         weight        = coalesce(lanes.weight, arrived.weight),
         cost          = case lanes.cost when 0 then arrived.cost else lanes.cost end,
         max_in_flight = case when lanes.cost = 0 and not is_counted then arrived."maxInFlight" else max_in_flight end,
         is_counted    = is_counted or (lanes.cost = 0 and arrived."maxInFlight" is not null)
    from (select distinct on (leaf) leaf, weight, cost, "maxInFlight", min(position) over (partition by leaf) as position
            from jsonb_array_elements(p_changes) with ordinality as c (change, o)
           cross join lateral jsonb_to_record(change) as arrival (kind text, leaf bigint, position bigint, weight integer, cost integer, "maxInFlight" integer)
           where kind = 'ARRIVED' order by leaf, o) as arrived
   where lanes.lane_id = arrived.leaf;

  update rota.lanes set wakes_at = null
   where lane_id = any (array(select lane from jsonb_to_recordset(p_changes) as c (kind text, lane bigint) where kind = 'RESTED')) and wakes_at is not null;

  select array_agg(lane_id), array_agg(p_moment + o) into v_lanes, v_moments
    from jsonb_array_elements(p_changes) with ordinality as c (change, o)
   cross join lateral (values ((change ->> 'lane')::bigint), ((change ->> 'leaf')::bigint), ((change ->> 'group')::bigint), ((change ->> 'tenant')::bigint)) as touched (lane_id)
   where lane_id is not null;
  perform rota.wake_lanes(v_lanes, v_moments, p_clock);
end $$;

-- Takes in what others appended for the lanes of a queue, chunks that fell due, and lanes whose rate lets them go on.
-- Returns all of it in the order in which it was applied, for the log.
create function rota.absorb_changes(p_queue text, p_root bigint, p_head rota.dispatch_log, p_now timestamptz, out changes jsonb, out moment bigint, out absorbed_below xid8)
language plpgsql as $$
#variable_conflict use_column
declare
  c_batch constant integer := 1000;
  v_now_us bigint := (extract(epoch from p_now) * 1000000)::bigint;
  v_taken integer;
begin
  moment := coalesce(p_head.moment, 0);

  -- A restored database counts transactions anew: what its log remembers of the old count is of no use there.
  with gone as (
    delete from rota.lane_changes
     where ctid = any (array(select ctid from rota.lane_changes
                              where queue = p_queue
                                and written_by >= case when p_head.absorbed_below <= pg_snapshot_xmax(pg_current_snapshot()) then p_head.absorbed_below else '0' end
                              limit c_batch))
    returning *
  ), cancelled as (
    -- A job that waits among others of its type is taken out; what runs is told by its lease.
    update rota.chunks set state = 'CANCELLED', finished_at = p_now
      from gone
     where gone.kind = 'CANCELLED' and chunks.task_id = gone.task_id and chunks.number = 1 and chunks.state in ('PENDING', 'SCHEDULED')
  ), told as (
    select 1 as part, change_id, jsonb_build_object('kind', kind, 'lane', lane_id::text, 'set', sibling_set::text, 'level', level, 'name', name, 'settings', settings) as change
      from gone where kind = 'SET'
    union all
    select 2, change_id, jsonb_build_object('kind', kind, 'leaf', leaf_lane::text, 'group', group_lane::text, 'tenant', tenant_lane::text, 'slots', gone.slots)
      from gone join rota.tasks using (task_id) where kind = 'RELEASED'
    union all
    select 3, first_change, rota.arrival(task_id, position)
      from (select min(task_id) as task_id, min(position) as position, min(change_id) as first_change from gone join rota.tasks using (task_id) where kind = 'ARRIVED' group by leaf_lane) as arrived)
  select coalesce(jsonb_agg(change order by part, change_id), '[]'), (select count(*) from gone), (select pg_snapshot_xmin(pg_current_snapshot()))
    into changes, v_taken, absorbed_below from told;
  -- With more to come, the same rows must be in reach next time.
  if v_taken = c_batch then absorbed_below := coalesce(p_head.absorbed_below, '0'); end if;

  with due as (
    update rota.chunks set state = 'PENDING'
     where ctid = any (array(select ctid from rota.chunks where queue = p_queue and state = 'SCHEDULED' and due_at <= p_now order by due_at limit c_batch for update skip locked))
    returning task_id, leaf_lane, position, due_at
  ), rested as (
    select lane_id, wakes_at from rota.lanes where queue = p_queue and wakes_at <= v_now_us order by wakes_at, lane_id limit c_batch
  ), told as (
    select 1 as part, min(due_at) as at, min(task_id) as id, rota.arrival(min(task_id), min(position)) as change from due group by leaf_lane
    union all
    select 2, to_timestamp(wakes_at / 1000000.0), lane_id, jsonb_build_object('kind', 'RESTED', 'lane', lane_id::text) from rested)
  select changes || coalesce(jsonb_agg(change order by part, at, id), '[]') into changes from told;

  if changes = '[]' then return; end if;
  perform rota.apply_changes(p_queue, p_root, changes, moment, coalesce(p_head.clock, 0));
  moment := moment + jsonb_array_length(changes);
end $$;

-- One planned turn: the lanes that it is charged to, as they stand, and the chunk that it gives.
create type rota.planned_turn as (
  turn integer, tenant_row tid, tenant_start bigint, group_row tid, group_set bigint, group_start bigint, leaf_row tid, leaf_start bigint, leaf_lane bigint,
  cost integer, slots integer, chunk_row tid, task_id bigint, number integer, position bigint
);

-- Plans the next turns of a queue, in order, as far as they are certain: up to the first lane that has less work than its
-- turns, or costs more than planned. Who goes then is for the next plan. Tells as well which leaves it leaves without work.
create function rota.plan_turns(p_root bigint, p_clock bigint, p_wanted integer, p_now_us bigint, out turns rota.planned_turn[], out emptied bigint[])
language plpgsql as $$
#variable_conflict use_column
begin
  with tenant as materialized (
    select * from rota.share_turns(array[p_root], array[p_clock], array[p_wanted], p_now_us)
  ), tenant_group as materialized (
    select turns.* from (select array_agg(s) as s, array_agg(c) as c, array_agg(n) as n from (select child_set, child_clock, count(*)::integer from tenant group by 1, 2) as wish (s, c, n)) as wishes,
           rota.share_turns(s, c, n, p_now_us) as turns
  ), leaf as materialized (
    select turns.* from (select array_agg(s) as s, array_agg(c) as c, array_agg(n) as n from (select child_set, child_clock, count(*)::integer from tenant_group group by 1, 2) as wish (s, c, n)) as wishes,
           rota.share_turns(s, c, n, p_now_us) as turns
  ), chunk as materialized (
    -- One more than wanted of each leaf, to see which of them will be without work.
    select wish.lane_id, wish.wanted, waiting.*, row_number() over (partition by wish.lane_id order by position, task_id) - 1 as nth, count(*) over (partition by wish.lane_id) as available
      from (select lane_id, head, count(*) as wanted from leaf group by 1, 2) as wish
     cross join lateral (select ctid as row_id, task_id, number, position from rota.chunks
                          where leaf_lane = wish.lane_id and state = 'PENDING' and position >= wish.head
                          order by position, task_id limit wish.wanted + 1) as waiting
  ), planned as (
    select tenant.turn, tenant.row_id as tenant_row, tenant.start as tenant_start, tenant_group.row_id as group_row, tenant_group.sibling_set as group_set, tenant_group.start as group_start,
           leaf.row_id as leaf_row, leaf.start as leaf_start, leaf.lane_id, leaf.cost, tenant.slot | tenant_group.slot | leaf.slot as slots,
           chunk.row_id as chunk_row, chunk.task_id, chunk.number, chunk.position, chunk.available,
           bool_and(chunk.task_id is not null) over earlier and coalesce(bool_and(leaf.cost = 1) over (earlier rows between unbounded preceding and 1 preceding), true) as is_certain
      from tenant
      left join tenant_group on tenant_group.sibling_set = tenant.child_set and tenant_group.turn = tenant.nth + 1
      left join leaf on leaf.sibling_set = tenant_group.child_set and leaf.turn = tenant_group.nth + 1
      left join chunk on chunk.lane_id = leaf.lane_id and chunk.nth = leaf.nth
    window earlier as (order by tenant.turn))
  select array_agg((turn, tenant_row, tenant_start, group_row, group_set, group_start, leaf_row, leaf_start, lane_id, cost, slots, chunk_row, task_id, number, position)::rota.planned_turn order by turn) filter (where is_certain),
         (select array_agg(lane_id order by lane_id) from (
            select lane_id from planned where lane_id is not null group by lane_id having count(*) filter (where is_certain) >= coalesce(max(available), 0)) as empty)
    into turns, emptied
    from planned;
end $$;

-- Charges planned turns to their lanes: the clock of the siblings moves to the start of the latest turn, the next turn of
-- a lane starts cost / weight later. Lanes at their limit fall asleep.
create function rota.charge_turns(p_turns rota.planned_turn[], p_moment bigint, p_now_us bigint, p_emptied bigint[]) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_sets bigint[];
begin
  with turn as materialized (
    select * from unnest(p_turns)
  ), charge as (
    select leaf_row as row_id, sum(cost) as cost, count(*)::integer as turns, max(turn) as last, null::integer as child, null::bigint as clock, max(position) as position from turn group by 1
    union all select group_row, sum(cost), count(*)::integer, max(turn), 0, max(leaf_start), null from turn group by 1
    union all select tenant_row, sum(cost), count(*)::integer, max(turn), (min(group_set) & 3)::integer, max(group_start), null from turn group by 1
  ), charged as (
    update rota.lanes
       set start     = lanes.start + charge.cost * (3603600 / lanes.weight),
           since     = p_moment + charge.last,
           clock_0   = case child when 0 then clock else clock_0 end,
           clock_1   = case child when 1 then clock else clock_1 end,
           clock_2   = case child when 2 then clock else clock_2 end,
           clock_3   = case child when 3 then clock else clock_3 end,
           head      = coalesce(charge.position, head),
           in_flight = case when is_counted then in_flight + turns else 0 end,
           rate_at   = case when rate_us is null then rate_at else greatest(rate_at, p_now_us) + turns * rate_us end,
           wakes_at  = case when rate_burst * rate_us - (greatest(rate_at, p_now_us) + turns * rate_us - p_now_us) < rate_us then greatest(rate_at, p_now_us) + (turns - rate_burst + 1) * rate_us end,
           is_awake  = coalesce(in_flight + turns < max_in_flight, true)
                   and coalesce(rate_burst * rate_us - (greatest(rate_at, p_now_us) + turns * rate_us - p_now_us) >= rate_us, true)
      from charge where lanes.ctid = charge.row_id
    returning lanes.sibling_set, is_awake)
  select array_agg(distinct sibling_set) into v_sets from charged where not is_awake;

  if p_emptied is not null then
    with emptied as (
      update rota.lanes set open = 0, is_awake = false
        from (select lane.row_id from unnest(p_emptied) as e (lane_id) cross join lateral (select ctid as row_id from rota.lanes where lane_id = e.lane_id order by start desc limit 1) as lane) as empty
       where lanes.ctid = empty.row_id
      returning lanes.sibling_set)
    select v_sets || array_agg(distinct sibling_set) into v_sets from emptied;
  end if;
  if v_sets is not null then perform rota.close_sets(v_sets); end if;
end $$;

-- What the hash of an entry covers, as text: anybody who has the entry can compute it again.
create function rota.log_text(entry rota.dispatch_log) returns text
language sql immutable as $$
  select concat_ws(E'\n', entry.queue, entry.entry, (extract(epoch from entry.at) * 1000000)::bigint, entry.turn_count, entry.moment, entry.clock,
                   entry.changes, entry.leaves, entry.task_ids, entry.numbers, entry.emptied)
$$;

-- Gives the next chunks of a queue to a worker, in fair order, and records it.
create function rota.take_turns(p_queue text, p_limit integer, p_owner text, p_token bigint, p_lease interval)
returns table (task_id bigint, number integer, turn bigint, attempt integer, payload jsonb)
language plpgsql set plan_cache_mode = force_generic_plan set jit = off set lock_timeout = '5s' as $$
#variable_conflict use_column
declare
  c_passes constant integer := 50;
  v_root bigint := rota.lane_id(p_queue);
  v_head rota.dispatch_log; -- the newest entry
  v_entry rota.dispatch_log; -- the next one
  v_queue rota.lanes;
  v_plan record;
  v_now_us bigint;
  v_wanted integer;
  v_turns rota.planned_turn[] := '{}';
begin
  -- Only statements after this one see what the lock protects: one that took the lock and picked as well would pick from a
  -- snapshot older than the lock, and give chunks out twice. The lock ends with the transaction, which is this call alone.
  perform pg_advisory_xact_lock(v_root);
  select * into v_head from rota.dispatch_log where queue = p_queue order by entry desc limit 1;
  v_entry := row (p_queue, coalesce(v_head.entry, 0) + 1, greatest(clock_timestamp(), v_head.at), coalesce(v_head.turn_count, 0), 0, coalesce(v_head.clock, 0), '0', '[]', '{}', '{}', '{}', '{}', '');
  v_now_us := (extract(epoch from v_entry.at) * 1000000)::bigint;
  select * into v_entry.changes, v_entry.moment, v_entry.absorbed_below from rota.absorb_changes(p_queue, v_root, v_head, v_entry.at);
  select * into v_queue from rota.lanes where lane_id = v_root;
  v_wanted := least(p_limit, case when v_queue.is_paused then 0 end, v_queue.max_in_flight - v_queue.in_flight, v_queue.rate_burst - (greatest(v_queue.rate_at - v_now_us, 0) + v_queue.rate_us - 1) / v_queue.rate_us);

  for v_pass in 1..c_passes loop
    exit when v_wanted <= cardinality(v_turns);
    select * into v_plan from rota.plan_turns(v_root, v_entry.clock, v_wanted - cardinality(v_turns), v_now_us);
    exit when v_plan.turns is null and v_plan.emptied is null;
    perform rota.charge_turns(v_plan.turns, v_entry.moment, v_now_us, v_plan.emptied);
    v_entry.emptied := v_entry.emptied || v_plan.emptied;
    continue when v_plan.turns is null;
    return query
    update rota.chunks
       set state = 'PROCESSING', attempt = chunks.attempt + 1, turn = v_entry.turn_count + taken.turn, slots = taken.slots | case when v_queue.is_counted then 1 else 0 end,
           lease_owner = p_owner, lease_token = p_token, lease_expires_at = v_entry.at + p_lease
      from unnest(v_plan.turns) as taken
     where chunks.ctid = taken.chunk_row
    returning chunks.task_id, chunks.number, chunks.turn, chunks.attempt, chunks.payload;
    v_turns := v_turns || v_plan.turns;
    v_entry.turn_count := v_entry.turn_count + cardinality(v_plan.turns);
    v_entry.moment := v_entry.moment + cardinality(v_plan.turns);
    v_entry.clock := (v_plan.turns[cardinality(v_plan.turns)]).tenant_start;
  end loop;
  -- Nothing was told and nothing decided: the log stays as it is.
  if v_entry.changes = '[]' and cardinality(v_turns) = 0 and cardinality(v_entry.emptied) = 0 then return; end if;

  update rota.lanes
     set in_flight = case when is_counted then in_flight + cardinality(v_turns) else 0 end,
         rate_at   = case when rate_us is null then rate_at else greatest(rate_at, v_now_us) + cardinality(v_turns) * rate_us end
   where lane_id = v_root and (is_counted or rate_us is not null) and cardinality(v_turns) > 0;
  select coalesce(array_agg(leaf_lane), '{}'), coalesce(array_agg(taken.task_id), '{}'), coalesce(array_agg(taken.number), '{}') into v_entry.leaves, v_entry.task_ids, v_entry.numbers from unnest(v_turns) as taken;
  v_entry.hash := sha256(coalesce(v_head.hash, '') || convert_to(rota.log_text(v_entry), 'utf8'));
  insert into rota.dispatch_log select v_entry.*;
end $$;
