-- Deals out turns among the awake lanes of each set by start-time fair queueing, as if asked p_wanted[i] times who of set
-- p_sets[i] starts first. Lanes count as having work without end; the caller finds out where one has less.
create or replace function rota.share_turns(
  p_sets bigint[], p_clocks bigint[], p_alone boolean[], p_wanted integer[], p_entry bigint, p_now_us bigint
) returns table (
  sibling_set bigint, turn integer, row_id tid, lane_id bigint, nth integer, start bigint, clock bigint, is_settled boolean,
  cost integer, head bigint, slot integer, child_set bigint, child_clock bigint, child_alone boolean
) language plpgsql strict rows 1000 as $$
#variable_conflict use_column
begin
  return query
  with lane as materialized (
    select wish.sibling_set, wish.clock, wish.wanted, lane.*
      from unnest(p_sets, p_clocks, p_alone, p_wanted) as wish (sibling_set, clock, is_alone, wanted)
     cross join lateral (
       -- No more lanes than turns can matter, and nobody awake starts before the clock: both bound the scan.
       select ctid as row_id, lane_id, start, since, cost, head, open, several, clock_0, clock_1, clock_2, clock_3,
              3603600::bigint * cost / weight as step,
              case when is_counted then 1 << level else 0 end as slot,
              least(wish.wanted, max_in_flight - in_flight,
                    rate_burst - (greatest(rate_at - p_now_us, 0) + rate_us - 1) / rate_us) as room,
              -- Of a lane without siblings only its distance from the clock can ever matter, and a turn does not change
              -- that: it need not be written. A leaf is, every 32nd claim, so that its head does not fall far behind.
              wish.is_alone and start - wish.clock = 3603600::bigint * cost / weight and not is_counted and rate_us is null
                and (level < 3 or (lane_id >> 2) + p_entry & 31 > 0) as is_settled
         from rota.lanes
        where sibling_set = wish.sibling_set and is_awake and start >= wish.clock
        order by start, since
        limit wish.wanted) as lane
  ), bounded as (
    -- Bounded by a virtual time before which all lanes together start at least as many turns as wanted.
    select lane.*, count(*) over siblings as siblings,
           clock + (wanted + sum((start - clock) / step::float8) over siblings) / sum(1 / step::float8) over siblings as horizon
      from lane where wanted > 1
    window siblings as (partition by sibling_set)
  ), ordered as (
    -- Among equal starts the oldest last turn goes first. Whoever had none in this batch is older than whoever had; of two
    -- that had, the one whose previous turn started earlier; if those were equal too, they keep the order they came in.
    select bounded.*, nth,
           row_number() over (partition by sibling_set
                                  order by start + nth * step, case when nth > 0 then step end desc nulls first, nth, since
                             )::integer as turn
      from bounded
     cross join lateral generate_series(
             0, case when siblings = 1 then room - 1 else least(room - 1, floor((horizon - start) / step)) end::integer) as nth
  ), turn as (
    select sibling_set, turn, row_id, lane_id, nth, start + nth * step as start, clock, is_settled, cost,
           head, slot, open, several, clock_0, clock_1, clock_2, clock_3
      from ordered where turn <= wanted
    union all
    select sibling_set, 1, row_id, lane_id, 0, start, clock, is_settled, cost,
           head, slot, open, several, clock_0, clock_1, clock_2, clock_3
      from lane where wanted = 1 and room > 0
  )
  -- Strict priority: the turn goes on to the first set of children in which somebody is awake.
  select sibling_set, turn, row_id, lane_id, nth, start, clock, is_settled, cost, head, slot, lane_id + child,
         case child when 0 then clock_0 when 1 then clock_1 when 2 then clock_2 else clock_3 end, several >> child & 1 = 0
    from turn
   cross join lateral (
     select case when open & 1 > 0 then 0 when open & 2 > 0 then 1 when open & 4 > 0 then 2 else 3 end) as first (child);
end $$;
