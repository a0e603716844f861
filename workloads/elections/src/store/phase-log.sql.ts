/** SQL statements of the phases after closing as workers ran them: tasks and attempts, kept as long as the election. */
import { sql } from "@rota/engine";

type ChunkAttempt = { electionId: bigint; taskId: bigint; number: number; attempt: number };

/**
 * Writes down that an attempt begins, with the turn that it was given. An earlier attempt of the chunk that never ended
 * lost its worker. Returns one row: the id of the attempt; none: the chunk was pruned.
 */
export const beginAttempt = ({ electionId, taskId, number, attempt }: ChunkAttempt) => sql<{ attempt_id: bigint }>`
  with task as (
    insert into rota.elections_phase_tasks (task_id, election_id, task_instance_id, type, chunks, has_finish, created_by, created_at)
    select task_id, ${electionId}, coalesce(task_key, task_id::text), type, chunk_count, has_finish, name, submitted_at
      from rota.tasks left join rota.task_submitters using (task_id)
     where task_id = ${taskId}
    on conflict (task_id) do nothing
  ), lost as (
    update rota.elections_attempts set status = 'FAILED', ended_at = clock_timestamp(), error_message = 'its worker was lost'
     where task_id = ${taskId} and chunk_number = ${number} and status = 'IN_PROGRESS')
  insert into rota.elections_attempts (task_id, chunk_number, attempt, status, started_at, queue, pool, turn, turn_at, log_entry, log_hash)
  select chunks.task_id, chunks.number, ${attempt}, 'IN_PROGRESS', clock_timestamp(), tasks.queue, chunks.queue, chunks.turn, log.at, log.entry, log.hash
    from rota.chunks join rota.tasks using (task_id)
    left join rota.dispatch_log log on log.queue = chunks.queue and log.entry = rota.entry_of_turn(chunks.queue, chunks.turn)
                                   and chunks.turn between log.turn_count - cardinality(log.numbers) + 1 and log.turn_count
   where chunks.task_id = ${taskId} and chunks.number = ${number}
  returning attempt_id`;

/** Writes down how an attempt ended, unless another one has begun since. Returns nothing. */
export const endAttempt = (
  attemptId: bigint,
  { status, error }: { status: "COMPLETED" | "FAILED"; error: string | null },
) => sql`
  update rota.elections_attempts set status = ${status}, ended_at = clock_timestamp(), error_message = ${error}
   where attempt_id = ${attemptId} and status = 'IN_PROGRESS'`;

/** Forgets an attempt that only waited, at no cost. Returns nothing. */
export const dropAttempt = (attemptId: bigint) => sql`
  delete from rota.elections_attempts where attempt_id = ${attemptId} and status = 'IN_PROGRESS'`;

/** Writes down that a task was stopped. Returns nothing. */
export const markStopped = (electionId: bigint, taskId: bigint) => sql`
  insert into rota.elections_phase_tasks as kept (task_id, election_id, task_instance_id, type, chunks, has_finish, created_by, created_at, stopped_at)
  select task_id, ${electionId}, coalesce(task_key, task_id::text), type, chunk_count, has_finish, name, submitted_at, clock_timestamp()
    from rota.tasks left join rota.task_submitters using (task_id)
   where task_id = ${taskId}
  on conflict (task_id) do update set stopped_at = coalesce(kept.stopped_at, excluded.stopped_at)`;

export type PhaseTaskRow = {
  task_id: bigint;
  task_instance_id: string;
  type: string;
  chunks: number;
  has_finish: boolean;
  created_by: string | null;
  created_at: Date;
  stopped_at: Date | null;
  completed: number;
  error: string | null;
};

/** Returns the tasks of an election's phases with their completed chunks and the error of the first other one, oldest first. */
export const selectPhaseTasks = (electionId: bigint) => sql<PhaseTaskRow>`
  select tasks.task_id, task_instance_id, type, chunks, has_finish, created_by, created_at, stopped_at,
         (select count(distinct chunk_number)::integer from rota.elections_attempts attempts
           where attempts.task_id = tasks.task_id and status = 'COMPLETED') as completed,
         (select error_message from rota.elections_attempts attempts
           where attempts.task_id = tasks.task_id and status = 'FAILED'
             and not exists (select from rota.elections_attempts later
                              where later.task_id = attempts.task_id and later.chunk_number = attempts.chunk_number
                                and later.attempt_id > attempts.attempt_id)
           order by chunk_number limit 1) as error
    from rota.elections_phase_tasks tasks
   where election_id = ${electionId}
   order by tasks.task_id`;

export type AttemptRow = {
  chunk_number: number;
  attempt: number;
  status: string;
  started_at: Date | null;
  ended_at: Date | null;
  error_message: string | null;
  queue: string | null;
  /** Pool in whose dispatch log the turn is. */
  pool: string | null;
  turn: bigint | null;
  turn_at: Date | null;
  log_entry: bigint | null;
  log_hash: Uint8Array | null;
};

/** Returns the attempts of a task, by chunk. */
export const selectAttempts = (taskId: bigint) => sql<AttemptRow>`
  select chunk_number, attempt, status, started_at, ended_at, error_message, queue, pool, turn, turn_at, log_entry, log_hash
    from rota.elections_attempts where task_id = ${taskId}
   order by chunk_number, attempt_id`;

/**
 * Returns a row for each election whose phase ended without finishing, where the engine has pruned its task: the newest
 * task of a kind, or of a guardian who is not missing where there are several, failed or was stopped.
 */
export const selectKeptErrors = (electionIds: readonly bigint[]) => sql<{ election_id: bigint; reason: string }>`
  select distinct on (election_id) election_id,
         case when stopped_at is not null then 'it was stopped' else coalesce(
           (select error_message from rota.elections_attempts attempts
             where attempts.task_id = newest.task_id and status = 'FAILED' order by attempt_id desc limit 1), 'it failed') end as reason
    from (select distinct on (election_id, kind) *
            from (select *, case when type like 'elections.tally-%' then 'tally' else regexp_replace(task_instance_id, '_[0-9]+$', '') end as kind
                    from rota.elections_phase_tasks where election_id = any (${electionIds})) tasks
           order by election_id, kind, task_id desc) newest
    join rota.elections using (election_id)
   where type = any (case state
           when 'TALLYING'   then array['elections.tally-creation', 'elections.tally-merge']
           when 'DECRYPTING' then array['elections.partial-decryption', 'elections.compensated-decryption']
           when 'COMBINING'  then array['elections.combine-decryption']
           when 'DECRYPTED'  then array['elections.record-assembly']
           else array[]::text[] end)
     and not exists (select from rota.tasks where tasks.task_id = newest.task_id)
     and (stopped_at is null or type in ('elections.tally-creation', 'elections.combine-decryption'))
     and (select count(distinct chunk_number) from rota.elections_attempts attempts
           where attempts.task_id = newest.task_id and status = 'COMPLETED') < chunks
     and not exists (select from rota.elections_guardians guardians
                      where guardians.election_id = newest.election_id and missing_at is not null
                        and sequence = substring(task_instance_id from '_s?g([0-9]+)_')::smallint)
   order by election_id, task_id desc`;

/** Returns the election that a kept task belongs to, by the task's key or id. No row: there is none. */
export const selectElectionOfKept = (name: string) => sql<{ election_id: bigint; tenant: string }>`
  select election_id, tenant
    from rota.elections_phase_tasks join rota.elections using (election_id)
   where task_instance_id = ${name} or task_id::text = ${name}
   limit 1`;

/** Returns those of the tasks that the engine still has. */
export const selectTasksThere = (taskIds: readonly bigint[]) => sql<{ task_id: bigint }>`
  select task_id from rota.tasks where task_id = any (${taskIds}::bigint[])`;
