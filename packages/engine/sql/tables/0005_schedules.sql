-- Schedules as rows, so that all processes and deploys agree on what runs when. A pass locks those that are due, submits
-- their tasks and moves them on in one transaction: a run is submitted and passed, or neither.

create table rota.schedules (
  name         text        constraint schedules_have_a_name primary key,
  cron         text        not null,
  time_zone    text        not null,
  task         jsonb       not null, -- what each run submits, but for its unique key and its time
  on_missed    text        not null constraint schedules_on_missed_is_known check (on_missed in ('once', 'all', 'none')),
  catch_up_max integer     not null constraint schedules_catch_up_is_bounded check (catch_up_max between 1 and 1000),
  is_paused    boolean     not null default false,
  next_run_at  timestamptz not null, -- the first run about which nothing is decided
  due_at       timestamptz not null, -- when a pass handles it: at its next run, later after a failure
  last_run_at  timestamptz,          -- the nominal time of the latest run that was submitted
  last_task_id bigint,
  last_error   text                  -- why the latest pass could not run it; null once one could
);

create index schedules_due on rota.schedules (due_at) where not is_paused;

-- Runs that were left out on purpose: all of a schedule's from one time on and before another. Spans, since there may be
-- one for every second of a week.
create table rota.missed_runs (
  missed_id     bigint      generated always as identity constraint missed_runs_have_an_id primary key,
  schedule_name text        not null constraint missed_runs_are_of_a_schedule references rota.schedules on delete cascade,
  from_run      timestamptz not null,
  before_run    timestamptz not null,
  cron          text        not null, -- as it was then
  time_zone     text        not null,
  reason        text        not null constraint missed_runs_reason_is_known check (reason in ('LATE', 'PAUSED', 'CHANGED')),
  recorded_at   timestamptz not null default clock_timestamp(),
  constraint missed_runs_have_a_length check (from_run < before_run)
);

create index missed_runs_of_schedule on rota.missed_runs (schedule_name, missed_id);
