-- Work as rows. A task is one execution of a task type; its chunks are what is scheduled, leased, retried and counted.
-- Submitting appends rows only, so a submission never blocks anything else, however long its transaction stays open.

create table rota.tasks (
  task_id       bigint      generated always as identity constraint tasks_have_an_id primary key,
  task_key      text,       -- the id that a workload gave it, if it gave one
  queue         text        not null,
  tenant        text        not null,
  group_name    text        not null,
  type          text        not null,
  version       integer     not null default 1,
  priority      smallint    not null default 2 constraint tasks_priority_is_known check (priority between 0 and 3),
  state         text        not null default 'ACTIVE'
                            constraint tasks_state_is_known check (state in ('ACTIVE', 'PAUSED', 'COMPLETED', 'FAILED', 'CANCELLED')),
  cost          integer     not null default 1 constraint tasks_cost_is_bounded check (cost between 1 and 1000),
  weight        integer     not null default 1 constraint tasks_weight_divides_a_turn check (weight between 1 and 100 and 3603600 % weight = 0),
  max_in_flight integer     constraint tasks_cap_is_positive check (max_in_flight > 0),
  is_job        boolean     not null default false, -- shares a lane with the other jobs of its type
  attempts_max  smallint    not null default 4 constraint tasks_attempts_are_bounded check (attempts_max between 1 and 100),
  has_finish    boolean     not null default false, -- one more chunk follows when all others are completed
  parent_id     bigint,     -- the task that waits for this one
  chunk_count   integer     not null,
  input         jsonb,
  -- Where its chunks wait: computed from the names by lane_id(), so that submitting needs no query.
  tenant_lane   bigint      not null,
  group_lane    bigint      not null,
  leaf_lane     bigint      not null,
  submitted_at  timestamptz not null default clock_timestamp(),
  finished_at   timestamptz,
  swept_at      timestamptz  -- when the last chunk of a cancelled task was marked
);

-- Most tasks have no key: the index holds those that do.
create unique index tasks_key_is_unique on rota.tasks (task_key) where task_key is not null;
create index tasks_to_sweep on rota.tasks (task_id) where state = 'CANCELLED' and swept_at is null;
create index tasks_of_parent on rota.tasks (parent_id, state) where parent_id is not null;
create index tasks_of_group on rota.tasks (tenant, group_name, task_id);

-- Jobs are left out: their rows do not say when they end.
create index tasks_open on rota.tasks (type) where state in ('ACTIVE', 'PAUSED') and not is_job;

-- A tenant's tasks, the newest first.
create index tasks_of_tenant on rota.tasks (tenant, task_id);

-- Tasks that are listed by their state. A job's own row is written only when it is cancelled.
create index tasks_open_by_id on rota.tasks (task_id) where state in ('ACTIVE', 'PAUSED') and not is_job;
create index tasks_by_rare_state on rota.tasks (state, task_id) where state in ('PAUSED', 'FAILED', 'CANCELLED');
create index tasks_by_end on rota.tasks (finished_at, task_id) where finished_at is not null;

-- A chunk is known by its task and its number. No foreign key: it would cost an index scan for each of a million chunks,
-- and tasks are only deleted together with their chunks.
create table rota.chunks (
  task_id          bigint      not null,
  number           integer     not null,
  queue            text        not null,
  leaf_lane        bigint      not null,
  position         bigint      not null, -- order within its lane: the number, or for jobs the due time in microseconds
  state            text        not null
                               constraint chunks_state_is_known check (state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED', 'DEAD_LETTER', 'CANCELLED')),
  due_at           timestamptz,
  attempt          integer     not null default 0,
  turn             bigint,                         -- number of its latest dispatch
  type_id          bigint      not null, -- lane_id() of its task's type and version: a worker knows its own
  is_counted       boolean     not null, -- its task counts down to its end; jobs end with their chunk
  is_suspect       boolean     not null default false, -- its process died while it ran: it runs alone the next time
  is_alone         boolean     not null default false, -- nothing else runs beside it in its process
  returns          smallint    not null default 0,     -- how often it was given back unfinished
  slots            smallint    not null default 0, -- where it counts as in flight: bit 0 queue, 1 tenant, 2 group, 3 leaf
  queued_at        timestamptz,                    -- when it was last handed to the broker
  lease_token      bigint,                         -- of the claim that gave it: every write of a worker must name it
  payload          jsonb,
  result           jsonb,
  last_error       jsonb,
  finished_at      timestamptz,
  constraint chunks_are_numbered_in_their_task primary key (task_id, number),
  constraint chunks_scheduled_are_due_some_time check (state <> 'SCHEDULED' or due_at is not null),
  constraint chunks_leased_are_processing check ((state = 'PROCESSING') = (lease_token is not null))
);

-- No other index has the position, so the planner cannot find the next chunk of a lane by scanning finished ones.
create index chunks_waiting on rota.chunks (leaf_lane, position, task_id) where state = 'PENDING';
create index chunks_scheduled on rota.chunks (queue, due_at) where state = 'SCHEDULED';
create index chunks_queued on rota.chunks (queue, queued_at) where state = 'QUEUED';
create index chunks_to_redrive on rota.chunks (task_id, number) where state in ('FAILED', 'DEAD_LETTER');

-- Chunks in states that a countdown does not distinguish. A chunk that is submitted, runs and completes has none of them, so
-- the usual path costs nothing more. Queries order by the time, which makes the planner use this index.
create index chunks_by_rare_state on rota.chunks (state, task_id, due_at) where state in ('SCHEDULED', 'QUEUED', 'CANCELLED');
create index chunks_dead_by_time on rota.chunks (finished_at, task_id, number) where state in ('FAILED', 'DEAD_LETTER');

-- A lease is given to a process for all chunks of one claim. They are listed here and not with each chunk, so that renewing
-- writes one row however many run, and claiming only the chunk's own. It is deleted when its last chunk is settled.
create table rota.leases (
  lease_token  bigint      constraint leases_have_a_token primary key,
  queue        text        not null,
  owner        text        not null,
  expires_at   timestamptz not null,
  is_watched   boolean     not null, -- its owner holds a session lock while it lives
  absent_since timestamptz,          -- when it was first found not to
  task_ids     bigint[]    not null, -- the chunks that were given under it …
  numbers      integer[]   not null  -- … of which those count that still name its token
);

-- To compress what lives for seconds costs a claim more than it saves.
alter table rota.leases alter column task_ids set storage external, alter column numbers set storage external;

create index leases_of_owner on rota.leases (owner);
create index leases_expiring on rota.leases (expires_at);
create index leases_absent on rota.leases (absent_since) where absent_since is not null;

-- How many chunks of a task have not ended. Apart from the task, whose row is wide, since this one is written with every
-- batch. Jobs have none. Children are not counted but queried when no chunk is left, so that submitting one writes nothing that
-- a settler needs.
create table rota.countdowns (
  task_id   bigint  constraint countdowns_have_a_task primary key,
  remaining integer not null constraint countdowns_end_at_zero check (remaining >= 0),
  failed    integer not null default 0 constraint countdowns_count_failures check (failed >= 0),
  is_parked boolean not null default false, -- only children are left: the next of them to end tries again to end it
  is_over   boolean not null default false -- the task has ended, and nothing of it runs any more
) with (fillfactor = 50);

-- Tasks that end_tasks() skipped because another transaction held their row.
create index countdowns_to_end on rota.countdowns (task_id) where remaining = 0 and not is_parked and not is_over;

-- Attempts that ended otherwise than by completing their chunk.
create table rota.attempts (
  attempt_id bigint      generated always as identity constraint attempts_have_an_id primary key,
  task_id    bigint      not null,
  number     integer     not null,
  attempt    integer     not null,
  outcome    text        not null
                         constraint attempts_outcome_is_known check (outcome in ('RETRY', 'EXHAUSTED', 'SNOOZE', 'FAIL', 'RETURN', 'LOST')),
  owner      text,
  error      jsonb,
  ended_at   timestamptz not null default clock_timestamp()
);

create index attempts_of_chunk on rota.attempts (task_id, number, attempt_id);

-- Who holds a unique key. Submitters of one key wait for each other here and nowhere else.
create table rota.task_keys (
  tenant     text        not null,
  type       text        not null,
  key        text        not null,
  mode       text        constraint task_keys_mode_is_known check (mode in ('forever', 'singleton', 'debounce', 'throttle')),
  task_id    bigint,     -- null only inside the transaction that takes the key
  input_hash bytea,      -- of version, input and payloads: other input under the same key is a conflict
  held_until timestamptz, -- throttle only
  constraint task_keys_are_held_once primary key (tenant, type, key)
);

create index task_keys_of_task on rota.task_keys (task_id);

-- What handlers report while they run. Apart from the chunks, whose rows are hot. A row is of one lease: what a worker that
-- lost its lease wrote can neither be read as the present one's nor replace it.
create table rota.chunk_progress (
  task_id     bigint           not null,
  number      integer          not null,
  lease_token bigint           not null,
  done        double precision not null,
  total       double precision not null,
  note        text,
  reported_at timestamptz      not null default clock_timestamp(),
  constraint chunk_progress_is_of_a_lease primary key (task_id, number, lease_token)
) with (fillfactor = 50);

-- Tasks that were deleted and whose chunks and attempts have yet to follow: a task may have a million of them, and a
-- transaction must stay short. From here on no query finds the task, so no redrive meets one that is half deleted.
create table rota.pruned_tasks (
  task_id bigint constraint pruned_tasks_have_an_id primary key
);

-- The trace context in which a task was submitted, so that workers continue its trace. Apart from the task: only submitters
-- that are traced write it, and only workers that trace read it. It holds only numbers, so erasing a tenant leaves it alone.
create table rota.task_traces (
  task_id     bigint      constraint task_traces_have_a_task primary key,
  traceparent text        not null constraint task_traces_name_a_span check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
  traced_at   timestamptz not null default clock_timestamp()
);

-- Who submitted a task, where the submitter is named. Apart from the task: most are submitted by programs without a name.
create table rota.task_submitters (
  task_id bigint constraint task_submitters_have_a_task primary key,
  name    text   not null constraint task_submitters_have_a_name check (octet_length(name) between 1 and 200)
);

-- The content of a ticket: ids and names, nothing large, nothing secret. A ticket is a hint that its receiver may start the
-- chunk; the row decides. A ticket of a chunk that moved on starts nothing, and a chunk can be started without a ticket.
create type rota.ticket as (
  task_id bigint, number integer, turn bigint, queue text, tenant text, group_name text, type text, task_key text, chunk_count integer
);
