-- The fairness tree and the record of its decisions. Only take_turns writes lanes. Every other change of a lane is a row
-- appended to lane_changes, so no transaction of a user ever locks what a claim needs.

-- A lane is a share of turns among its siblings: tenants share a queue, groups share a tenant, leaves share a group. A leaf
-- is a task, or all jobs of one type. Ids are multiples of 4: lane_id + priority names the set of a tenant's groups of
-- that priority; queues and groups have one set of children, named by lane_id itself.
create table rota.lanes (
  lane_id       bigint   not null,
  sibling_set   bigint   not null,
  queue         text     not null,
  level         smallint not null,                -- 0 queue, 1 tenant, 2 group, 3 leaf
  name          text     not null,
  weight        integer  default 1,               -- leaves: null until set or brought by the first task
  cost          integer  not null default 1,      -- of a turn; leaves only, 0 until the first task brings work
  start         bigint   not null default 0,      -- virtual time at which its next turn starts
  since         bigint   not null default 0,      -- moment of its last turn or waking up, whichever is later
  clock_0       bigint   not null default 0,      -- start of the latest turn in each set of children
  clock_1       bigint   not null default 0,
  clock_2       bigint   not null default 0,
  clock_3       bigint   not null default 0,
  open          smallint not null default 0,      -- bit i: a lane is awake in set of children i; leaves: work waits
  known         smallint not null default 0,      -- bit i: set of children i has or had a lane …
  several       smallint not null default 0,      -- … or more than one
  is_orphan     boolean  not null default false,  -- made by a setting before its parent
  head          bigint   not null default 0,      -- leaves: no chunk waits at a smaller position
  is_awake      boolean  not null default false,  -- open and within its limits: takes part in the sharing
  is_paused     boolean  not null default false,
  is_counted    boolean  not null default false,  -- chunks in flight are counted: it has or had a cap
  in_flight     integer  not null default 0,
  max_in_flight integer,
  rate_us       bigint,                           -- one turn in so many microseconds …
  rate_burst    integer  not null default 1,      -- … or so many at once after a rest
  rate_at       bigint   not null default 0,      -- until when the turns taken so far use the rate up
  wakes_at      bigint,                           -- when the rate lets it wake up
  constraint lanes_weight_divides_a_turn check (weight between 1 and 100 and 3603600 % weight = 0)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- Neither is unique, and both hold the virtual time: while an old snapshot keeps dead versions of a lane alive, they are
-- behind the newest one in the first index and before the current virtual time in the second, where no scan comes by.
create index lanes_by_id on rota.lanes (lane_id, start desc);
create index lanes_awake on rota.lanes (sibling_set, start, since) where is_awake;
create index lanes_orphaned on rota.lanes (sibling_set) where is_orphan;
create index lanes_waking on rota.lanes (queue, wakes_at) where wakes_at is not null;

-- What submitters, settlers and operators want of lanes, absorbed and deleted by the next claim.
create table rota.lane_changes (
  change_id   bigint   generated always as identity,
  queue       text     not null,
  written_by  xid8     not null default pg_current_xact_id(),
  kind        text     not null constraint lane_changes_kind_is_known check (kind in ('ARRIVED', 'RELEASED', 'CANCELLED', 'SET')),
  task_id     bigint,   -- all but SET: gives the lanes
  position    bigint,   -- ARRIVED: the first chunk that may wait there now
  slots       smallint, -- RELEASED: as in chunks
  lane_id     bigint,   -- SET: the lane, its place and its new settings
  sibling_set bigint,
  level       smallint,
  name        text,
  settings    jsonb
);

-- Commits arrive out of order, so "newer than the last seen" would lose rows. Older than every running transaction is safe
-- to leave behind, and keeps the scan off dead rows.
create index lane_changes_to_absorb on rota.lane_changes (queue, written_by);

-- One row for each claim that changed or decided anything: its inputs and its decisions, chained by hash.
create table rota.dispatch_log (
  queue          text        not null,
  entry          bigint      not null,
  at             timestamptz not null,
  turn_count     bigint      not null, -- dispatches so far, this entry's included
  moment         bigint      not null, -- turns and wakings so far
  clock          bigint      not null, -- start of the latest turn among the queue's tenants
  absorbed_below xid8        not null, -- lane_changes of older transactions are absorbed
  changes        jsonb       not null, -- inputs: what was absorbed, in order
  leaves         bigint[]    not null, -- decisions: whose turn it was …
  task_ids       bigint[]    not null, -- … and the chunk that was given
  numbers        integer[]   not null,
  emptied        bigint[]    not null, -- inputs: leaves that were found without further work
  hash           bytea       not null,
  constraint dispatch_log_is_numbered primary key (queue, entry)
);

-- Ids hardly compress, and trying to is a tenth of a large claim.
alter table rota.dispatch_log
  alter column leaves set storage external, alter column task_ids set storage external, alter column numbers set storage external;

-- All lanes of a queue as they were after an entry of the log, in parts of bounded size. The entry holds their hash. With a
-- checkpoint the entries before it can be deleted: a replay starts there.
create table rota.dispatch_checkpoints (
  queue         text    not null,
  entry         bigint  not null,
  part          integer not null,
  previous_hash bytea   not null, -- of the entry before, which may be deleted: the hash of this one is computed with it
  lanes         jsonb   not null,
  constraint dispatch_checkpoints_are_numbered primary key (queue, entry, part)
);
