/** Statements that read submitted tasks and replace the clock of a test database. */
import { sql, sqlScript } from "../database/sql.ts";
import type { ChunkState, TaskState } from "../tasks/task-states.ts";

type SubmittedTaskRow<Input> = {
  task_id: bigint;
  type: string;
  queue: string;
  tenant: string;
  group_name: string;
  state: TaskState;
  input: Input;
  due_at: Date | null;
};

/** Returns tasks in the order of their submission; the input of a job is the payload of its chunk. */
export const selectSubmitted = <Input>({ type, limit }: { type: string; limit: number }) => sql<
  SubmittedTaskRow<Input>
>`
  select task_id, type, tasks.queue, tenant, group_name, rota.task_state(tasks) as state, case when is_job then payload else input end as input, due_at
    from rota.tasks
    join rota.chunks using (task_id)
   where number = 1 and type = ${type}
   order by task_id
   limit ${limit}`;

/** Returns the first chunk of a task that has not ended; no row: all have. */
export const selectOpenChunk = (taskId: bigint) => sql<{ number: number; state: ChunkState; due_at: Date | null }>`
  select number, state, due_at
    from rota.chunks
   where task_id = ${taskId} and state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING')
   order by number
   limit 1`;

/**
 * Puts functions of the same names before PostgreSQL's own, so that everything that is created in this session later (tables
 * with their defaults, functions, statements) calls them for the time. `current_timestamp` is syntax and is not replaced.
 * Returns nothing.
 */
export const replaceClock = () =>
  sqlScript(`
  create schema rota_held_time;
  create function rota_held_time.clock_timestamp() returns timestamptz language sql stable
    as $$ select current_setting('rota_held_time.now')::timestamptz $$;
  create function rota_held_time.now() returns timestamptz language sql stable
    as $$ select current_setting('rota_held_time.now')::timestamptz $$;
  set search_path = rota_held_time, pg_catalog, public`);

/** Sets the time. Returns nothing of interest. */
export const setTime = (now: Date) => sql`select set_config('rota_held_time.now', ${now.toISOString()}, false)`;
