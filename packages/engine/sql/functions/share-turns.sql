drop function if exists rota.share_turns(bigint[], bigint[], boolean[], integer[], bigint, bigint);
drop function if exists rota.share_turns(bigint[], bigint[], boolean[], integer[], bigint, bigint, text[], boolean);
drop function if exists rota.first_set(bigint, smallint, smallint, text[]);
drop function if exists rota.has_route(rota.lanes, text[]);

-- Returns whether a group has work that can be taken: a leaf of one of the given routes, or of any route without p_routes, that
-- needs none of the full limits, which are in order.
create or replace function rota.has_open_leaf(p_group bigint, p_routes text[], p_full bigint[]) returns boolean
language sql stable as $$
  select exists (select from rota.lanes
                  where sibling_set = p_group and is_awake and (p_routes = '{}' or coalesce(routes, array[queue]) && p_routes)
                    and not exists (select from unnest(limits) as needed where p_full[width_bucket(needed, p_full)] = needed))
$$;

-- Returns the first set of children of a lane, in the order of their priorities, in which a lane has work that can be taken.
create or replace function rota.first_set(p_lane_id bigint, p_level smallint, p_open smallint, p_routes text[], p_full bigint[]) returns integer
language sql stable as $$
  select case p_level when 1 then (
           select child from generate_series(0, 3) as child
            where p_open & (1 << child) > 0
              and exists (select from rota.lanes where sibling_set = p_lane_id + child and is_awake and rota.has_open_leaf(lane_id, p_routes, p_full))
            order by child limit 1)
         else 0 end
$$;

-- Returns whether a lane that is awake and needs no full limit has work that can be taken, in it or below it. A tenant's routes are
-- all that it ever had, so that most tenants without are passed over without a check below.
create or replace function rota.has_work(p_lane rota.lanes, p_routes text[], p_full bigint[]) returns boolean
language sql stable as $$
  select case p_lane.level
           when 3 then p_routes = '{}' or coalesce(p_lane.routes, array[p_lane.queue]) && p_routes
           when 2 then rota.has_open_leaf(p_lane.lane_id, p_routes, p_full)
           else (p_routes = '{}' or coalesce(p_lane.routes && p_routes, true))
                and rota.first_set(p_lane.lane_id, p_lane.level, p_lane.open, p_routes, p_full) is not null
         end
$$;

-- Deals out turns among the awake lanes of each set by start-time fair queueing: the result is that of asking p_wanted[i]
-- times which lane of set p_sets[i] starts first. src/fairness/fair-tree.ts states the same rule in TypeScript, and the tests
-- compare the two.
--
-- Terms. A lane's next turn has a virtual start; of all awake lanes of a set the one with the smallest start goes next. A turn
-- moves the start of its lane by a step, 3603600 * cost / weight, and the clock of the set to the start of that turn. So
-- within any span a lane gets turns in proportion to its weight. Among equal starts the lane goes first whose last turn, or
-- waking, is the longest ago (since).
--
-- Lanes count as having work without end; give_turns() finds out which of them have less. It is strict: without sets, which
-- array_agg() returns as null, it returns nothing.
--
-- With p_routes only lanes with work of these routes share, and with p_full only those with work that needs none of these
-- limits; the others are skipped and keep their place. Where lanes were ever skipped (p_is_split), awake ones may start before the clock: they go in the order of their starts, before all others,
-- and their turn starts with the clock, so that nothing is made up for.
create or replace function rota.share_turns(
  p_sets bigint[], p_clocks bigint[], p_alone boolean[], p_wanted integer[], p_entry bigint, p_now_us bigint,
  p_routes text[], p_full bigint[], p_is_split boolean
) returns table (
  sibling_set bigint, turn integer, row_id tid, lane_id bigint, nth integer, start bigint, clock bigint, is_settled boolean,
  cost integer, head bigint, slot integer, child_set bigint, child_clock bigint, child_alone boolean
) language plpgsql strict rows 1000 as $$
#variable_conflict use_column
begin
  return query
  with lane as materialized (
    -- The lanes of each set that can get one of the turns. No awake lane starts before the clock, and of n turns only the
    -- first n lanes can have one: both bound the scan of the index lanes_awake.
    select request.sibling_set, request.clock, request.wanted, lane.*
      from unnest(p_sets, p_clocks, p_alone, p_wanted) as request (sibling_set, clock, is_alone, wanted)
     cross join lateral (
       select ctid as row_id, lane_id, level, lanes.start as place, greatest(lanes.start, request.clock) as start, since, cost, head, open, several, clock_0, clock_1, clock_2, clock_3,
              3603600::bigint * cost / weight as step,
              case when is_counted then 1 << level else 0 end as slot,
              -- Turns until its limits: chunks in flight, and what is left of the rate's burst. least() skips nulls, so a
              -- lane without limits has as much room as turns are wanted.
              least(request.wanted, max_in_flight - in_flight,
                    rate_burst - (greatest(rate_at - p_now_us, 0) + rate_us - 1) / rate_us) as room,
              -- Settled: the turn need not be written. The only lane of its set gets every turn, so only its distance from
              -- the clock matters, and a turn moves both by one step. A leaf is written in every 32nd claim all the same,
              -- so that its head does not fall far behind.
              request.is_alone and lanes.start - request.clock = 3603600::bigint * cost / weight and not is_counted and rate_us is null
                and (level < 3 or (lane_id >> 2) + p_entry & 31 > 0) as is_settled
         from rota.lanes
        where sibling_set = request.sibling_set and is_awake and lanes.start >= case when p_is_split then 0 else request.clock end
          and (p_routes = '{}' and p_full = '{}'
               or not exists (select from unnest(limits) as needed where p_full[width_bucket(needed, p_full)] = needed)
                  and rota.has_work(lanes, p_routes, p_full))
        order by lanes.start, since
        limit request.wanted) as lane
  ), bounded as (
    -- The horizon: a virtual time up to which the lanes of a set together start at least the wanted turns, so that none of
    -- those starts later. A lane starts more than (h - start) / step turns up to h; h is where the sum of that over all lanes
    -- is `wanted`. Floats are exact enough: each lane has a candidate more than the sum counts, and the next step orders by
    -- integers.
    select lane.*, count(*) over siblings as siblings,
           clock + (wanted + sum((start - clock) / step::float8) over siblings) / sum(1 / step::float8) over siblings as horizon
      from lane where wanted > 1
    window siblings as (partition by sibling_set)
  ), ordered as (
    -- Every turn up to the horizon, numbered in the order of the rule. Among equal starts: a lane without a turn in this
    -- batch is older than one with; of two with turns, the one whose previous turn started earlier, that is the one with
    -- the larger step, is older; if those are equal too, they keep the order that they came in.
    select bounded.*, nth,
           row_number() over (partition by sibling_set
                                  order by case nth when 0 then place else start + nth * step end, case when nth > 0 then step end desc nulls first, nth, place, since
                             )::integer as turn
      from bounded
     cross join lateral generate_series(
             0, case when siblings = 1 then room - 1 else least(room - 1, floor((horizon - start) / step)) end::integer) as nth
  ), turn as (
    -- The wanted turns. A set with one wanted turn, the usual case below the tenants, gives it to its first lane and needs
    -- no horizon.
    select sibling_set, turn, row_id, lane_id, level, nth, start + nth * step as start, clock, is_settled, cost,
           head, slot, open, several, clock_0, clock_1, clock_2, clock_3
      from ordered where turn <= wanted
    union all
    select sibling_set, 1, row_id, lane_id, level, 0, start, clock, is_settled, cost,
           head, slot, open, several, clock_0, clock_1, clock_2, clock_3
      from lane where wanted = 1 and room > 0
  )
  -- With each turn the set of children that it goes to: the first with an awake lane, which makes priorities strict.
  select sibling_set, turn, row_id, lane_id, nth, start, clock, is_settled, cost, head, slot, lane_id + child,
         case child when 0 then clock_0 when 1 then clock_1 when 2 then clock_2 else clock_3 end, several >> child & 1 = 0
    from turn
   cross join lateral (
     select case when p_routes <> '{}' or p_full <> '{}' then rota.first_set(lane_id, level, open, p_routes, p_full)
                 when open & 1 > 0 then 0 when open & 2 > 0 then 1 when open & 4 > 0 then 2 else 3 end) as first (child);
end $$;
