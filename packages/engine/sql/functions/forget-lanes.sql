-- Returns whether a leaf belongs to a task that is over, so that no work will arrive in it again. It is always false for
-- the leaf of the jobs of a type.
create or replace function rota.is_over(p_leaf rota.lanes, p_group rota.lanes) returns boolean
language sql stable as $$
  select p_leaf.lane_id <> rota.lane_id(p_leaf.queue, tenant.name, (p_group.sibling_set & 3)::text, p_group.name, 'jobs', p_leaf.name)
     and not exists (select from rota.tasks
                      where (task_key = p_leaf.name or task_id = case when p_leaf.name ~ '^[0-9]{1,18}$' then p_leaf.name::bigint end)
                        and leaf_lane = p_leaf.lane_id and state <> 'COMPLETED' and swept_at is null)
    from rota.lanes as tenant where tenant.lane_id = p_group.sibling_set & ~3::bigint
   order by start desc limit 1
$$;

-- Deletes lanes without which all later turns are the same: asleep, without children, with nothing in flight, with
-- default settings, and with no later start than a new lane would get. A leaf whose task is over never returns, so its
-- settings and its start do not matter. Logs what it deletes, so that a replay deletes it too. Reads p_limit lanes from
-- p_after on; returns how many it deleted and where to continue, null at the end.
create or replace function rota.forget_lanes(p_queue text, p_limit integer, p_after bigint, out forgotten integer, out last_lane bigint)
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
     where ((lane).start <= clock and (lane).weight = 1 and ((lane).cost = 1 or (lane).limits is not null) and not (lane).is_paused and not (lane).is_counted and (lane).rate_us is null)
        or ((lane).level = 3 and rota.is_over(lane, above))
        -- A named limit comes back with the next task that names it, as it was: unless setLane() has changed it, or its rate is in use.
        or ((lane).level = 4 and not (lane).is_paused and (lane).rate_at <= extract(epoch from clock_timestamp()) * 1000000
            and (lane).declared = jsonb_build_object('maxInFlight', (lane).max_in_flight, 'rateUs', (lane).rate_us, 'rateBurst', (lane).rate_burst)
            and (lane).lane_id <> all (array(select unnest(limits) from rota.lanes where queue = p_queue and level = 3 and open > 0)))
  ), deleted as (
    delete from rota.lanes using needless where lanes.ctid = needless.row_id returning lanes.lane_id)
  select (select count(*) from deleted), (select case when count(*) = p_limit then max((lane).lane_id) end from seen),
         (select jsonb_agg(jsonb_build_object('kind', 'FORGOTTEN', 'lane', lane_id::text) order by lane_id) from deleted)
    into forgotten, last_lane, v_changes;
  if forgotten > 0 then perform rota.append_changes(v_head, v_changes); end if;
end $$;
