-- Returns the lanes below a queue, of all tenants or one, with the names on their path: awake ones, found by index, and
-- the others among the p_looked lanes with the smallest ids. Lanes that a setting created before their parent are left
-- out.
create or replace function rota.lanes_of_queue(p_queue text, p_tenant text, p_looked integer)
returns table (
  lane_id bigint, parent_id bigint, level integer, name text, tenant text, tenant_lane bigint, priority integer, group_name text,
  weight integer, cost integer, is_awake boolean, is_paused boolean, max_in_flight integer, rate_us bigint, rate_burst integer, is_whole boolean)
language sql stable set enable_seqscan = off set jit = off as $$
  with tenant as materialized (
    select lanes.* from rota.lanes where sibling_set = rota.lane_id(p_queue) and is_awake limit p_looked
  ), tenant_group as materialized (
    select lane.* from tenant
     cross join lateral (select * from rota.lanes where sibling_set between tenant.lane_id and tenant.lane_id + 3 and is_awake) as lane
     limit p_looked
  ), leaf as materialized (
    select lane.* from tenant_group
     cross join lateral (select * from rota.lanes where sibling_set = tenant_group.lane_id and is_awake) as lane
     limit p_looked
  ), listed as materialized (
    select * from rota.lanes order by lane_id, start desc limit p_looked
  ), found as materialized (
    select distinct on (lane_id) *
      from (select * from tenant union all select * from tenant_group union all select * from leaf
            union all select * from listed where queue = p_queue and level > 0) as lane
     order by lane_id
  ), named as (
    select lane.*, above.lane_id as tenant_lane, above.name as tenant, lane_group.name as group_name,
           case lane.level when 2 then lane.sibling_set & 3 when 3 then lane_group.sibling_set & 3 end as priority
      from found as lane
      left join found as lane_group on lane_group.lane_id = case lane.level when 2 then lane.lane_id when 3 then lane.sibling_set & ~3::bigint end
      left join found as above on above.lane_id = case lane.level when 1 then lane.lane_id else lane_group.sibling_set & ~3::bigint end
     where above.level = 1 and (lane.level = 1 or lane_group.level = 2))
  select lane_id, case when level > 1 then sibling_set & ~3::bigint end, level::integer, name, tenant, tenant_lane, priority::integer,
         group_name, weight, case when level = 3 then cost end, is_awake, is_paused, max_in_flight, rate_us, rate_burst,
         (select count(*) < p_looked from listed)
    from named where p_tenant is null or tenant = p_tenant
$$;
