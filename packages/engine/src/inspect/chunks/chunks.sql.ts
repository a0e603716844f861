/** The statements that show chunks of a task; none reads payloads but the one of a single chunk. */
import { sql } from "../../database/sql.ts";
import type { ChunkState } from "../../tasks/chunk.ts";

export type TaskPlaceRow = { chunk_count: number; total: number };

/** Returns one row of a task. No row: there is none, or it is of another tenant. */
export const selectTaskPlace = (wish: { taskId: bigint; tenant: string | null }) => sql<TaskPlaceRow>`
  select chunk_count, chunk_count + exists (select from rota.chunks where has_finish and chunks.task_id = tasks.task_id and number = chunk_count + 1)::integer as total
    from rota.tasks
   where task_id = ${wish.taskId} and (${wish.tenant}::text is null or tenant = ${wish.tenant})`;

export type ChunkWish = {
  readonly taskId: bigint;
  readonly state: ChunkState | null;
  readonly after: number;
  readonly looked: number;
  readonly limit: number;
};

export type FoundChunks = { numbers: readonly number[]; looked_to: number | null; seen: number };

/** Returns one row: numbers of chunks in a state, in order, of so many that are looked at, and how far it looked. */
export const findChunks = ({ taskId, state, after, looked, limit }: ChunkWish) => sql<FoundChunks>`
  with seen as materialized (
    select number, state from rota.chunks where task_id = ${taskId} and number > ${after} order by task_id, number limit ${looked})
  select array(select number from seen where ${state}::text is null or state = ${state} order by number limit ${limit}) as numbers,
         (select max(number) from seen) as looked_to, (select count(*)::integer from seen) as seen`;

/** Returns one row as above, of chunks that failed: along their own index, so that all that fit are found. */
export const findFailedChunks = ({ taskId, state, after, limit }: ChunkWish) => sql<FoundChunks>`
  select array(select number from rota.chunks
                where task_id = ${taskId} and number > ${after} and state in ('FAILED', 'DEAD_LETTER') and state = ${state}
                order by task_id, number limit ${limit}) as numbers,
         null::integer as looked_to, 0 as seen`;

export type ChunkViewRow = {
  task_id: bigint;
  number: number;
  state: ChunkState;
  is_finish: boolean;
  attempt: number;
  turn: bigint | null;
  due_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  code: string | null;
  message: string | null;
  owner: string | null;
  done: number | null;
  total: number | null;
  note: string | null;
  reported_at: Date | null;
};

/** Returns the chunks with these numbers, in order. */
export const selectChunkViews = ({
  taskId,
  numbers,
  chunkCount,
}: {
  taskId: bigint;
  numbers: readonly number[];
  chunkCount: number;
}) => sql<ChunkViewRow>`
  select chunks.task_id, chunks.number, state, chunks.number > ${chunkCount} as is_finish, attempt, turn, due_at, rota.turn_at(chunks.queue, turn) as started_at,
         finished_at, last_error ->> 'code' as code, last_error ->> 'message' as message, owner, done, total, note, reported_at
    from rota.chunks
    left join lateral (select owner from rota.leases where leases.lease_token = chunks.lease_token limit 1) as lease on true
    left join lateral (select done, total, note, reported_at from rota.chunk_progress as progress
                        where progress.task_id = chunks.task_id and progress.number = chunks.number and progress.lease_token = chunks.lease_token limit 1) as reported on true
   where chunks.task_id = ${taskId} and chunks.number = any (${numbers}::integer[])
   order by chunks.number`;

export type ChunkRestRow = {
  tenant: string;
  group_name: string;
  queue: string;
  type: string;
  lease_until: Date | null;
  is_suspect: boolean;
  returns: number;
  payload: unknown;
  result: unknown;
  last_error: unknown;
  decision: "REPLAYED" | "DISCARDED" | null;
  decided_by: string | null;
  reason: string | null;
  decided_at: Date | null;
};

/** Returns the rest of one chunk. No row: there is none, or it is of another tenant. */
export const selectChunkRest = (wish: { taskId: bigint; number: number; tenant: string | null }) => sql<ChunkRestRow>`
  select tenant, group_name, tasks.queue, type, lease.expires_at as lease_until, is_suspect, returns, payload, result, last_error,
         dead.state as decision, decided_by, reason, decided_at
    from rota.tasks
    join rota.chunks using (task_id)
    left join lateral (select expires_at from rota.leases where leases.lease_token = chunks.lease_token limit 1) as lease on true
    left join rota.dead_chunks as dead on dead.task_id = chunks.task_id and dead.number = chunks.number
   where tasks.task_id = ${wish.taskId} and chunks.number = ${wish.number} and (${wish.tenant}::text is null or tenant = ${wish.tenant})`;

/** Returns one row: a letter and a digit for each chunk from one on, in order, and how many there are. */
export const selectGrid = (wish: {
  taskId: bigint;
  from: number;
  count: number;
  states: readonly string[];
  letters: string;
}) =>
  sql<{ states: string; attempts: string; chunks: number }>`
  select coalesce(string_agg(substr(${wish.letters}, array_position(${wish.states}::text[], state), 1), '' order by number), '') as states,
         coalesce(string_agg(least(attempt, 9)::text, '' order by number), '') as attempts, count(*)::integer as chunks
    from (select number, state, attempt from rota.chunks
           where task_id = ${wish.taskId} and number >= ${wish.from} order by task_id, number limit ${wish.count}) as chunk`;
