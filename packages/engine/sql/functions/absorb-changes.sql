drop function if exists rota.release(rota.tasks, smallint);

-- Returns the change for work that arrived in a leaf, with everything that is needed to create its lanes. Jobs with limits share
-- a lane with those of their type that have the same ones.
create or replace function rota.arrival(p_task_id bigint, p_position bigint) returns jsonb
language sql stable as $$
  select jsonb_build_object('kind', 'ARRIVED', 'tenant', tenant_lane::text, 'tenantName', tenant, 'priority', priority,
                            'group', group_lane::text, 'groupName', group_name, 'leaf', leaf_lane::text,
                            'leafName', case when is_job then type || coalesce((select string_agg(' ' || (named ->> 'name'), '' order by nth)
                                                                                  from jsonb_array_elements(limits) with ordinality as each (named, nth)), '')
                                             else coalesce(task_key, task_id::text) end,
                            'weight', weight, 'cost', cost, 'maxInFlight', max_in_flight, 'position', p_position, 'route', queue)
         || case when limits is null then '{}' else jsonb_build_object('limits', limits) end
    from rota.tasks where task_id = p_task_id
$$;

-- Returns the change for a chunk that no longer counts as in flight, with the limits that counted it. Of chunks that versions
-- without named limits gave, that can only be the limit of the route.
create or replace function rota.release(p_task rota.tasks, p_slots smallint, p_limits bigint[]) returns jsonb
language sql stable as $$
  select jsonb_build_object('kind', 'RELEASED', 'leaf', p_task.leaf_lane::text, 'group', p_task.group_lane::text,
                            'tenant', p_task.tenant_lane::text, 'slots', p_slots)
         || case when p_slots & 16 = 0 then '{}' when p_limits is null then jsonb_build_object('route', p_task.queue)
                 else jsonb_build_object('limits', p_limits::text[]) end
$$;

-- Returns the changes that make the named limits of the tasks that arrived, or give them new settings. A limit has the settings that
-- its tasks brought last: only what differs from those is changed, so that what setLane() set stays until they change.
create or replace function rota.limit_settings(p_queue text, p_root bigint, p_changes jsonb) returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'SET', 'lane', brought.lane, 'set', (p_root + 1)::text, 'level', 4, 'name', name,
                                               'settings', differing, 'declared', settings) order by brought.nth), '[]')
    from (select distinct on (named ->> 'lane') named ->> 'lane' as lane, named ->> 'name' as name, named -> 'settings' as settings, nth
            from jsonb_array_elements(p_changes) with ordinality as c (change, nth)
           cross join lateral jsonb_array_elements(change -> 'limits') as named
           where change ->> 'kind' = 'ARRIVED' and jsonb_typeof(named -> 'settings') = 'object'
           order by named ->> 'lane', nth desc) as brought
    left join lateral (select declared from rota.lanes where lane_id = brought.lane::bigint order by start desc limit 1) as known on true
   cross join lateral (select jsonb_object_agg(key, value) as differing from jsonb_each(settings)
                        where declared is null or declared -> key is distinct from value) as changed
   where differing is not null
$$;

-- Notes the routes in which work arrived: for the pool, and where it has several, for the tenants whose work it is. A tenant keeps
-- the named limits that all of its work needs: while one of them is full, it is passed over without a check below.
create or replace function rota.note_routes(p_pool text, p_changes jsonb, p_routes text[], p_moment bigint) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_known text[];
  v_has_limits boolean;
begin
  select routes, has_limits into v_known, v_has_limits from rota.pools where pool = p_pool;
  if v_known is null and p_routes = array[p_pool] then return; end if;
  v_known := coalesce(v_known, case when p_moment > 0 then array[p_pool] else '{}' end);
  if not v_known @> p_routes then
    v_known := array(select distinct route from unnest(v_known || p_routes) as route order by 1);
    insert into rota.pools (pool, routes) values (p_pool, v_known) on conflict (pool) do update set routes = excluded.routes;
  end if;
  if v_has_limits then
    update rota.lanes set limits = nullif(array(select unnest(lanes.limits) intersect select unnest(came.limits)), '{}')
      from (select tenant, array_agg(lane) filter (where lane is not null and times = arrivals) as limits
              from (select tenant, lane, count(*) as times, max(arrivals) as arrivals
                      from (select tenant, limits, count(*) over (partition by tenant) as arrivals
                              from jsonb_to_recordset(p_changes) as c (kind text, tenant bigint, limits jsonb) where kind = 'ARRIVED') as arrival
                      left join lateral (select (named ->> 'lane')::bigint as lane from jsonb_array_elements(limits) as named) as needed on true
                     group by 1, 2) as each_limit
             group by 1) as came
     cross join lateral (select ctid as row_id, limits from rota.lanes where lane_id = came.tenant order by start desc limit 1) as newest
     where lanes.ctid = newest.row_id and newest.limits is not null and not coalesce(newest.limits <@ came.limits, false);
  end if;
  if cardinality(v_known) < 2 then return; end if;
  update rota.lanes set routes = array(select distinct route from unnest(lanes.routes || came.routes) as route order by 1)
    from (select tenant, array_agg(distinct route) as routes
            from jsonb_to_recordset(p_changes) as c (kind text, tenant bigint, route text) where kind = 'ARRIVED' group by 1) as came
   cross join lateral (select ctid as row_id, routes from rota.lanes where lane_id = came.tenant order by start desc limit 1) as newest
   where lanes.ctid = newest.row_id and not newest.routes @> came.routes;
end $$;

-- Writes changes into the lanes in the order given, and wakes the lanes that they concern: settings, released places,
-- new lanes and arrivals, and limits that allow turns again.
create or replace function rota.apply_changes(p_queue text, p_root bigint, p_changes jsonb, p_moment bigint, p_clock bigint) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_set record; v_clock bigint; v_slept bigint; v_lanes bigint[]; v_moments bigint[]; v_sets bigint[]; v_several boolean[]; v_routes text[];
begin
  for v_set in
    select lane, "set", level, name, settings, declared
      from jsonb_to_recordset(p_changes) as c (kind text, lane bigint, "set" bigint, level smallint, name text, settings jsonb, declared jsonb)
     where kind = 'SET'
  loop
    -- A tree that begins with a setting has no route yet; one without a row has the route that it is named after.
    if v_set.level = 4 or p_moment = 0 then
      insert into rota.pools (pool, routes, has_limits) values (p_queue, case when p_moment > 0 then array[p_queue] else '{}' end, v_set.level = 4)
      on conflict (pool) do update set has_limits = pools.has_limits or excluded.has_limits;
    end if;
    insert into rota.lanes (lane_id, sibling_set, queue, level, name, weight, cost, is_orphan)
    select v_set.lane, v_set.set, p_queue, v_set.level, v_set.name,
           case when v_set.level <> 3 then 1 end, case when v_set.level <> 3 then 1 else 0 end,
           not exists (select from rota.lanes where lane_id = v_set.set & ~3::bigint)
     where not exists (select from rota.lanes where lane_id = v_set.lane);
    if found then
      update rota.lanes set several = several | (1 << (v_set.set & 3)::integer)::smallint where lane_id = v_set.set & ~3::bigint;
    end if;
    v_clock := case when v_set.level = 1 then p_clock else (
      select case v_set.set & 3 when 0 then clock_0 when 1 then clock_1 when 2 then clock_2 else clock_3 end
        from rota.lanes where lane_id = v_set.set & ~3::bigint order by start desc limit 1) end;
    update rota.lanes
       set weight        = coalesce((v_set.settings ->> 'weight')::integer, weight),
           -- Its lead over its siblings counts by its new weight, or it would wait for as long as with the old one.
           start         = case when v_set.settings ? 'weight' and start > v_clock
                                then v_clock + (start - v_clock) * weight / (v_set.settings ->> 'weight')::integer else start end,
           is_paused     = coalesce((v_set.settings ->> 'isPaused')::boolean, is_paused),
           max_in_flight = case when v_set.settings ? 'maxInFlight'
                                then (v_set.settings ->> 'maxInFlight')::integer else max_in_flight end,
           -- On a leaf without a task even "no cap" counts as set: its first task must not bring its own.
           is_counted    = is_counted or v_set.settings ->> 'maxInFlight' is not null
                             or (v_set.settings ? 'maxInFlight' and cost = 0),
           rate_us       = case when v_set.settings ? 'rateUs' then (v_set.settings ->> 'rateUs')::bigint else rate_us end,
           rate_burst    = coalesce((v_set.settings ->> 'rateBurst')::integer, rate_burst),
           -- A new rate starts with a full burst: what the old one had used up has no meaning in it.
           rate_at       = case when v_set.settings ?| array['rateUs', 'rateBurst'] then 0 else rate_at end,
           wakes_at      = case when v_set.settings ?| array['rateUs', 'rateBurst'] then null else wakes_at end,
           declared      = coalesce(v_set.declared, declared)
     where lane_id = v_set.lane;
    update rota.lanes set is_awake = false
     where lane_id = v_set.lane and is_awake and (is_paused or in_flight >= max_in_flight)
    returning sibling_set into v_slept;
    if v_slept is not null then perform rota.close_sets(array[v_slept], true); end if;
  end loop;

  update rota.lanes set in_flight = greatest(in_flight - released.chunks, 0)
    from (select lane_id, count(*)::integer as chunks
            from jsonb_to_recordset(p_changes) as c (kind text, leaf bigint, "group" bigint, tenant bigint, slots integer, route text, limits jsonb)
           cross join lateral (values (p_root, 1), (tenant, 2), ("group", 4), (leaf, 8),
                                      (case when route is not null then rota.lane_id(p_queue, 'route', route) end, 16)
                               union all
                               select jsonb_array_elements_text(limits)::bigint, 16) as counted (lane_id, slot)
           where kind = 'RELEASED' and slots & slot > 0 group by 1) as released
   cross join lateral (select ctid as row_id from rota.lanes where lane_id = released.lane_id order by start desc limit 1) as newest
   where lanes.ctid = newest.row_id;

  with path as (
    select path.*
      from jsonb_to_recordset(p_changes) as c (
             kind text, tenant bigint, "tenantName" text, priority integer, "group" bigint, "groupName" text,
             leaf bigint, "leafName" text, weight integer, cost integer, "maxInFlight" integer, route text, limits jsonb)
     cross join lateral (select case when limits is not null then array(select (named ->> 'lane')::bigint from jsonb_array_elements(limits) as named) end
                        ) as needed (limits)
     cross join lateral (values (tenant, p_root, 1::smallint, "tenantName", 1, 1, null::integer, array[route], needed.limits),
                                ("group", tenant + priority, 2::smallint, "groupName", 1, 1, null, null, null),
                                (leaf, "group", 3::smallint, "leafName", weight, cost, "maxInFlight", array[route], needed.limits)
                        ) as path (lane_id, sibling_set, level, name, weight, cost, max_in_flight, routes, limits)
     where kind = 'ARRIVED'
  ), made as (
    insert into rota.lanes (lane_id, sibling_set, queue, level, name, weight, cost, max_in_flight, is_counted, routes, limits)
    select distinct on (lane_id) lane_id, sibling_set, p_queue, level, name, weight, cost, max_in_flight, max_in_flight is not null, routes, limits
      from path where not exists (select from rota.lanes where lanes.lane_id = path.lane_id)
    returning lane_id, sibling_set
  ), sets as (
    -- Lanes that settings created before their parent count from now on.
    select s, count(*) > 1 as is_several
      from (select sibling_set as s from made
             union all
            select sibling_set from rota.lanes
             where is_orphan
               and sibling_set in (select sibling_set from made union select lane_id + child from made, generate_series(0, 3) as child)
           ) as lane
     group by s)
  select array_agg(s), array_agg(is_several) into v_sets, v_several from sets;
  update rota.lanes
     set known = lanes.known | parent.bits, several = lanes.several | (lanes.known & parent.bits) | parent.several_bits
    from (select lane.row_id, bit_or(1 << (s & 3)::integer)::smallint as bits,
                 bit_or(case when is_several then 1 << (s & 3)::integer else 0 end)::smallint as several_bits
            from unnest(v_sets, v_several) as made (s, is_several)
           cross join lateral (
             select ctid as row_id from rota.lanes where lane_id = s & ~3::bigint order by start desc limit 1) as lane
           group by lane.row_id) as parent
   where lanes.ctid = parent.row_id;

  -- A leaf that only settings have created so far gets the rest from its first task. Its route is that of its latest work.
  with arrived as (
    update rota.lanes
       set open          = 1,
           routes        = case when lanes.routes = array[arrived.route] then lanes.routes else array[arrived.route] end,
           limits        = arrived.limits,
           head          = least(head, arrived.position),
           weight        = coalesce(lanes.weight, arrived.weight),
           cost          = case lanes.cost when 0 then arrived.cost else lanes.cost end,
           max_in_flight = case when lanes.cost = 0 and not is_counted then arrived."maxInFlight" else max_in_flight end,
           is_counted    = is_counted or (lanes.cost = 0 and arrived."maxInFlight" is not null)
      from (select distinct on (leaf) leaf, weight, cost, "maxInFlight", min(position) over (partition by leaf) as position,
                   first_value(route) over (partition by leaf order by o desc) as route,
                   case when limits is not null then array(select (named ->> 'lane')::bigint from jsonb_array_elements(limits) as named) end as limits
              from jsonb_array_elements(p_changes) with ordinality as c (change, o)
             cross join lateral jsonb_to_record(change) as arrival (
                     kind text, leaf bigint, position bigint, weight integer, cost integer, "maxInFlight" integer, route text, limits jsonb)
             where kind = 'ARRIVED' order by leaf, o) as arrived
     cross join lateral (select ctid as row_id from rota.lanes where lane_id = arrived.leaf order by start desc limit 1) as newest
     where lanes.ctid = newest.row_id
    returning arrived.route)
  select array_agg(distinct route collate "C") into v_routes from arrived;
  if v_routes is not null then perform rota.note_routes(p_queue, p_changes, v_routes, p_moment); end if;

  update rota.lanes set wakes_at = null
   where lane_id = any (array(select lane from jsonb_to_recordset(p_changes) as c (kind text, lane bigint) where kind = 'RESTED'))
     and wakes_at is not null;

  select array_agg(lane_id), array_agg(p_moment + o) into v_lanes, v_moments
    from jsonb_array_elements(p_changes) with ordinality as c (change, o)
   cross join lateral (values ((change ->> 'lane')::bigint), ((change ->> 'leaf')::bigint),
                              ((change ->> 'group')::bigint), ((change ->> 'tenant')::bigint)) as touched (lane_id)
   where lane_id is not null;
  perform rota.wake_lanes(v_lanes, v_moments, p_clock);
end $$;

-- Absorbs what other transactions appended for the lanes of a queue, chunks that fell due, and lanes whose rate allows
-- another turn. Returns all of it in the order in which it was applied, for the log, and how far the changes are
-- absorbed. The caller holds the lock of the queue.
create or replace function rota.absorb_changes(
  p_queue text, p_root bigint, p_head rota.dispatch_log, p_now timestamptz,
  out changes jsonb, out moment bigint, out absorbed_below xid8
) language plpgsql as $$
#variable_conflict use_column
declare
  c_batch constant integer := 1000;
  v_now_us bigint := (extract(epoch from p_now) * 1000000)::bigint;
  -- A restored database counts transactions from the start: a bound of the old count is ignored.
  v_below xid8 := case when p_head.absorbed_below <= pg_snapshot_xmax(pg_current_snapshot()) then p_head.absorbed_below else '0' end;
  v_has_changes boolean;
  v_has_due boolean;
  v_taken integer;
  v_cancelled bigint[];
begin
  moment := coalesce(p_head.moment, 0);
  changes := '[]';

  -- Most claims find nothing: these probes cost much less than the statements below without rows. They read the latest entries
  -- first, since dead rows that an old snapshot keeps come before them.
  select (select true from rota.lane_changes where queue = p_queue and written_by >= v_below order by written_by desc limit 1),
         exists (select from rota.lanes where queue = p_queue and wakes_at <= v_now_us)
           or (select true from rota.chunks where queue = p_queue and state = 'SCHEDULED' and due_at <= p_now order by due_at desc limit 1),
         pg_snapshot_xmin(pg_current_snapshot())
    into v_has_changes, v_has_due, absorbed_below;

  if v_has_changes then
    with absorbed as (
      delete from rota.lane_changes
       where ctid = any (array(select ctid from rota.lane_changes
                                where queue = p_queue and written_by >= v_below limit c_batch))
      returning *
    ), unwanted as materialized (
      -- A job that waits among others of its type is taken out; a running one is cancelled through its lease. Rows that
      -- another transaction holds are left to sweep_tasks().
      select chunks.ctid as row_id, state from rota.chunks join absorbed using (task_id)
       where kind = 'CANCELLED' and state in ('PENDING', 'SCHEDULED') for update of chunks skip locked
    ), cancelled as (
      update rota.chunks set state = 'CANCELLED', finished_at = p_now
        from unwanted where chunks.ctid = unwanted.row_id
      returning chunks.task_id, chunks.type_id, chunks.is_counted, unwanted.state as state_before
    ), tallied as (
      insert into rota.chunk_counts (queue, type_id, is_counted, open, scheduled, cancelled)
      select p_queue, type_id, is_counted, -count(*), -count(*) filter (where state_before = 'SCHEDULED'), count(*) from cancelled group by 2, 3
    ), change as (
      select 1 as part, change_id,
             jsonb_build_object('kind', kind, 'lane', lane_id::text, 'set', sibling_set::text, 'level', level,
                                'name', name, 'settings', settings) as change
        from absorbed where kind = 'SET'
      union all
      select 2, change_id, rota.release(tasks, absorbed.slots, absorbed.limits)
        from absorbed join rota.tasks using (task_id) where kind = 'RELEASED'
      union all
      select 3, first_change, rota.arrival(task_id, position)
        -- The latest job of a lane says by which route the others are taken too.
        from (select max(task_id) as task_id, min(position) as position, min(change_id) as first_change
                from absorbed join rota.tasks using (task_id) where kind = 'ARRIVED' group by leaf_lane) as arrived)
    select coalesce(jsonb_agg(change order by part, change_id), '[]'), (select count(*) from absorbed),
           (select pg_snapshot_xmin(pg_current_snapshot())), (select array_agg(task_id) from cancelled where is_counted)
      into changes, v_taken, absorbed_below, v_cancelled from change;
    if v_cancelled is not null then perform rota.chunks_ended(v_cancelled, array_fill(null::boolean, array[cardinality(v_cancelled)])); end if;
    -- A full batch may have left rows behind: the next claim must find them above the same bound.
    if v_taken = c_batch then absorbed_below := coalesce(p_head.absorbed_below, '0'); end if;
  end if;

  if v_has_due then
    with due as (
      update rota.chunks set state = 'PENDING'
       where ctid = any (array(select ctid from rota.chunks
                                where queue = p_queue and state = 'SCHEDULED' and due_at <= p_now
                                order by due_at limit c_batch for update skip locked))
      returning task_id, type_id, is_counted, leaf_lane, position, due_at
    ), tallied as (
      insert into rota.chunk_counts (queue, type_id, is_counted, scheduled) select p_queue, type_id, is_counted, -count(*) from due group by 2, 3
    ), rested as (
      select lane_id, wakes_at from rota.lanes where queue = p_queue and wakes_at <= v_now_us order by wakes_at, lane_id limit c_batch
    ), change as (
      select 1 as part, min(due_at) as at, min(task_id) as id, rota.arrival(max(task_id), min(position)) as change
        from due group by leaf_lane
      union all
      select 2, to_timestamp(wakes_at / 1000000.0), lane_id, jsonb_build_object('kind', 'RESTED', 'lane', lane_id::text) from rested)
    select changes || coalesce(jsonb_agg(change order by part, at, id), '[]') into changes from change;
  end if;

  if changes = '[]' then return; end if;
  if changes @? '$[*] ? (@.kind == "ARRIVED").limits' then
    insert into rota.pools (pool, routes, has_limits) values (p_queue, case when moment > 0 then array[p_queue] else '{}' end, true)
    on conflict (pool) do update set has_limits = true where not pools.has_limits;
    changes := rota.limit_settings(p_queue, p_root, changes) || changes;
  end if;
  perform rota.apply_changes(p_queue, p_root, changes, moment, coalesce(p_head.clock, 0));
  moment := moment + jsonb_array_length(changes);
end $$;
