-- What lists for people need: indexes and functions that only read, the roll of worker processes, and the locks that were held.

-- A tenant's tasks, the newest first.
create index tasks_of_tenant on rota.tasks (tenant, task_id);
-- Those that are looked for by their state. Jobs are written when they are cancelled only.
create index tasks_open_by_id on rota.tasks (task_id) where state in ('ACTIVE', 'PAUSED') and not is_job;
create index tasks_by_rare_state on rota.tasks (state, task_id) where state in ('PAUSED', 'FAILED', 'CANCELLED');
create index tasks_by_end on rota.tasks (finished_at, task_id) where finished_at is not null;

-- Ids of tasks that fit a wish, the newest first: at most p_limit, of at most p_looked that are looked at below p_below.
-- looked_to is where to go on below; null when nothing is left.
create function rota.find_tasks(
  p_key text, p_tenant text, p_group text, p_queue text, p_type text, p_state text, p_is_job boolean,
  p_below bigint, p_looked integer, p_limit integer, out task_ids bigint[], out looked_to bigint
) language plpgsql stable
  -- Plans know the state, or they could not use an index of some states.
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  c_batch constant integer := 500;
  v_seen bigint[];
  v_left integer := p_looked;
begin
  task_ids := '{}';
  looked_to := p_below;
  while cardinality(task_ids) < p_limit and v_left > 0 loop
    if p_key is not null then
      v_seen := array(select task_id from rota.tasks where task_key = p_key and task_id < looked_to);
    elsif p_state in ('PAUSED', 'FAILED', 'CANCELLED') then
      v_seen := array(
        select task_id
          from ((select task_id from rota.tasks where state = p_state and task_id < looked_to order by task_id desc limit c_batch)
                union
                -- The state of a job is its chunk's.
                (select task_id from rota.chunks
                  where p_state = 'FAILED' and state in ('FAILED', 'DEAD_LETTER') and task_id < looked_to and number = 1
                  order by task_id desc limit c_batch)) as seen
         order by task_id desc limit c_batch);
    elsif p_state = 'ACTIVE' and not p_is_job then
      v_seen := array(select task_id from rota.tasks
                       where state in ('ACTIVE', 'PAUSED') and not is_job and task_id < looked_to order by task_id desc limit c_batch);
    elsif p_group is not null then
      v_seen := array(select task_id from rota.tasks
                       where tenant = p_tenant and group_name = p_group and task_id < looked_to order by tenant, group_name, task_id desc limit c_batch);
    elsif p_tenant is not null then
      v_seen := array(select task_id from rota.tasks
                       where tenant = p_tenant and task_id < looked_to order by tenant, task_id desc limit c_batch);
    else
      v_seen := array(select task_id from rota.tasks where task_id < looked_to order by task_id desc limit c_batch);
    end if;
    task_ids := task_ids || array(
      select task_id from rota.tasks
       where task_id = any (v_seen)
         and (p_tenant is null or tenant = p_tenant) and (p_group is null or group_name = p_group)
         and (p_queue is null or queue = p_queue) and (p_type is null or type = p_type) and (p_is_job is null or is_job = p_is_job)
         -- As task_state() says, which called for thousands of rows would take seconds.
         and (p_state is null
              or p_state = case when state = 'ACTIVE' and is_job
                                then coalesce((select case when chunks.state in ('FAILED', 'DEAD_LETTER') then 'FAILED'
                                                           when chunks.state in ('COMPLETED', 'CANCELLED') then chunks.state end
                                                 from rota.chunks where chunks.task_id = tasks.task_id and number = 1 and not is_counted), 'ACTIVE')
                                else state end)
       order by task_id desc limit p_limit - cardinality(task_ids));
    if cardinality(task_ids) = p_limit then
      looked_to := task_ids[p_limit];
      return;
    end if;
    if p_key is not null or cardinality(v_seen) < c_batch then
      looked_to := null;
      return;
    end if;
    looked_to := v_seen[c_batch];
    v_left := v_left - c_batch;
  end loop;
end $$;

-- The lanes in which chunks wait, of all queues or one, of all tenants or one, with the time since when the first waits. Jumps
-- from the first chunk of a lane to that of the next, over at most p_looked lanes.
create function rota.lanes_waiting(p_queue text, p_tenant text, p_looked integer)
returns table (leaf_lane bigint, queue text, tenant text, oldest_at timestamptz, is_whole boolean)
language sql stable set enable_seqscan = off set jit = off as $$
  with recursive lane as (
    (select leaf_lane, task_id, due_at, 1 as nth from rota.chunks where state = 'PENDING' order by leaf_lane, position, task_id limit 1)
    union all
    select next.leaf_lane, next.task_id, next.due_at, lane.nth + 1
      from lane
     cross join lateral (select leaf_lane, task_id, due_at from rota.chunks
                          where state = 'PENDING' and chunks.leaf_lane > lane.leaf_lane order by leaf_lane, position, task_id limit 1) as next
     where lane.nth <= p_looked)
  select lane.leaf_lane, task.queue, task.tenant, greatest(lane.due_at, task.submitted_at), (select count(*) <= p_looked from lane)
    from lane
   cross join lateral (select queue, tenant, submitted_at from rota.tasks where tasks.task_id = lane.task_id limit 1) as task
   where nth <= p_looked and (p_queue is null or task.queue = p_queue) and (p_tenant is null or task.tenant = p_tenant)
$$;

-- The lanes of a queue below the queue itself, of all tenants or one, with the names on their way: those that are awake, found by index, and the
-- others among the p_looked lanes with the smallest ids. Lanes that a setting made before there was a parent are left out.
create function rota.lanes_of_queue(p_queue text, p_tenant text, p_looked integer)
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
  ), looked as materialized (
    select * from rota.lanes order by lane_id, start desc limit p_looked
  ), found as materialized (
    select distinct on (lane_id) *
      from (select * from tenant union all select * from tenant_group union all select * from leaf
            union all select * from looked where queue = p_queue and level > 0) as lane
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
         (select count(*) < p_looked from looked)
    from named where p_tenant is null or tenant = p_tenant
$$;

-- The entry in which a turn was given, or the first one after it. Halves the log, whose counts only grow.
create function rota.entry_of_turn(p_queue text, p_turn bigint) returns bigint
language plpgsql stable strict as $$
declare
  v_low bigint;
  v_high bigint;
  v_middle bigint;
begin
  select min(entry), max(entry) into v_low, v_high from rota.dispatch_log where queue = p_queue;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    if (select turn_count from rota.dispatch_log where queue = p_queue and entry = v_middle) >= p_turn
    then v_high := v_middle; else v_low := v_middle + 1; end if;
  end loop;
  return v_low;
end $$;

-- The first entry of a log at a time or later, or the last one if all are earlier. Times in a log only grow.
create function rota.entry_at(p_queue text, p_at timestamptz) returns bigint
language plpgsql stable strict as $$
declare
  v_low bigint;
  v_high bigint;
  v_middle bigint;
begin
  select min(entry), max(entry) into v_low, v_high from rota.dispatch_log where queue = p_queue;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    if (select at from rota.dispatch_log where queue = p_queue and entry = v_middle) >= p_at
    then v_high := v_middle; else v_low := v_middle + 1; end if;
  end loop;
  return v_low;
end $$;

-- The queues that have a log, or of which something waits to be absorbed or to fall due.
create function rota.queue_names() returns setof text
language sql stable set enable_seqscan = off as $$
  with recursive logged as (
    select min(queue) as queue from rota.dispatch_log
    union all
    select (select min(queue) from rota.dispatch_log where dispatch_log.queue > logged.queue) from logged where logged.queue is not null
  ), told as (
    select min(queue) as queue from rota.lane_changes
    union all
    select (select min(queue) from rota.lane_changes where lane_changes.queue > told.queue) from told where told.queue is not null
  ), scheduled as (
    select (select queue from rota.chunks where state = 'SCHEDULED' order by queue, due_at limit 1) as queue
    union all
    select (select queue from rota.chunks where state = 'SCHEDULED' and chunks.queue > scheduled.queue order by queue, due_at limit 1)
      from scheduled where scheduled.queue is not null)
  select queue from logged where queue is not null
  union select queue from told where queue is not null
  union select queue from scheduled where queue is not null
  order by 1
$$;

-- Up to when all has been written that will ever be written with an earlier time: the start of the oldest transaction that writes,
-- or, so that one that stays open stops nobody, some seconds ago. The fifth of a second is for those who have read the clock and
-- not yet written.
create function rota.settled_until(p_wait_max interval) returns timestamptz
language sql volatile as $$
  select least(now - interval '200 milliseconds',
               greatest(now - p_wait_max,
                        coalesce((select min(xact_start) from pg_stat_activity
                                   where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()), now)))
    from clock_timestamp() as now
$$;

-- The roll of worker processes: each notes itself now and then, so that those are seen as well that have nothing to do.
create table rota.workers (
  owner      text        constraint workers_are_on_the_roll_once primary key,
  started_at timestamptz not null,
  seen_at    timestamptz not null,
  stopped_at timestamptz, -- it said that it ends
  queues     text[]      not null,
  slots      integer     not null,
  host       text        not null,
  pid        integer     not null,
  version    text        not null
) with (fillfactor = 50);

-- The locks that were held, written when they end. What is held now is in rota.locks.
create table rota.lock_history (
  history_id bigint      generated always as identity constraint lock_history_has_an_id primary key,
  key        text        collate "C" not null,
  holder     text        not null,
  operation  text        not null,
  tenant     text,
  task_id    bigint,
  started_at timestamptz not null,
  ended_at   timestamptz not null default clock_timestamp(),
  outcome    text        not null constraint lock_history_outcome_is_known check (outcome in ('RELEASED', 'EXPIRED', 'TASK_ENDED', 'OVERRIDDEN')),
  ended_by   text, -- who overrode it …
  reason     text  -- … and why
);

create index lock_history_of_key on rota.lock_history (key, history_id);

-- How often a lock was refused since somebody else held it, by hour.
create table rota.lock_refusals (
  hour      timestamptz not null,
  tenant    text        not null, -- '' when it is nobody's
  operation text        not null,
  refused   bigint      not null,
  constraint lock_refusals_are_counted_by_hour primary key (hour, tenant, operation)
) with (fillfactor = 50);

-- Whose a lock is: that of the task that it guards, else the one that its context names.
create function rota.lock_tenant(p_task_id bigint, p_context jsonb) returns text
language sql stable as $$
  select coalesce((select tenant from rota.tasks where task_id = p_task_id),
                  case when jsonb_typeof(p_context -> 'tenant') = 'string' then p_context ->> 'tenant' end)
$$;

create function rota.remember_lock() returns trigger
language plpgsql as $$
begin
  insert into rota.lock_history (key, holder, operation, tenant, task_id, started_at, outcome)
  values (old.key, old.holder, old.operation, rota.lock_tenant(old.task_id, old.context), old.task_id, old.started_at,
          case when rota.is_lock_held(old) then 'RELEASED' when old.task_id is not null then 'TASK_ENDED' else 'EXPIRED' end);
  return null;
end $$;

create trigger locks_are_remembered after delete on rota.locks for each row execute function rota.remember_lock();

-- Ends a lock by force and notes who did so and why.
create function rota.override_lock(p_key text, p_by text, p_reason text, p_claim_ms bigint)
returns table (
  is_ended boolean, held_ms double precision, ended jsonb, key text, holder text, operation text, context jsonb, progress jsonb,
  started_at timestamptz, expected_end_at timestamptz, expires_at timestamptz, task_id bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  v_ended record;
begin
  for v_ended in select * from rota.end_lock(p_key, null, true, p_claim_ms) loop
    if v_ended.is_ended then
      update rota.lock_history set outcome = 'OVERRIDDEN', ended_by = p_by, reason = p_reason
       where history_id = (select history_id from rota.lock_history
                            where lock_history.key = p_key and outcome = 'RELEASED' and lock_history.started_at = v_ended.started_at
                            order by lock_history.key desc, history_id desc limit 1);
    end if;
    return query select v_ended.is_ended, v_ended.held_ms, v_ended.ended, v_ended.key, v_ended.holder, v_ended.operation, v_ended.context,
                        v_ended.progress, v_ended.started_at, v_ended.expected_end_at, v_ended.expires_at, v_ended.task_id;
  end loop;
end $$;

-- Deletes what is known of locks that ended longer ago than that. Returns how many there were.
create function rota.prune_lock_history(p_age interval, p_limit integer) returns integer
language plpgsql as $$
declare
  v_pruned integer;
begin
  delete from rota.lock_refusals where hour < clock_timestamp() - p_age;
  delete from rota.lock_history
   where history_id = any (array(
           select history_id from (select history_id, ended_at from rota.lock_history order by history_id limit p_limit) as oldest
            where ended_at < clock_timestamp() - p_age));
  get diagnostics v_pruned = row_count;
  return v_pruned;
end $$;
