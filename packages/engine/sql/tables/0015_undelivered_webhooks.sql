-- A delivery that failed for good is a dead letter: its job fails with it, and replaying the dead letter sends it again.
alter table rota.webhook_deliveries
  add column task_id         bigint,                     -- the job that sends it, since its first attempt
  add column attempts_before integer not null default 0; -- attempts before its dead letter was replayed: the schedule begins anew after them

create index webhook_deliveries_failed_jobs on rota.webhook_deliveries (task_id) where state = 'FAILED';

alter table rota.webhook_attempts add column response_headers jsonb;

-- What the event is about, for formats whose bodies say so. Null: an event from before, or one without an aggregate.
alter table rota.webhook_messages
  add column aggregate_type text,
  add column aggregate_id   text;

-- Jobs that were announced to the broker, each by one process. Those that are far behind the newest are forgotten.
create table rota.announced_jobs (
  task_id bigint constraint announced_jobs_come_once primary key
);
