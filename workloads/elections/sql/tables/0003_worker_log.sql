-- What workers did for the phases after closing. It stays as long as the election, whatever the engine prunes.

create table rota.elections_phase_tasks (
  task_id          bigint      constraint elections_phase_tasks_by_id primary key,
  election_id      bigint      not null constraint elections_phase_tasks_have_an_election references rota.elections on delete cascade,
  task_instance_id text        not null,
  type             text        not null,
  chunks           integer     not null constraint elections_phase_tasks_have_chunks check (chunks >= 1),
  has_finish       boolean     not null,
  created_by       text,
  created_at       timestamptz not null,
  stopped_at       timestamptz
);

create index elections_phase_tasks_of_election on rota.elections_phase_tasks (election_id, type, task_id);

-- One row for each attempt of a chunk, with the turn that the fairness rule gave it: the entry of the dispatch log and
-- the hash of that entry, which covers all entries before it.
create table rota.elections_attempts (
  attempt_id     bigint      generated always as identity constraint elections_attempts_have_an_id primary key,
  task_id        bigint      not null constraint elections_attempts_have_a_task references rota.elections_phase_tasks on delete cascade,
  chunk_number   integer     not null,
  attempt        integer     not null,
  status         text        not null constraint elections_attempts_status_is_known check (status in ('IN_PROGRESS', 'COMPLETED', 'FAILED')),
  started_at     timestamptz,
  ended_at       timestamptz,
  error_message  text,
  queue          text,
  turn           bigint,
  turn_at        timestamptz,
  log_entry      bigint,
  log_hash       bytea,
  constraint elections_attempts_end_once check ((status = 'IN_PROGRESS') = (ended_at is null))
);

create index elections_attempts_of_chunk on rota.elections_attempts (task_id, chunk_number, attempt_id);

-- Elections of before this table keep the last attempt of each chunk, as far as the engine has it.
insert into rota.elections_phase_tasks (task_id, election_id, task_instance_id, type, chunks, has_finish, created_by, created_at)
select task_id, election_id, coalesce(task_key, task_id::text), type, chunk_count, has_finish, name, submitted_at
  from rota.tasks
  join rota.elections on tasks.tenant = elections.tenant and tasks.group_name = 'election-' || election_id
  left join rota.task_submitters using (task_id)
 where type in ('elections.tally-creation', 'elections.tally-merge', 'elections.partial-decryption', 'elections.compensated-decryption', 'elections.combine-decryption', 'elections.record-assembly');

insert into rota.elections_attempts (task_id, chunk_number, attempt, status, started_at, ended_at, error_message)
select task_id, chunk_number, attempt, case when end_time is null then 'IN_PROGRESS' when status = 'IN_PROGRESS' then 'FAILED' else status end,
       start_time, end_time, error_message
  from rota.elections_worker_log(array['elections.tally-creation', 'elections.tally-merge', 'elections.partial-decryption',
                                       'elections.compensated-decryption', 'elections.combine-decryption', 'elections.record-assembly']) as log
 where exists (select from rota.elections_phase_tasks where elections_phase_tasks.task_id = log.task_id)
 order by task_id, chunk_number;

drop view rota.tally_worker_log, rota.decryption_worker_log, rota.combine_worker_log;

create view rota.tally_worker_log as
  select election_id, task_instance_id, task_instance_id || '_chunk_' || chunk_number as chunk_id, chunk_number, started_at as start_time,
         ended_at as end_time, status, attempt, error_message, task_id, attempt_id
    from rota.elections_attempts join rota.elections_phase_tasks using (task_id)
   where type = 'elections.tally-creation';

create view rota.decryption_worker_log as
  select election_id, task_instance_id, task_instance_id || '_chunk_' || chunk_number as chunk_id, chunk_number, started_at as start_time,
         ended_at as end_time, status, attempt, error_message, task_id, attempt_id,
         coalesce(substring(task_instance_id from '_tg(\d+)'), substring(task_instance_id from '_g(\d+)'))::integer as guardian_id,
         coalesce(substring(task_instance_id from '_sg(\d+)'), substring(task_instance_id from '_g(\d+)'))::integer as decrypting_guardian_id,
         case type when 'elections.partial-decryption' then 'PARTIAL' else 'COMPENSATED' end as decryption_type
    from rota.elections_attempts join rota.elections_phase_tasks using (task_id)
   where type in ('elections.partial-decryption', 'elections.compensated-decryption');

create view rota.combine_worker_log as
  select election_id, task_instance_id, task_instance_id || '_chunk_' || chunk_number as chunk_id, chunk_number, started_at as start_time,
         ended_at as end_time, status, attempt, error_message, task_id, attempt_id
    from rota.elections_attempts join rota.elections_phase_tasks using (task_id)
   where type = 'elections.combine-decryption';
