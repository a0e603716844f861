-- Tasks announce what happens to them as events of the outbox, if their submitter asked for it.

-- Which transitions are announced: bit 0 submitted, 1 started, 2 completed, 3 failed, 4 cancelled, 5 a chunk became a dead
-- letter. Bit 6: the result is encoded, and no event has it.
alter table rota.tasks add column announce smallint not null default 0;

-- Its start is announced, if it is the first of its task. With the chunk, so that a claim does not read the task.
alter table rota.chunks add column is_announced boolean not null default false;

-- Tasks whose start was announced. Apart from the task, whose row a user's transaction may hold: a claim must not wait for it.
create table rota.announced_starts (
  task_id bigint constraint announced_starts_come_once primary key
);

-- Where the end of a task is sent, in the place of the URL of an endpoint.
create table rota.task_callbacks (
  task_id     bigint constraint task_callbacks_have_a_task primary key,
  endpoint_id uuid   not null constraint task_callbacks_have_an_endpoint references rota.webhook_endpoints,
  url         text   not null
);

alter table rota.webhook_deliveries add column url text; -- null: the endpoint's

-- Live events read them in the order of time.
create index outbox_arrivals_announced on rota.outbox_arrivals (occurred_at) where aggregate_type = 'TASK';
create index outbox_events_announced on rota.outbox_events (occurred_at) where aggregate_type = 'TASK';
