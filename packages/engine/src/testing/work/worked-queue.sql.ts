/** The statements by which tests look at work and let time pass for it. */
import { sql } from "../../database/sql.ts";

export type ChunkFacts = {
  state: string;
  attempt: number;
  is_suspect: boolean;
  is_leased: boolean;
  payload: unknown;
  result: unknown;
  last_error: unknown;
};

/** As if the delay of a retry or a snooze had passed. Returns nothing. */
export const fallDue = (taskId: bigint) => sql<never>`
  update rota.chunks set due_at = clock_timestamp() where task_id = ${taskId} and state = 'SCHEDULED'`;

/** As if a lease had not been renewed in time. Returns nothing. */
export const expireLease = (leaseToken: bigint) => sql<never>`
  update rota.leases set expires_at = clock_timestamp() - interval '1 second' where lease_token = ${leaseToken}`;

/** Returns a chunk; no row: there is none. */
export const selectChunkFacts = ({ taskId, number }: { taskId: bigint; number: number }) => sql<ChunkFacts>`
  select state, attempt, is_suspect, lease_token is not null as is_leased, payload, result, last_error
    from rota.chunks where task_id = ${taskId} and number = ${number}`;

/** Returns the states of a task's chunks by number. */
export const selectChunkStates = (taskId: bigint) => sql<{ state: string }>`
  select state from rota.chunks where task_id = ${taskId} order by number`;

/** Returns the state of a task; no row: there is none. */
export const selectState = (taskId: bigint) => sql<{ state: string }>`
  select rota.task_state(tasks) as state from rota.tasks where task_id = ${taskId}`;

/** Returns what is remembered of a chunk's attempts, the oldest first. */
export const selectAttempts = ({ taskId, number }: { taskId: bigint; number: number }) => sql<{
  attempt: number;
  outcome: string;
}>`
  select attempt, outcome from rota.attempts where task_id = ${taskId} and number = ${number} order by attempt_id`;

/** Returns a row for each lease on chunks of a queue. */
export const selectLeases = (queue: string) => sql<{ lease_token: bigint }>`
  select lease_token from rota.leases where queue = ${queue}`;
