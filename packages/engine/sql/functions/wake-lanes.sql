-- Wakes the given lanes that have work and room, and upwards every parent that thereby gets an awake child.
--
-- A lane that wakes neither owes turns nor has any left over: it starts at the clock of its siblings, that is with
-- their current turn, and behind those that already wait there. It keeps its own start where that is later. Without
-- that "greatest", a lane that empties and returns after every turn would take all turns.
create or replace function rota.wake_lanes(p_lanes bigint[], p_moments bigint[], p_clock bigint) returns void
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
      select lane.row_id, request.moment,
             case lane.sibling_set & 3 when 0 then coalesce(parent.clock_0, p_clock) when 1 then parent.clock_1
                                       when 2 then parent.clock_2 else parent.clock_3 end as clock
        from (select lane_id, min(moment) as moment
                from unnest(v_lanes, v_moments) as request (lane_id, moment) group by lane_id) as request
       cross join lateral (
         select ctid as row_id, * from rota.lanes where lane_id = request.lane_id order by start desc limit 1) as lane
        left join lateral (
         select * from rota.lanes
          where lane_id = lane.sibling_set & ~3::bigint and level > 0 order by start desc limit 1) as parent on true
       where lane.level = v_level and not lane.is_awake and lane.open > 0 and not lane.is_paused
         and coalesce(lane.in_flight < lane.max_in_flight, true) and lane.wakes_at is null
    ), woken as (
      update rota.lanes set is_awake = true, start = greatest(lanes.start, waking.clock), since = waking.moment
        from waking where lanes.ctid = waking.row_id
      returning lanes.sibling_set, waking.moment)
    select array_agg(sibling_set), array_agg(moment) into v_sets, v_set_moments
      from (select sibling_set, min(moment) as moment from woken group by 1) as opened;
    continue when v_level = 1 or v_sets is null;
    update rota.lanes set open = lanes.open | opened.bits
      from (select parent.row_id, bit_or(1 << (s & 3)::integer)::smallint as bits
              from unnest(v_sets) as s
             cross join lateral (
               select ctid as row_id from rota.lanes where lane_id = s & ~3::bigint order by start desc limit 1) as parent
             group by 1) as opened
     where lanes.ctid = opened.row_id;
    v_lanes := v_lanes || array(select s & ~3::bigint from unnest(v_sets) as s);
    v_moments := v_moments || v_set_moments;
  end loop;
end $$;
