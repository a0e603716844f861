-- A pool is the work that the same workers share: one fairness tree, one dispatch log. Its tasks come by queues, which are
-- routes: the name of a queue in the broker, and a limit inside the tree. The tables of the tree, leases and chunks name the
-- pool in their column queue, since a queue used to have a tree of its own. A task without a pool still has one, named after
-- its queue, so work of earlier versions stays where it is until it has run.
alter table rota.tasks add column pool text;

-- What claims know of the routes of a pool. Only the claim that holds the lock of the pool writes it. A pool with one route
-- that was never set needs no row.
create table rota.pools (
  pool       text    constraint pools_have_a_name primary key,
  routes     text[]  not null,               -- those in which work ever arrived
  has_limits boolean not null default false, -- a route has or had a limit: a lane of level 4
  is_split   boolean not null default false  -- a claim once skipped a route: awake lanes may start before the clock of their set
);

-- Leaves: the route of their chunks. Tenants: all routes in which they ever had work. Null for lanes of earlier versions.
alter table rota.lanes add column routes text[];

-- The routes that the claimer served, where the pool has others: an input of the decisions.
alter table rota.dispatch_log add column routes jsonb;

-- New work goes to the pool `default`, so what was set for queues, tenants, groups and types of earlier versions is set there
-- again, unless the pool has the lane already: a queue's settings as the limit of its route, those of a tenant in several
-- queues as in the first by name.
do $$
begin
  if not exists (select from rota.lanes) then return; end if;
  insert into rota.lane_changes (queue, kind, lane_id, sibling_set, level, name, settings)
  select 'default', 'SET', lane_id, sibling_set, level, name, settings
    from (select distinct on (place.lane_id) place.*, lane.name, settings
            from rota.lanes as lane
            left join rota.lanes as above on lane.level > 1 and above.lane_id = lane.sibling_set & ~3::bigint
            left join rota.lanes as top on lane.level = 3 and top.lane_id = above.sibling_set & ~3::bigint
           cross join lateral (
             select jsonb_strip_nulls(jsonb_build_object(
                      'weight', case when lane.level in (1, 2) and lane.weight <> 1 then lane.weight end, 'isPaused', nullif(lane.is_paused, false),
                      'maxInFlight', case when lane.level < 3 then lane.max_in_flight end, 'rateUs', lane.rate_us,
                      'rateBurst', case when lane.rate_us is not null then lane.rate_burst end)) as settings) as given
           cross join lateral (
             select rota.lane_id('default', 'route', lane.queue), rota.lane_id('default') + 1, 4::smallint where lane.level = 0
             union all
             select rota.lane_id('default', lane.name), rota.lane_id('default'), lane.level where lane.level = 1
             union all
             select rota.lane_id('default', above.name, (lane.sibling_set & 3)::text, lane.name),
                    rota.lane_id('default', above.name) + (lane.sibling_set & 3), lane.level where lane.level = 2
             union all
             select rota.lane_id('default', top.name, (above.sibling_set & 3)::text, above.name, 'jobs', lane.name),
                    rota.lane_id('default', top.name, (above.sibling_set & 3)::text, above.name), lane.level
              where lane.lane_id = rota.lane_id(lane.queue, top.name, (above.sibling_set & 3)::text, above.name, 'jobs', lane.name)
           ) as place (lane_id, sibling_set, level)
           where lane.queue <> 'default' and settings <> '{}' and not exists (select from rota.lanes as known where known.lane_id = place.lane_id)
           order by place.lane_id, lane.queue) as copied;
end $$;
