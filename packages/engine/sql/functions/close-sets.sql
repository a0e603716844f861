drop function if exists rota.close_sets(bigint[]);

-- Puts parents to sleep whose children are all asleep, up to the root: when a set of children has no awake lane left, the
-- parent's bit of that set is cleared, and a parent without any bit falls asleep. p_is_split: awake lanes may start before the
-- clock of their set.
create or replace function rota.close_sets(p_sets bigint[], p_is_split boolean) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_sets bigint[] := p_sets;
begin
  while v_sets is not null loop
    with vacant as (
      select parent.row_id, bit_or(1 << (s & 3)::integer)::smallint as bits
        from (select distinct s from unnest(v_sets) as s) as sets
       cross join lateral (
         select ctid as row_id, * from rota.lanes
          where lane_id = s & ~3::bigint and level > 0 order by start desc limit 1) as parent
       where not exists (select from rota.lanes where sibling_set = s and is_awake
                            and start >= case when p_is_split then 0 else
                                             case s & 3 when 0 then parent.clock_0 when 1 then parent.clock_1
                                                    when 2 then parent.clock_2 else parent.clock_3 end end)
       group by 1
    ), closed as (
      update rota.lanes set open = lanes.open & ~vacant.bits, is_awake = lanes.is_awake and lanes.open & ~vacant.bits > 0
        from vacant where lanes.ctid = vacant.row_id
      returning lanes.sibling_set, lanes.open)
    select array_agg(distinct sibling_set) into v_sets from closed where open = 0;
  end loop;
end $$;
