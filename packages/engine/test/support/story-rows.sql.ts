/** Statements of the stories about workers that die. */
import { sql } from "../../src/database/sql.ts";

/** Creates the table of effects. It has no unique key, so that an effect that happened twice has two rows. Returns nothing. */
export const makeEffects = () => sql<never>`
  create table rota.story_effects (task_id bigint not null, number integer not null, worker text not null)`;

export type Effect = { readonly task_id: bigint; readonly number: number; readonly worker: string };

/** Writes an effect. Returns nothing. */
export const insertEffect = ({ task_id: taskId, number, worker }: Effect) => sql<never>`
  insert into rota.story_effects (task_id, number, worker) values (${taskId}, ${number}, ${worker})`;

/** Returns every effect, in the order of tasks and chunks. */
export const selectEffects = () => sql<Effect>`
  select task_id, number, worker from rota.story_effects order by task_id, number`;

export type StoryChunk = {
  readonly task_id: bigint;
  readonly number: number;
  readonly state: string;
  readonly attempt: number;
  readonly owner: string | null;
};

/** Returns every chunk with the owner of its lease, in order. */
export const selectChunks = () => sql<StoryChunk>`
  select task_id, number, state, attempt, leases.owner
    from rota.chunks left join rota.leases using (lease_token)
   order by task_id, number`;

/** Returns at most ten chunks that have not ended, with the owners of their leases. */
export const selectOpenChunks = () => sql<StoryChunk>`
  select task_id, number, state, attempt, leases.owner
    from rota.chunks left join rota.leases using (lease_token)
   where state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING')
   order by task_id, number limit 10`;

/** Returns the outcomes of attempts that did not complete, in order. */
export const selectAttempts = () => sql<{ number: number; outcome: string; owner: string }>`
  select number, outcome, owner from rota.attempts order by attempt_id`;

/** Returns the leases that an owner holds. */
export const selectLeases = (owner: string) => sql<{ lease_token: bigint }>`
  select lease_token from rota.leases where owner = ${owner}`;

/** Makes every lease expire. Returns nothing. */
export const expireLeases = () => sql<never>`update rota.leases set expires_at = clock_timestamp()`;

/** Locks the chunks of a task until the transaction ends. Returns a row for each. */
export const lockChunks = (taskId: bigint) => sql<object>`
  select from rota.chunks where task_id = ${taskId} for update`;

/** Locks the changes that no claim of a queue has absorbed, until the transaction ends. Returns a row for each. */
export const lockChanges = (queue: string) => sql<object>`
  select from rota.lane_changes where queue = ${queue} for update`;

/** Returns a row for each lock that a session waits for because of this one. */
export const selectWhoWaitsForUs = () => sql<object>`
  select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;

/** Returns the progress that handlers reported. */
export const selectProgress = () => sql<{ note: string | null }>`select note from rota.chunk_progress`;
