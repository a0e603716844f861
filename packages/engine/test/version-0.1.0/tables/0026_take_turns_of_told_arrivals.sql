-- As before, and a chunk that comes back while a claim decides is given by a later one, whose entry tells of its arrival: the
-- log would show the chunks of its lane out of order otherwise, and an audit would stop there.
drop function rota.give_turns(bigint, bigint, integer, bigint, bigint, bigint, bigint, integer, bigint, integer, jsonb);

-- Gives the next turns of a queue, in order, as far as they are certain: up to the first lane that has less work than its
-- turns, or costs more than planned. Who goes then is for the next call. Tells as well where the turns leave the clock of the
-- tenants, which leaves they leave without work, and in which sets a lane fell asleep at its limit.
-- Under a token the chunks are leased at once. Without one they are QUEUED, and the turns end as well before a task would have
-- more than p_queued_max unstarted chunks; p_queued tells how many it has, by leaf. Such a task does not sleep: it is still the
-- next one, and all wait for it, or its weight would mean nothing.
-- What came back after changes were absorbed, all of them below p_absorbed_below, waits until its arrival is told: so do all
-- from its position on that had a turn, since that is how far back the head of the lane will go.
create function rota.give_turns(
  p_root bigint, p_clock bigint, p_wanted integer, p_entry bigint, p_now_us bigint,
  p_moment bigint, p_turn_count bigint, p_slots integer, p_token bigint, p_queued_max integer, p_queued jsonb,
  p_queue text, p_absorbed_below xid8,
  out leaves bigint[], out task_ids bigint[], out numbers integer[], out clock bigint, out chunks json,
  out emptied bigint[], out slept_in bigint[]
) language plpgsql as $$
#variable_conflict use_column
begin
  with tenant as materialized (
    select * from rota.share_turns(array[p_root], array[p_clock], array[false], array[p_wanted], p_entry, p_now_us)
  ), way as materialized (
    -- A tenant with one group of one leaf has nobody to share with on the way: its turns are that leaf's.
    select wish.child_set, wish.child_clock, wish.child_alone, wish.wanted, lone.lane_id as leaf_lane, lone.head
      from (select child_set, child_clock, child_alone, count(*)::integer as wanted from tenant group by 1, 2, 3) as wish
      left join lateral (
        select leaf.lane_id, leaf.head
          from (select lane_id, clock_0 from rota.lanes
                 where wish.child_alone and sibling_set = wish.child_set and is_awake and start >= wish.child_clock
                   and several = 0 and start - wish.child_clock = 3603600 / weight and not is_counted and rate_us is null
                 limit 1) as lone_group
         cross join lateral (
           select lane_id, head from rota.lanes
            where sibling_set = lone_group.lane_id and is_awake and start >= lone_group.clock_0 and cost = 1
              and start - lone_group.clock_0 = 3603600 / weight and not is_counted and rate_us is null
              and (lane_id >> 2) + p_entry & 31 > 0
            limit 1) as leaf) as lone on true
  ), tenant_group as materialized (
    select turns.*
      from (select array_agg(child_set) as s, array_agg(child_clock) as c, array_agg(child_alone) as a, array_agg(wanted) as n
              from way where leaf_lane is null) as wishes,
           rota.share_turns(s, c, a, n, p_entry, p_now_us) as turns
  ), leaf as materialized (
    select turns.*
      from (select array_agg(s) as s, array_agg(c) as c, array_agg(a) as a, array_agg(n) as n
              from (select child_set, child_clock, child_alone, count(*)::integer
                      from tenant_group group by 1, 2, 3) as wish (s, c, a, n)
           ) as wishes, rota.share_turns(s, c, a, n, p_entry, p_now_us) as turns
  ), wish as materialized (
    select lane_id, head, count(*) as wanted from leaf group by 1, 2
    union all
    select leaf_lane, head, wanted from way where leaf_lane is not null
  ), chunk as materialized (
    -- One more than wanted of each leaf, to see which of them will be without work.
    select wish.lane_id, waiting.*
      from wish
     cross join lateral (
       select ctid as row_id, task_id, number, position, is_counted, row_number() over (order by position, task_id) - 1 as nth
         from rota.chunks
        where leaf_lane = wish.lane_id and state = 'PENDING' and position >= wish.head
          -- The subquery runs once, and only where a chunk had a turn before.
          and (turn is null or position < coalesce((
                 (select jsonb_object_agg(task_id, position)
                    from (select task_id, min(position) as position from rota.lane_changes
                           where queue = p_queue and written_by >= p_absorbed_below and kind = 'ARRIVED' group by 1) as untold)
                 ->> task_id::text)::bigint, position + 1))
        order by position, task_id
        limit wish.wanted + 1) as waiting
  ), planned as materialized (
    select tenant.turn, tenant.row_id as tenant_row, tenant.start as tenant_start, tenant.child_set as group_set,
           case when not path.is_settled then tenant_group.row_id end as group_row,
           case when path.is_settled then tenant.child_clock else tenant_group.start end as group_start,
           case when not leaf.is_settled then leaf.row_id end as leaf_row,
           case when leaf.is_settled then leaf.clock else leaf.start end as leaf_start,
           coalesce(way.leaf_lane, leaf.lane_id) as leaf_lane, coalesce(leaf.cost, 1) as cost,
           p_slots | tenant.slot | coalesce(tenant_group.slot | leaf.slot, 0) as slots,
           chunk.row_id as chunk_row, chunk.task_id, chunk.number, chunk.position,
           chunk.is_counted and chunk.nth >= p_queued_max - coalesce((p_queued ->> chunk.lane_id::text)::integer, 0) as is_held
      from tenant
      join way using (child_set)
      left join tenant_group on tenant_group.sibling_set = tenant.child_set and tenant_group.turn = tenant.nth + 1
      left join leaf on leaf.sibling_set = tenant_group.child_set and leaf.turn = tenant_group.nth + 1
      left join chunk on chunk.lane_id = coalesce(way.leaf_lane, leaf.lane_id) and chunk.nth = coalesce(leaf.nth, tenant.nth)
     -- The clock of the leaves stands with the group: one is written with the other.
     cross join lateral (select way.leaf_lane is not null
                             or tenant_group.is_settled and leaf.is_settled and leaf.cost = 1) as path (is_settled)
  ), certain as materialized (
    select * from planned
     where turn < (select coalesce(least(min(turn) filter (where task_id is null or is_held), min(turn) filter (where cost > 1) + 1),
                                   p_wanted + 1) from planned)
  ), charge (row_id, cost, turns, last, child, clock, position) as (
    select leaf_row, sum(cost), count(*)::integer, max(turn), null::integer, null::bigint, max(position)
      from certain where leaf_row is not null group by 1
    union all
    select group_row, sum(cost), count(*)::integer, max(turn), 0, max(leaf_start), null
      from certain where group_row is not null group by 1
    union all
    select tenant_row, sum(cost), count(*)::integer, max(turn), (min(group_set) & 3)::integer, max(group_start), null
      from certain group by 1
  ), charged as (
    -- The clock of the siblings moves to the start of the latest turn, the next turn of a lane starts cost / weight later.
    -- A lane at its limit falls asleep.
    update rota.lanes
       set start     = lanes.start + charge.cost * (3603600 / lanes.weight),
           since     = p_moment + charge.last,
           clock_0   = case child when 0 then charge.clock else clock_0 end,
           clock_1   = case child when 1 then charge.clock else clock_1 end,
           clock_2   = case child when 2 then charge.clock else clock_2 end,
           clock_3   = case child when 3 then charge.clock else clock_3 end,
           head      = coalesce(charge.position, head),
           in_flight = case when is_counted then in_flight + turns else 0 end,
           rate_at   = case when rate_us is null then rate_at else greatest(rate_at, p_now_us) + turns * rate_us end,
           wakes_at  = case when rate_burst * rate_us - (greatest(rate_at, p_now_us) + turns * rate_us - p_now_us) < rate_us
                            then greatest(rate_at, p_now_us) + (turns - rate_burst + 1) * rate_us end,
           is_awake  = coalesce(in_flight + turns < max_in_flight, true)
                   and coalesce(rate_burst * rate_us - (greatest(rate_at, p_now_us) + turns * rate_us - p_now_us) >= rate_us, true)
      from charge where lanes.ctid = charge.row_id
    returning lanes.sibling_set, is_awake
  ), given as (
    update rota.chunks
       set state       = case when p_token is null then 'QUEUED' else 'PROCESSING' end,
           attempt     = case when p_token is null then attempt else attempt + 1 end,
           queued_at   = case when p_token is null then clock_timestamp() end,
           turn        = p_turn_count + certain.turn, slots = certain.slots, lease_token = p_token
      from certain where chunks.ctid = certain.chunk_row
    returning certain.turn, certain.leaf_lane, certain.tenant_start, chunks.task_id, chunks.number, type_id, attempt, is_suspect, payload)
  select array_agg(leaf_lane order by turn), array_agg(task_id order by turn), array_agg(number order by turn), max(tenant_start),
         json_agg(json_build_array(task_id::text, number, leaf_lane::text, type_id::text, attempt, is_suspect, payload) order by turn),
         (select array_agg(wish.lane_id order by wish.lane_id)
            from wish
            left join (select lane_id, count(*) as chunks from chunk group by 1) as found using (lane_id)
            left join (select leaf_lane as lane_id, count(*) as chunks from certain group by 1) as taken using (lane_id)
           where coalesce(found.chunks, 0) <= coalesce(taken.chunks, 0)),
         (select array_agg(distinct sibling_set) from charged where not is_awake)
    into leaves, task_ids, numbers, clock, chunks, emptied, slept_in
    from given;
end $$;

create or replace function rota.take_turns(
  p_queue text, p_limit integer, p_owner text, p_is_watched boolean, p_token bigint, p_lease interval, p_queued_max integer
) returns table (first_turn bigint, chunks json)
language plpgsql
  -- Plans are made once, when tables may be small: always by index, since dead versions of few rows can be many.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_mergejoin = off
  set jit = off set lock_timeout = '5s'
as $$
#variable_conflict use_column
declare
  c_passes constant integer := 50;
  v_root bigint := rota.lane_id(p_queue);
  v_head rota.dispatch_log; -- the newest entry
  v_entry rota.dispatch_log; -- the next one
  v_queue rota.lanes;
  v_given record;
  v_queued jsonb;
  v_queued_max integer := p_queued_max;
  v_now_us bigint;
  v_wanted integer;
  v_absorbed_below xid8;
begin
  -- Only statements after this one see what the lock protects: one that took the lock and picked as well would pick from a
  -- snapshot older than the lock, and give chunks out twice. The lock ends with the transaction, which is this call alone.
  perform pg_advisory_xact_lock(v_root);
  select * into v_head from rota.dispatch_log where queue = p_queue order by entry desc limit 1;
  v_entry := row (p_queue, coalesce(v_head.entry, 0) + 1, greatest(clock_timestamp(), v_head.at), coalesce(v_head.turn_count, 0), 0,
                  coalesce(v_head.clock, 0), '0', '[]', '{}', '{}', '{}', '{}', '');
  v_now_us := (extract(epoch from v_entry.at) * 1000000)::bigint;
  select * into v_entry.changes, v_entry.moment, v_entry.absorbed_below
    from rota.absorb_changes(p_queue, v_root, v_head, v_entry.at);
  -- Of a restored database it may be a number of the old count.
  v_absorbed_below := case when v_entry.absorbed_below <= pg_snapshot_xmax(pg_current_snapshot()) then v_entry.absorbed_below else '0' end;
  select * into v_queue from rota.lanes where lane_id = v_root order by start desc limit 1;
  v_wanted := least(p_limit, case when v_queue.is_paused then 0 end, v_queue.max_in_flight - v_queue.in_flight,
                    v_queue.rate_burst - (greatest(v_queue.rate_at - v_now_us, 0) + v_queue.rate_us - 1) / v_queue.rate_us);
  if p_token is null then
    v_wanted := least(v_wanted, p_limit - (select count(*) from rota.chunks where queue = p_queue and state = 'QUEUED'));
    if rota.is_lone_leaf(v_root) then v_queued_max := null; end if;
  end if;

  for v_pass in 1..c_passes loop
    exit when v_wanted <= cardinality(v_entry.numbers)
           or not exists (select from rota.lanes where sibling_set = v_root and is_awake and start >= v_entry.clock);
    if v_queued_max is not null then v_queued := rota.queued_chunks(p_queue); end if;
    select * into v_given
      from rota.give_turns(v_root, v_entry.clock, v_wanted - cardinality(v_entry.numbers), v_entry.entry, v_now_us, v_entry.moment,
                           v_entry.turn_count, case when v_queue.is_counted then 1 else 0 end,
                           p_token, v_queued_max, v_queued, p_queue, v_absorbed_below);
    exit when v_given.numbers is null and v_given.emptied is null;
    if v_given.slept_in is not null then perform rota.close_sets(v_given.slept_in); end if;
    if v_given.emptied is not null then perform rota.empty_leaves(v_given.emptied); end if;
    v_entry.emptied := v_entry.emptied || v_given.emptied;
    continue when v_given.numbers is null;
    first_turn := v_entry.turn_count + 1;
    chunks := v_given.chunks;
    return next;
    v_entry.leaves := v_entry.leaves || v_given.leaves;
    v_entry.task_ids := v_entry.task_ids || v_given.task_ids;
    v_entry.numbers := v_entry.numbers || v_given.numbers;
    v_entry.turn_count := v_entry.turn_count + cardinality(v_given.numbers);
    v_entry.moment := v_entry.moment + cardinality(v_given.numbers);
    v_entry.clock := v_given.clock;
  end loop;
  -- Nothing was told and nothing decided: the log stays as it is.
  if v_entry.changes = '[]' and v_entry.numbers = '{}' and v_entry.emptied = '{}' then return; end if;

  v_wanted := cardinality(v_entry.numbers);
  update rota.lanes
     set in_flight = case when is_counted then in_flight + v_wanted else 0 end,
         rate_at   = case when rate_us is null then rate_at else greatest(rate_at, v_now_us) + v_wanted * rate_us end
   where lane_id = v_root and (is_counted or rate_us is not null) and v_wanted > 0;
  insert into rota.leases (lease_token, queue, owner, is_watched, expires_at, task_ids, numbers)
  select p_token, p_queue, p_owner, p_is_watched, v_entry.at + p_lease, v_entry.task_ids, v_entry.numbers where v_wanted > 0 and p_token is not null;
  v_entry.hash := sha256(coalesce(v_head.hash, '') || convert_to(rota.log_text(v_entry), 'utf8'));
  insert into rota.dispatch_log select v_entry.*;
end $$;
