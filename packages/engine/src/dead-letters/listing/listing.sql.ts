/** The statements that list dead letters. Times come with their microseconds, since lists go on by them. */
import { sql } from "../../database/sql.ts";
import type { EventOrigin } from "../../intake/event.ts";
import type { Asked } from "./filter.ts";
import type { ChunkBound, EventBound, ParkedBound } from "./place.ts";

type Page<Bound> = { readonly asked: Asked; readonly below: Bound | undefined; readonly limit: number };

export type ChunkLetterRow = {
  task_id: bigint;
  number: number;
  at: Date;
  at_us: bigint;
  state: "OPEN" | "REPLAYED" | "DISCARDED";
  tenant: string;
  queue: string;
  group_name: string;
  type: string;
  version: number;
  attempt: number;
  code: string | null;
  reason: string | null;
};

/** Returns chunks that failed for good and that nobody decided about, the newest first. */
export const selectOpenChunks = ({ asked, below, limit }: Page<ChunkBound>) => sql<ChunkLetterRow>`
  select chunks.task_id, chunks.number, chunks.finished_at as at, (extract(epoch from chunks.finished_at) * 1000000)::bigint as at_us, 'OPEN' as state,
         tenant, tasks.queue, group_name, type, version, attempt, last_error ->> 'code' as code, last_error ->> 'message' as reason
    from rota.chunks join rota.tasks using (task_id)
   where chunks.state in ('FAILED', 'DEAD_LETTER') and tasks.state <> 'CANCELLED'
     and (chunks.finished_at, chunks.task_id, chunks.number)
         < (coalesce('epoch'::timestamptz + ${below?.atUs ?? null}::bigint * interval '1 microsecond', 'infinity'), ${below?.taskId ?? 0n}::bigint, ${below?.number ?? 0}::integer)
     and chunks.finished_at >= coalesce(${asked.from}::timestamptz, '-infinity') and chunks.finished_at < coalesce(${asked.before}::timestamptz, 'infinity')
     and (${asked.tenant}::text is null or tenant = ${asked.tenant}) and (${asked.queue}::text is null or tasks.queue = ${asked.queue})
     and (${asked.type}::text is null or type = ${asked.type}) and (${asked.code}::text is null or last_error ->> 'code' = ${asked.code})
     and not rota.is_discarded(chunks.task_id, chunks.number, chunks.finished_at)
   order by chunks.finished_at desc, chunks.task_id desc, chunks.number desc limit ${limit}`;

/** Returns chunks that somebody decided about and that did not fail again, the newest failure first. */
export const selectDecidedChunks = ({
  asked,
  below,
  limit,
  state,
}: Page<ChunkBound> & { state: "REPLAYED" | "DISCARDED" }) => sql<ChunkLetterRow>`
  select chunks.task_id, chunks.number, failed_at as at, (extract(epoch from failed_at) * 1000000)::bigint as at_us, dead.state,
         tenant, tasks.queue, group_name, type, version, attempt, code, last_error ->> 'message' as reason
    from rota.dead_chunks as dead join rota.chunks using (task_id, number) join rota.tasks using (task_id)
   where dead.state = ${state} and case dead.state when 'DISCARDED' then chunks.finished_at = failed_at else chunks.state not in ('FAILED', 'DEAD_LETTER') end
     and (failed_at, task_id, number)
         < (coalesce('epoch'::timestamptz + ${below?.atUs ?? null}::bigint * interval '1 microsecond', 'infinity'), ${below?.taskId ?? 0n}::bigint, ${below?.number ?? 0}::integer)
     and failed_at >= coalesce(${asked.from}::timestamptz, '-infinity') and failed_at < coalesce(${asked.before}::timestamptz, 'infinity')
     and (${asked.tenant}::text is null or tenant = ${asked.tenant}) and (${asked.queue}::text is null or tasks.queue = ${asked.queue})
     and (${asked.type}::text is null or type = ${asked.type}) and (${asked.code}::text is null or code = ${asked.code})
   order by failed_at desc, task_id desc, number desc limit ${limit}`;

export type EventLetterRow = {
  rejected_id: bigint;
  at: Date;
  at_us: bigint;
  state: "OPEN" | "REPLAYED" | "DISCARDED";
  tenant: string | null;
  intake: string;
  event_id: string | null;
  kind: "MALFORMED" | "REJECTED" | "CONFLICT" | "DEAD_LETTER";
  code: string;
  reason: string;
  origin: EventOrigin;
  attempts: number;
  times: number;
};

/** Returns rejected events of a state, the newest first. */
export const selectEvents = ({
  asked,
  below,
  limit,
  state,
}: Page<EventBound> & { state: EventLetterRow["state"] }) => sql<EventLetterRow>`
  select rejected_id, rejected_at as at, (extract(epoch from rejected_at) * 1000000)::bigint as at_us, state, tenant, intake, event_id, kind, code, reason, origin, attempts, times
    from rota.rejected_events
   where state = ${state}
     and (rejected_at, rejected_id) < (coalesce('epoch'::timestamptz + ${below?.atUs ?? null}::bigint * interval '1 microsecond', 'infinity'), ${below?.rejectedId ?? 0n}::bigint)
     and rejected_at >= coalesce(${asked.from}::timestamptz, '-infinity') and rejected_at < coalesce(${asked.before}::timestamptz, 'infinity')
     and (${asked.tenant}::text is null or tenant = ${asked.tenant}) and (${asked.intake}::text is null or intake = ${asked.intake})
     and (${asked.code}::text is null or code = ${asked.code})
   order by rejected_at desc, rejected_id desc limit ${limit}`;

export type ChunkDetailsRow = Omit<ChunkLetterRow, "state" | "at" | "at_us"> & {
  /** Null: it is no dead letter. */
  state: ChunkLetterRow["state"] | null;
  at: Date | null;
  /** That of its task where that was cancelled. */
  chunk_state: string;
  payload: unknown;
  has_payload: boolean;
  last_error: unknown;
  decided_by: string | null;
  decided_at: Date | null;
};

/** Returns a chunk with all that is kept of it, whether it is a dead letter or not. No row: there is none. */
export const selectChunkDetails = ({ taskId, number }: { taskId: bigint; number: number }) => sql<ChunkDetailsRow>`
  select chunks.task_id, chunks.number, tenant, tasks.queue, group_name, type, version, attempt, payload, chunks.number <= chunk_count as has_payload, last_error,
         last_error ->> 'code' as code, last_error ->> 'message' as reason, decided_by, decided_at,
         case when tasks.state = 'CANCELLED' then 'CANCELLED' else chunks.state end as chunk_state,
         case when chunks.state not in ('FAILED', 'DEAD_LETTER') then (select 'REPLAYED' where dead.state = 'REPLAYED')
              when dead.state = 'DISCARDED' and failed_at = chunks.finished_at then 'DISCARDED'
              when tasks.state <> 'CANCELLED' then 'OPEN' end as state,
         case when chunks.state in ('FAILED', 'DEAD_LETTER') then chunks.finished_at else failed_at end as at
    from rota.chunks join rota.tasks using (task_id)
    left join rota.dead_chunks as dead on dead.task_id = chunks.task_id and dead.number = chunks.number
   where chunks.task_id = ${taskId} and chunks.number = ${number}`;

export type ParkedLetterRow = {
  held_id: bigint;
  position: bigint;
  at: Date;
  at_us: bigint;
  tenant: string;
  sink: string;
  event_id: string;
  type: string;
  aggregate_type: string;
  aggregate_id: string;
  tries: number;
  error: string | null;
  waiting: number;
  payload: unknown;
  headers: unknown;
  routing_key: string;
};

/** Returns events of the outbox that wait for somebody to decide, the newest first. */
export const selectParkedLetters = ({ asked, below, limit }: Page<ParkedBound>) => sql<ParkedLetterRow>`
  select held_id, event.position, occurred_at as at, (extract(epoch from occurred_at) * 1000000)::bigint as at_us, event.tenant, sink, event_id::text, type,
         event.aggregate_type, event.aggregate_id, tries, error, null as payload, null as headers, routing_key,
         (select count(*) - 1 from rota.outbox_held_events where held_id = held.held_id)::integer as waiting
    from rota.outbox_held_aggregates as held join rota.outbox_events as event on event.position = held.failed_position
   where is_parked
     and (occurred_at, held_id, event.position)
         < (coalesce('epoch'::timestamptz + ${below?.atUs ?? null}::bigint * interval '1 microsecond', 'infinity'), ${below?.heldId ?? 0n}::bigint, ${below?.position ?? 0n}::bigint)
     and occurred_at >= coalesce(${asked.from}::timestamptz, '-infinity') and occurred_at < coalesce(${asked.before}::timestamptz, 'infinity')
     and (${asked.tenant}::text is null or event.tenant = ${asked.tenant})
   order by occurred_at desc, held_id desc, event.position desc limit ${limit}`;

/** Returns a parked event with all that is kept of it. No row: it is not parked there. */
export const selectParkedLetter = ({ heldId, position }: { heldId: bigint; position: bigint }) => sql<ParkedLetterRow>`
  select held_id, event.position, occurred_at as at, (extract(epoch from occurred_at) * 1000000)::bigint as at_us, event.tenant, sink, event_id::text, type,
         event.aggregate_type, event.aggregate_id, tries, error, payload, headers, routing_key,
         (select count(*) - 1 from rota.outbox_held_events where held_id = held.held_id)::integer as waiting
    from rota.outbox_held_aggregates as held join rota.outbox_events as event on event.position = held.failed_position
   where is_parked and held_id = ${heldId} and event.position = ${position}`;
