drop function if exists rota.give_turns(bigint, bigint, integer, bigint, bigint, bigint, bigint, integer, bigint, integer, jsonb, text, xid8);
drop function if exists rota.give_turns(bigint, bigint, integer, bigint, bigint, bigint, bigint, integer, bigint, integer, jsonb, text, xid8, text[], boolean);

-- Gives the next turns of a queue, in order, as far as they are certain, and writes what they change. It is one statement, so
-- that all steps read one snapshot of the lanes and chunks; take_turns() holds the lock that makes it the only writer of
-- lanes, and calls it again for the turns that were not certain.
--
-- The steps go down the tree and up again:
--
--   tenant_turn, way, group_turn, leaf_turn   whose turn it is on each level, as if work never ended
--   leaf_demand, candidate                    the waiting chunks of the leaves
--   planned, certain                          turns with their chunks, up to the first that is uncertain
--   charge, charged                           lanes move by the turns that they had
--   given                                     chunks are leased, or queued for the broker
--
-- Parameters: the queue's lane, the clock of its tenants, how many turns are wanted, the number of the log's next entry, the
-- time in microseconds, the moment and the turn count before this call, and the bit under which the queue counts chunks in
-- flight. Under p_token chunks are leased at once. Without it they are QUEUED, and the turns end before a task would have more
-- than p_queued_max unstarted chunks; p_queued is how many it has, by leaf. That task stays awake: it is still the next one,
-- and all others wait for it, or its weight would mean nothing. p_absorbed_below is the bound below which the lane changes of
-- p_queue are absorbed. p_routes, p_full and p_is_split are as in share_turns().
--
-- Returns the leaves, tasks and numbers of the turns in their order; the clock of the tenants after them; the chunks for the
-- worker; the leaves that have no work left; and the sets in which a lane fell asleep at its limit.
create or replace function rota.give_turns(
  p_root bigint, p_clock bigint, p_wanted integer, p_entry bigint, p_now_us bigint,
  p_moment bigint, p_turn_count bigint, p_slots integer, p_token bigint, p_queued_max integer, p_queued jsonb,
  p_queue text, p_absorbed_below xid8, p_routes text[], p_full bigint[], p_is_split boolean,
  out leaves bigint[], out task_ids bigint[], out numbers integer[], out clock bigint, out chunks json,
  out emptied bigint[], out slept_in bigint[]
) language plpgsql as $$
#variable_conflict use_column
declare
  v_started bigint[];
begin
  with tenant_turn as materialized (
    -- Which tenant has the 1st, 2nd, … turn, and to which of its sets of groups the turn goes.
    select * from rota.share_turns(array[p_root], array[p_clock], array[false], array[p_wanted], p_entry, p_now_us, p_routes, p_full, p_is_split)
  ), way as materialized (
    -- The sets of groups that got turns, with how many. Where a set is one group of one leaf, the turns can only be that
    -- leaf's: leaf_lane skips two levels. The conditions are those under which share_turns() calls both lanes settled, so the
    -- result is the same; `several = 0` says that the group never had a second leaf.
    select request.child_set, request.child_clock, request.child_alone, request.wanted, lone.lane_id as leaf_lane, lone.head
      from (select child_set, child_clock, child_alone, count(*)::integer as wanted from tenant_turn group by 1, 2, 3) as request
      left join lateral (
        select leaf.lane_id, leaf.head
          from (select lane_id, clock_0 from rota.lanes
                 where request.child_alone and p_routes = '{}' and p_full = '{}' and sibling_set = request.child_set and is_awake and start >= request.child_clock
                   and several = 0 and start - request.child_clock = 3603600 / weight and not is_counted and rate_us is null
                 limit 1) as lone_group
         cross join lateral (
           select lane_id, head from rota.lanes
            where sibling_set = lone_group.lane_id and is_awake and start >= lone_group.clock_0 and cost = 1
              and start - lone_group.clock_0 = 3603600 / weight and not is_counted and rate_us is null
              and (lane_id >> 2) + p_entry & 31 > 0
            limit 1) as leaf) as lone on true
  ), group_turn as materialized (
    -- Which group has the 1st, 2nd, … turn of its set. A tenant's turns in a set do not depend on what other tenants do in
    -- between, so all sets are dealt at once.
    select turns.*
      from (select array_agg(child_set) as sets, array_agg(child_clock) as clocks, array_agg(child_alone) as alone, array_agg(wanted) as wanted
              from way where leaf_lane is null) as request,
           rota.share_turns(sets, clocks, alone, wanted, p_entry, p_now_us, p_routes, p_full, p_is_split) as turns
  ), leaf_turn as materialized (
    -- Which leaf has the 1st, 2nd, … turn of its group.
    select turns.*
      from (select array_agg(child_set) as sets, array_agg(child_clock) as clocks, array_agg(child_alone) as alone, array_agg(wanted) as wanted
              from (select child_set, child_clock, child_alone, count(*)::integer as wanted from group_turn group by 1, 2, 3) as each_group
           ) as request,
           rota.share_turns(sets, clocks, alone, wanted, p_entry, p_now_us, p_routes, p_full, p_is_split) as turns
  ), leaf_demand as materialized (
    -- How many chunks each leaf needs for its turns.
    select lane_id, head, count(*) as wanted from leaf_turn group by 1, 2
    union all
    select leaf_lane, head, wanted from way where leaf_lane is not null
  ), candidate as materialized (
    -- The waiting chunks of each leaf in their order, from its head on, before which none waits: one more than needed, to see
    -- which leaves will have no work left.
    select leaf_demand.lane_id, waiting.*
      from leaf_demand
     cross join lateral (
       select ctid as row_id, task_id, number, position, is_counted, row_number() over (order by position, task_id) - 1 as nth
         from rota.chunks
        where leaf_lane = leaf_demand.lane_id and state = 'PENDING' and position >= leaf_demand.head
          -- A chunk that came back after the changes were absorbed waits for the claim that absorbs its arrival, or the log
          -- would show the chunks of its lane out of order. So do all from its position on that had a turn, because the
          -- arrival moves the head back that far. The subquery runs once, and only where a chunk had a turn before.
          and (turn is null or position < coalesce((
                 (select jsonb_object_agg(task_id, position)
                    from (select task_id, min(position) as position from rota.lane_changes
                           where queue = p_queue and written_by >= p_absorbed_below and kind = 'ARRIVED' group by 1) as unabsorbed)
                 ->> task_id::text)::bigint, position + 1))
        order by position, task_id
        limit leaf_demand.wanted + 1) as waiting
  ), planned as materialized (
    -- One row for each turn of the queue, with its path and its chunk. A tenant's nth turn is the nth of its set of groups,
    -- which has given it to a group as, say, its mth; that is the mth turn of the group's leaves, and so on to the chunk. A
    -- null row of a lane means that the turn need not be written there; then the clock of its set stays as well.
    select tenant_turn.turn, tenant_turn.row_id as tenant_row, tenant_turn.start as tenant_start, tenant_turn.child_set as group_set,
           case when not path.is_settled then group_turn.row_id end as group_row,
           case when path.is_settled then tenant_turn.child_clock else group_turn.start end as group_start,
           case when not leaf_turn.is_settled then leaf_turn.row_id end as leaf_row,
           case when leaf_turn.is_settled then leaf_turn.clock else leaf_turn.start end as leaf_start,
           coalesce(way.leaf_lane, leaf_turn.lane_id) as leaf_lane, coalesce(leaf_turn.cost, 1) as cost,
           p_slots | tenant_turn.slot | coalesce(group_turn.slot | leaf_turn.slot, 0) as slots,
           candidate.row_id as chunk_row, candidate.task_id, candidate.number, candidate.position,
           candidate.is_counted and candidate.nth >= p_queued_max - coalesce((p_queued ->> candidate.lane_id::text)::integer, 0) as is_held
      from tenant_turn
      join way using (child_set)
      left join group_turn on group_turn.sibling_set = tenant_turn.child_set and group_turn.turn = tenant_turn.nth + 1
      left join leaf_turn on leaf_turn.sibling_set = group_turn.child_set and leaf_turn.turn = group_turn.nth + 1
      left join candidate on candidate.lane_id = coalesce(way.leaf_lane, leaf_turn.lane_id)
                         and candidate.nth = coalesce(leaf_turn.nth, tenant_turn.nth)
     -- A group is left unwritten only if its leaf is too, and for a cost of 1: the group's row holds the clock of its leaves,
     -- and a higher cost moves the group by more than one step.
     cross join lateral (select way.leaf_lane is not null
                             or group_turn.is_settled and leaf_turn.is_settled and leaf_turn.cost = 1) as path (is_settled)
  ), certain as materialized (
    -- The turns before the first that was planned on a wrong assumption: a leaf had no chunk left for it, or its task has
    -- enough unstarted chunks. A turn that costs more than 1 is certain itself, but moves its group and tenant further than
    -- planned, so it is the last. The next call plans again from there.
    select * from planned
     where turn < (select coalesce(least(min(turn) filter (where task_id is null or is_held), min(turn) filter (where cost > 1) + 1),
                                   p_wanted + 1) from planned)
  ), charge (row_id, cost, turns, first_start, last, child, clock, position) as (
    -- What each lane of these turns has to be charged: the sum of costs, the number of turns, the start of the first and the
    -- number of the last, and for its set of children the start of their latest turn; for a leaf the position of its latest
    -- chunk, its new head.
    select leaf_row, sum(cost), count(*)::integer, min(leaf_start), max(turn), null::integer, null::bigint, max(position)
      from certain where leaf_row is not null group by 1
    union all
    select group_row, sum(cost), count(*)::integer, min(group_start), max(turn), 0, max(leaf_start), null
      from certain where group_row is not null group by 1
    union all
    select tenant_row, sum(cost), count(*)::integer, min(tenant_start), max(turn), (min(group_set) & 3)::integer, max(group_start), null
      from certain group by 1
  ), charged as (
    -- The next turn of a lane starts cost / weight later, and the clock of its children moves to the start of their latest
    -- turn. rate_at is until when the turns taken use the rate up: the later of it and now, plus rate_us for each turn. A
    -- lane falls asleep when its cap is reached, or less than one turn of its burst is left; then wakes_at is when one is.
    update rota.lanes
       set start     = charge.first_start + charge.cost * (3603600 / lanes.weight),
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
    -- The chunks change hands, each with the number of its turn and the places where it counts as in flight.
    update rota.chunks
       set state       = case when p_token is null then 'QUEUED' else 'PROCESSING' end,
           attempt     = case when p_token is null then attempt else attempt + 1 end,
           queued_at   = case when p_token is null then clock_timestamp() end,
           turn        = p_turn_count + certain.turn, lease_token = p_token,
           slots = certain.slots
      from certain where chunks.ctid = certain.chunk_row
    returning certain.turn, certain.leaf_lane, certain.tenant_start, chunks.task_id, chunks.number, type_id, attempt, is_suspect, payload, announce)
  select array_agg(leaf_lane order by turn), array_agg(task_id order by turn), array_agg(number order by turn), max(tenant_start),
         json_agg(json_build_array(task_id::text, number, leaf_lane::text, type_id::text, attempt, is_suspect, payload) order by turn),
         -- Leaves whose chunks were all taken: one more was asked for than needed, and it was not found.
         (select array_agg(leaf_demand.lane_id order by leaf_demand.lane_id)
            from leaf_demand
            left join (select lane_id, count(*) as chunks from candidate group by 1) as found using (lane_id)
            left join (select leaf_lane as lane_id, count(*) as chunks from certain group by 1) as taken using (lane_id)
           where coalesce(found.chunks, 0) <= coalesce(taken.chunks, 0)),
         (select array_agg(distinct sibling_set) from charged where not is_awake),
         array_agg(task_id) filter (where announce & 2 <> 0 and p_token is not null)
    into leaves, task_ids, numbers, clock, chunks, emptied, slept_in, v_started
    from given;
  if v_started is not null then perform rota.announce_starts(v_started); end if;
end $$;
