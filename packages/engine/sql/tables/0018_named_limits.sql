-- Named limits: tasks of all tenants and types of a pool share them by name. Like the limit of a route, each is a lane of level 4:
-- beside the tree, with a cap, a rate, a pause and the number of chunks in flight.
alter table rota.tasks add column limits jsonb; -- ordered by name: [{"lane", "name", "settings"}]

-- limits: the named limits that the chunks of a leaf need; of a tenant, those that all of its work needs. declared: of a named
-- limit, the settings that its tasks brought last; what setLane() sets counts until tasks bring others.
alter table rota.lanes add column limits bigint[], add column declared jsonb;

-- The limits that count a chunk as in flight, that of its route among them; bit 4 of slots says that there are any.
alter table rota.chunks add column limits bigint[];
alter table rota.lane_changes add column limits bigint[];

-- No column of it changes, so counting chunks in flight writes no index.
create index lanes_limiting on rota.lanes (queue) where level = 4;
