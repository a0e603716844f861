drop function if exists rota.take_turns(text, integer, text, boolean, bigint, interval, integer);
drop function if exists rota.empty_leaves(bigint[]);
drop function if exists rota.is_lone_leaf(bigint);
drop function if exists rota.read_limits(text, text[], bigint);
drop function if exists rota.use_limits(text, text[], bigint);
drop function if exists rota.turns_within(bigint, bigint, integer, bigint, bigint, text, text[], boolean, jsonb);
drop function if exists rota.count_routes(text, text[], bigint[], bigint[], integer[]);

-- Puts leaves without work to sleep, and each parent whose last awake leaf was among them.
create or replace function rota.empty_leaves(p_leaves bigint[], p_is_split boolean) returns void
language plpgsql as $$
#variable_conflict use_column
declare
  v_sets bigint[];
begin
  with emptied as (
    update rota.lanes set open = 0, is_awake = false
      from (select lane.row_id
              from unnest(p_leaves) as e (lane_id)
             cross join lateral (
               select ctid as row_id from rota.lanes where lane_id = e.lane_id order by start desc limit 1) as lane) as empty
     where lanes.ctid = empty.row_id
    returning lanes.sibling_set)
  select array_agg(distinct sibling_set) into v_sets from emptied;
  perform rota.close_sets(v_sets, p_is_split);
end $$;

-- Returns whether at most one leaf of the pool, or of these routes of it, has work.
create or replace function rota.is_lone_leaf(p_root bigint, p_routes text[]) returns boolean
language sql stable as $$
  select count(*) < 2
    from (select from rota.lanes as tenant
            join rota.lanes as tenant_group on tenant_group.sibling_set between tenant.lane_id and tenant.lane_id + 3 and tenant_group.is_awake
            join rota.lanes as leaf on leaf.sibling_set = tenant_group.lane_id and leaf.is_awake
           where tenant.sibling_set = p_root and tenant.is_awake and (p_routes = '{}' or coalesce(leaf.routes, array[leaf.queue]) && p_routes)
           limit 2) as waiting
$$;

-- Returns how many chunks of each leaf are QUEUED and unstarted, by lane.
create or replace function rota.queued_chunks(p_queue text) returns jsonb
language sql stable as $$
  select coalesce(jsonb_object_agg(leaf_lane, chunks), '{}')
    from (select leaf_lane, count(*) as chunks from rota.chunks where queue = p_queue and state = 'QUEUED' group by 1) as queued
$$;

-- Returns the lanes of the limits that a leaf shares with others: that of its route, which has a row only if it was ever set, and
-- the named ones.
create or replace function rota.limits_of(p_leaf rota.lanes) returns bigint[]
language sql immutable as $$
  select rota.lane_id(p_leaf.queue, 'route', coalesce(p_leaf.routes[1], p_leaf.queue)) || coalesce(p_leaf.limits, '{}')
$$;

-- Returns how many turns a limit allows now; null: any number.
create or replace function rota.limit_room(p_limit rota.lanes, p_now_us bigint) returns bigint
language sql immutable as $$
  select least(case when p_limit.is_paused then 0 end, p_limit.max_in_flight - p_limit.in_flight,
               p_limit.rate_burst - (greatest(p_limit.rate_at - p_now_us, 0) + p_limit.rate_us - 1) / p_limit.rate_us)
$$;

-- Returns the limits of a pool that allow no turn now, in order.
create or replace function rota.full_limits(p_pool text, p_now_us bigint) returns bigint[]
language sql stable as $$
  select coalesce(array_agg(lane_id order by lane_id), '{}') from rota.lanes where queue = p_pool and level = 4 and rota.limit_room(lanes, p_now_us) <= 0
$$;

-- Counts turns against the limits that their leaves share, and notes in the chunks which of them count them as in flight. A
-- rate that allows no other turn now says when it does. Returns the limits that allow no other turn now.
create or replace function rota.use_limits(p_leaves bigint[], p_task_ids bigint[], p_numbers integer[], p_now_us bigint) returns bigint[]
language sql as $$
  with given as materialized (
    select task_id, number, nth, limit_lane, is_counted, row_id
      from unnest(p_leaves, p_task_ids, p_numbers) as turn (leaf, task_id, number)
     cross join lateral (select rota.limits_of(lanes) as limits from rota.lanes where lane_id = leaf order by start desc limit 1) as lane
     cross join lateral unnest(limits) with ordinality as shared (limit_lane, nth)
     cross join lateral (select ctid as row_id, is_counted from rota.lanes where lane_id = limit_lane order by start desc limit 1) as known
  ), counted as (
    update rota.chunks set slots = slots | 16, limits = counting.limits
      from (select task_id, number, array_agg(limit_lane order by nth) as limits from given where is_counted group by 1, 2) as counting
     where chunks.task_id = counting.task_id and chunks.number = counting.number
  ), used as (
    update rota.lanes
       set in_flight = case when lanes.is_counted then in_flight + turns else 0 end,
           rate_at   = case when rate_us is null then rate_at else greatest(rate_at, p_now_us) + turns * rate_us end,
           wakes_at  = case when rate_burst * rate_us - (greatest(rate_at, p_now_us) + turns * rate_us - p_now_us) < rate_us
                            then greatest(rate_at, p_now_us) + (turns - rate_burst + 1) * rate_us end
      from (select given.row_id, count(*)::integer as turns from given group by 1) as used
     where lanes.ctid = used.row_id
    returning lanes.lane_id, rota.limit_room(lanes, p_now_us) as room)
  select coalesce(array_agg(lane_id) filter (where room <= 0), '{}') from used
$$;

-- Returns how many of the next turns the shared limits allow: those before the first that a limit has no room left for; 0 where no
-- lane is eligible.
create or replace function rota.turns_within(
  p_root bigint, p_clock bigint, p_wanted integer, p_entry bigint, p_now_us bigint, p_routes text[], p_full bigint[], p_is_split boolean
) returns integer
language sql as $$
  with tenant_turn as materialized (
    select * from rota.share_turns(array[p_root], array[p_clock], array[false], array[p_wanted], p_entry, p_now_us, p_routes, p_full, p_is_split)
  ), group_turn as materialized (
    select turns.*
      from (select array_agg(child_set) as sets, array_agg(child_clock) as clocks, array_agg(child_alone) as alone, array_agg(wanted) as wanted
              from (select child_set, child_clock, child_alone, count(*)::integer as wanted from tenant_turn group by 1, 2, 3) as each_tenant
           ) as request,
           rota.share_turns(sets, clocks, alone, wanted, p_entry, p_now_us, p_routes, p_full, p_is_split) as turns
  ), leaf_turn as materialized (
    select turns.*
      from (select array_agg(child_set) as sets, array_agg(child_clock) as clocks, array_agg(child_alone) as alone, array_agg(wanted) as wanted
              from (select child_set, child_clock, child_alone, count(*)::integer as wanted from group_turn group by 1, 2, 3) as each_group
           ) as request,
           rota.share_turns(sets, clocks, alone, wanted, p_entry, p_now_us, p_routes, p_full, p_is_split) as turns
  ), shared as materialized (
    select tenant_turn.turn, limit_lane, row_number() over (partition by limit_lane order by tenant_turn.turn) as nth
      from tenant_turn
      join group_turn on group_turn.sibling_set = tenant_turn.child_set and group_turn.turn = tenant_turn.nth + 1
      join leaf_turn on leaf_turn.sibling_set = group_turn.child_set and leaf_turn.turn = group_turn.nth + 1
     cross join lateral (select rota.limits_of(lanes) as limits from rota.lanes where lanes.ctid = leaf_turn.row_id) as leaf
     cross join lateral unnest(leaf.limits) as limit_lane
  ), limiting as (
    select limit_lane, room
      from (select distinct limit_lane from shared) as used
     cross join lateral (select rota.limit_room(lanes, p_now_us) as room from rota.lanes where lane_id = limit_lane order by start desc limit 1) as lane)
  select case when exists (select from tenant_turn) then coalesce(min(turn) - 1, p_wanted) else 0 end::integer
    from shared join limiting using (limit_lane) where nth > room
$$;

-- Gives the next chunks of a pool to a worker, in fair order, and logs it. Without a token it gives them to the broker: no
-- more than p_limit are unstarted in all then, and p_queued_max of a task unless it waits alone. p_routes are the queues that
-- the worker serves, or whose consumers are not all busy; without them the one that has the pool's name. Lanes with work of
-- other routes only, or that needs limits without room, are skipped, not waited for.
--
-- Claims of a pool run one after the other, under its lock:
--
--   1. absorb what happened since the last claim: arrivals, released places, settings, chunks that fell due;
--   2. compute how many turns the pool itself allows, and which limits of its routes and named ones allow none;
--   3. give turns until those are given or no lane is eligible, and count them against limits;
--   4. write the pool's lane, the lease, and one entry of the dispatch log with all inputs and decisions.
--
-- Returns lists of chunks, to be read one after the other: the first chunk of a list had the turn that is returned with it. A
-- chunk is [task, number, lane, type, attempt, whether it must run alone, payload].
create or replace function rota.take_turns(
  p_queue text, p_limit integer, p_owner text, p_is_watched boolean, p_token bigint, p_lease interval, p_queued_max integer,
  p_routes text[] default null
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
  v_pool rota.pools;
  v_given record;
  v_routes text[];     -- to which this claim is restricted; empty: the pool has no others …
  v_open text[];       -- … and those of them with room; empty: all
  v_full bigint[] := '{}'; -- limits without room, in order
  v_queued jsonb;
  v_queued_max integer := p_queued_max;
  v_now_us bigint;
  v_wanted integer;
  v_certain integer;
  v_absorbed_below xid8;
begin
  -- Only statements after this one see what the lock protects: one that took the lock and picked as well would pick from a
  -- snapshot older than the lock, and give chunks out twice. The lock ends with the transaction, which is this call alone.
  perform pg_advisory_xact_lock(v_root);
  select * into v_head from rota.dispatch_log where queue = p_queue order by entry desc limit 1;
  v_entry := row (p_queue, coalesce(v_head.entry, 0) + 1, greatest(clock_timestamp(), v_head.at), coalesce(v_head.turn_count, 0), 0,
                  coalesce(v_head.clock, 0), '0', '[]', '{}', '{}', '{}', '{}', '', null);
  v_now_us := (extract(epoch from v_entry.at) * 1000000)::bigint;

  -- 1. Inputs.
  select * into v_entry.changes, v_entry.moment, v_entry.absorbed_below
    from rota.absorb_changes(p_queue, v_root, v_head, v_entry.at);
  -- A restored database counts transactions from the start: a bound of the old count is ignored.
  v_absorbed_below := case when v_entry.absorbed_below <= pg_snapshot_xmax(pg_current_snapshot()) then v_entry.absorbed_below else '0' end;

  -- 2. The pool's own limits. least() skips nulls: a limit that is not set.
  select * into v_queue from rota.lanes where lane_id = v_root order by start desc limit 1;
  v_wanted := least(p_limit, case when v_queue.is_paused then 0 end, v_queue.max_in_flight - v_queue.in_flight,
                    v_queue.rate_burst - (greatest(v_queue.rate_at - v_now_us, 0) + v_queue.rate_us - 1) / v_queue.rate_us);
  -- The routes. Tickets of routes that are left out now wait for their consumers, not for a slot: they are not counted.
  select * into v_pool from rota.pools where pool = p_queue;
  v_routes := case when coalesce(v_pool.routes, array[p_queue]) <@ coalesce(p_routes, array[p_queue]) then '{}' else coalesce(p_routes, array[p_queue]) end;
  v_entry.routes := case when v_routes <> '{}' then to_jsonb(v_routes) end;
  if v_pool.has_limits then v_full := rota.full_limits(p_queue, v_now_us); end if;
  if p_token is null then
    v_wanted := least(v_wanted, p_limit - (
      select count(*) from rota.chunks
       where queue = p_queue and state = 'QUEUED'
         and (v_routes = '{}' or exists (select from rota.tasks where tasks.task_id = chunks.task_id and tasks.queue = any (v_routes)))));
    if rota.is_lone_leaf(v_root, v_routes) then v_queued_max := null; end if;
  end if;

  -- 3. Turns. Each pass gives those that are certain and puts lanes to sleep, after which the next pass plans the rest. The
  -- check of an awake tenant makes a claim of an idle pool cheap.
  for v_pass in 1..c_passes loop
    exit when v_wanted <= cardinality(v_entry.numbers)
           or not exists (select from rota.lanes where sibling_set = v_root and is_awake and start >= case when v_pool.is_split then 0 else v_entry.clock end);
    v_open := v_routes;
    if v_full <> '{}' then
      v_open := array(select route from unnest(case v_routes when '{}' then v_pool.routes else v_routes end) as route
                       where rota.lane_id(p_queue, 'route', route) <> all (v_full));
      exit when v_open = '{}';
      if v_open @> v_pool.routes then v_open := '{}'; end if;
    end if;
    if (v_open <> '{}' or v_full <> '{}') and v_pool.is_split is not true then
      insert into rota.pools (pool, routes, is_split) values (p_queue, coalesce(v_pool.routes, array[p_queue]), true)
      on conflict (pool) do update set is_split = true;
      v_pool.is_split := true;
    end if;
    v_certain := v_wanted - cardinality(v_entry.numbers);
    if v_pool.has_limits then
      v_certain := rota.turns_within(v_root, v_entry.clock, v_certain, v_entry.entry, v_now_us, v_open, v_full, coalesce(v_pool.is_split, false));
      exit when v_certain = 0;
    end if;
    if v_queued_max is not null then v_queued := rota.queued_chunks(p_queue); end if;
    select * into v_given
      from rota.give_turns(v_root, v_entry.clock, v_certain, v_entry.entry, v_now_us, v_entry.moment,
                           v_entry.turn_count, case when v_queue.is_counted then 1 else 0 end,
                           p_token, v_queued_max, v_queued, p_queue, v_absorbed_below, v_open, v_full, coalesce(v_pool.is_split, false));
    exit when v_given.numbers is null and v_given.emptied is null;
    if v_given.slept_in is not null then perform rota.close_sets(v_given.slept_in, v_pool.is_split); end if;
    if v_given.emptied is not null then perform rota.empty_leaves(v_given.emptied, v_pool.is_split); end if;
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
    continue when v_pool.has_limits is not true;
    v_full := array(select unnest(rota.use_limits(v_given.leaves, v_given.task_ids, v_given.numbers, v_now_us) || v_full) order by 1);
  end loop;
  -- Without inputs and decisions there is no entry.
  if v_entry.changes = '[]' and v_entry.numbers = '{}' and v_entry.emptied = '{}' then return; end if;

  -- 4. The pool's lane, the lease and the log.
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
