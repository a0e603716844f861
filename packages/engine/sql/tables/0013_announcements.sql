-- Tasks announce what happens to them as events of the outbox, if their submitter asked for it.

-- Which transitions are announced: bit 0 submitted, 1 started, 2 completed, 3 failed, 4 cancelled, 5 a chunk became a dead
-- letter. Bit 6: the result is encoded, and no event has it.
alter table rota.tasks add column announce smallint not null default 0;

-- The same bits, where they concern the chunk: its start, if it is the first of its task, and for a job that is not counted
-- down its end. With the chunk, so that nothing else is read to claim or settle it.
alter table rota.chunks add column announce smallint not null default 0;

-- Tasks whose start was announced. Apart from the task, whose row a user's transaction may hold: a claim must not wait for it.
create table rota.announced_starts (
  task_id bigint constraint announced_starts_come_once primary key
);

-- Ends of jobs whose row another transaction held: they are announced later, unless that transaction cancelled the job.
create table rota.left_announcements (
  left_id bigint generated always as identity constraint left_announcements_have_an_id primary key,
  task_id bigint not null,
  what    text   not null constraint left_announcements_are_ends check (what in ('completed', 'failed'))
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
