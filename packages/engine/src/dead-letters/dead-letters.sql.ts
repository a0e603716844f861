/** Statements that list dead letters and decide about them. Times keep their microseconds, which cursors need. */
import { type JsonValue, sql } from "../database/sql.ts";
import type { EventOrigin } from "../intake/define-intake.ts";
import type { Asked } from "./dead-letter.ts";
import type { ChunkBound, EventBound, ParkedBound } from "./list-dead-letters.ts";

type Page<Bound> = { readonly asked: Asked; readonly below: Bound | undefined; readonly limit: number };

export type DeadChunkRow = {
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

/** Returns open dead chunks, which await a decision, the newest first. */
export const selectOpenChunks = ({ asked, below, limit }: Page<ChunkBound>) => sql<DeadChunkRow>`
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

/** Returns chunks that were replayed or discarded and did not fail again, the newest failure first. */
export const selectDecidedChunks = ({
  asked,
  below,
  limit,
  state,
}: Page<ChunkBound> & { state: "REPLAYED" | "DISCARDED" }) => sql<DeadChunkRow>`
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

export type DeadEventRow = {
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

/** Returns the rejected events in one state, the newest first. */
export const selectEvents = ({
  asked,
  below,
  limit,
  state,
}: Page<EventBound> & { state: DeadEventRow["state"] }) => sql<DeadEventRow>`
  select rejected_id, rejected_at as at, (extract(epoch from rejected_at) * 1000000)::bigint as at_us, state, tenant, intake, event_id, kind, code, reason, origin, attempts, times
    from rota.rejected_events
   where state = ${state}
     and (rejected_at, rejected_id) < (coalesce('epoch'::timestamptz + ${below?.atUs ?? null}::bigint * interval '1 microsecond', 'infinity'), ${below?.rejectedId ?? 0n}::bigint)
     and rejected_at >= coalesce(${asked.from}::timestamptz, '-infinity') and rejected_at < coalesce(${asked.before}::timestamptz, 'infinity')
     and (${asked.tenant}::text is null or tenant = ${asked.tenant}) and (${asked.intake}::text is null or intake = ${asked.intake})
     and (${asked.code}::text is null or code = ${asked.code})
   order by rejected_at desc, rejected_id desc limit ${limit}`;

export type ChunkDetailsRow = Omit<DeadChunkRow, "state" | "at" | "at_us"> & {
  /** State of the dead letter; null: the chunk is not one. */
  state: DeadChunkRow["state"] | null;
  at: Date | null;
  /** State of the chunk; CANCELLED if its task was cancelled. */
  chunk_state: string;
  payload: unknown;
  has_payload: boolean;
  last_error: unknown;
  decided_by: string | null;
  decided_at: Date | null;
};

/** Returns a chunk with everything that is kept of it, whether it is a dead letter or not. No row: it does not exist. */
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

export type ParkedEventRow = {
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

/** Returns parked events of the outbox, which await a decision, the newest first. */
export const selectParkedEvents = ({ asked, below, limit }: Page<ParkedBound>) => sql<ParkedEventRow>`
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

/** Returns a parked event with everything that is kept of it. No row: it is not parked there. */
export const selectParkedEvent = ({ heldId, position }: { heldId: bigint; position: bigint }) => sql<ParkedEventRow>`
  select held_id, event.position, occurred_at as at, (extract(epoch from occurred_at) * 1000000)::bigint as at_us, event.tenant, sink, event_id::text, type,
         event.aggregate_type, event.aggregate_id, tries, error, payload, headers, routing_key,
         (select count(*) - 1 from rota.outbox_held_events where held_id = held.held_id)::integer as waiting
    from rota.outbox_held_aggregates as held join rota.outbox_events as event on event.position = held.failed_position
   where is_parked and held_id = ${heldId} and event.position = ${position}`;

export type LockedChunkRow = {
  task_id: bigint;
  number: number;
  tenant: string;
  type: string;
  version: number;
  payload: unknown;
  has_payload: boolean;
  code: string | null;
  is_discarded: boolean;
};

type Names = { readonly taskIds: readonly bigint[]; readonly numbers: readonly number[] };

/** Locks chunks until the transaction ends. Returns those that are dead letters. */
export const lockChunks = ({ taskIds, numbers }: Names) => sql<LockedChunkRow>`
  select task_id, number, tenant, type, version, payload, has_payload, code, is_discarded
    from rota.lock_dead_chunks(${taskIds}::bigint[], ${numbers}::integer[])`;

export type Decision = Names & { readonly actor: string; readonly reason: string | null };

/** Replays locked chunks; a single one may get another payload. Returns one row: the number of chunks. */
export const replayChunkRows = ({
  taskIds,
  numbers,
  payload,
  actor,
  reason,
}: Decision & { payload: JsonValue | null }) => sql<{ replayed: number }>`
  select rota.replay_dead_chunks(${taskIds}::bigint[], ${numbers}::integer[], ${payload}::text::jsonb, ${actor}, ${reason}) as replayed`;

/** Discards locked chunks. The caller ignores the rows. */
export const discardChunkRows = ({ taskIds, numbers, actor, reason }: Decision) => sql<object>`
  select rota.decide_dead_chunks(${taskIds}::bigint[], ${numbers}::integer[], 'DISCARDED', ${actor}, ${reason}::text)`;

export type LockedEventRow = {
  intake: string;
  tenant: string | null;
  event_id: string | null;
  state: "OPEN" | "REPLAYED" | "DISCARDED";
  code: string;
  payload_hash: string;
};

/** Locks a rejected event until the transaction ends. No row: it does not exist. */
export const lockEvent = (rejectedId: bigint) => sql<LockedEventRow>`
  select intake, tenant, event_id, state, code, encode(payload_hash, 'hex') as payload_hash
    from rota.rejected_events where rejected_id = ${rejectedId} for update`;

/** Reopens a discarded event. Returns one row: false if the event has another open record. */
export const reopenEvent = (rejectedId: bigint) => sql<{ is_open: boolean }>`
  select rota.reopen_rejected(${rejectedId}) as is_open`;

export type DecidedRow = { decided_by: string; decided_at: Date };

/** Returns the latest decision about a chunk. No row: there was none. */
export const selectChunkDecision = ({ taskId, number }: { taskId: bigint; number: number }) => sql<DecidedRow>`
  select decided_by, decided_at from rota.dead_chunks where task_id = ${taskId} and number = ${number}`;

/** Returns the latest decision about an event. No row: there was none. */
export const selectEventDecision = (rejectedId: bigint) => sql<DecidedRow>`
  select actor as decided_by, acted_at as decided_at from rota.rejected_event_acts where rejected_id = ${rejectedId} order by act_id desc limit 1`;

/** Returns one row: the time of the database's clock in microseconds. */
export const selectNowUs = () => sql<{ now_us: bigint }>`
  select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us`;

export type OldestRow = { at_us: bigint; task_id: bigint | null; number: number | null; rejected_id: bigint | null };

type Span = {
  readonly asked: Asked;
  readonly above: { readonly chunk: ChunkBound; readonly event: EventBound };
  /** Time of the newest failure to include. */
  readonly untilUs: bigint;
};

/** Returns the oldest open dead letters that follow a place, in order. */
export const selectOldestOpen = ({ asked, above, untilUs, limit }: Span & { limit: number }) => sql<OldestRow>`
  (select (extract(epoch from chunks.finished_at) * 1000000)::bigint as at_us, chunks.task_id, chunks.number, null::bigint as rejected_id
     from rota.chunks join rota.tasks using (task_id)
    where ${asked.hasChunks} and chunks.state in ('FAILED', 'DEAD_LETTER') and tasks.state <> 'CANCELLED'
      and (chunks.finished_at, chunks.task_id, chunks.number)
          > ('epoch'::timestamptz + ${above.chunk.atUs}::bigint * interval '1 microsecond', ${above.chunk.taskId}::bigint, ${above.chunk.number}::integer)
      and chunks.finished_at <= 'epoch'::timestamptz + ${untilUs}::bigint * interval '1 microsecond'
      and chunks.finished_at >= coalesce(${asked.from}::timestamptz, '-infinity') and chunks.finished_at < coalesce(${asked.before}::timestamptz, 'infinity')
      and (${asked.tenant}::text is null or tenant = ${asked.tenant}) and (${asked.queue}::text is null or tasks.queue = ${asked.queue})
      and (${asked.type}::text is null or type = ${asked.type}) and (${asked.code}::text is null or last_error ->> 'code' = ${asked.code})
      and not rota.is_discarded(chunks.task_id, chunks.number, chunks.finished_at)
    order by chunks.finished_at, chunks.task_id, chunks.number limit ${limit})
  union all
  (select (extract(epoch from rejected_at) * 1000000)::bigint, null, null, rejected_id
     from rota.rejected_events
    where ${asked.hasEvents} and state = 'OPEN'
      and (rejected_at, rejected_id) > ('epoch'::timestamptz + ${above.event.atUs}::bigint * interval '1 microsecond', ${above.event.rejectedId}::bigint)
      and rejected_at <= 'epoch'::timestamptz + ${untilUs}::bigint * interval '1 microsecond'
      and rejected_at >= coalesce(${asked.from}::timestamptz, '-infinity') and rejected_at < coalesce(${asked.before}::timestamptz, 'infinity')
      and (${asked.tenant}::text is null or tenant = ${asked.tenant}) and (${asked.intake}::text is null or intake = ${asked.intake})
      and (${asked.code}::text is null or code = ${asked.code})
    order by rejected_at, rejected_id limit ${limit})
  order by at_us, rejected_id nulls first, task_id, number limit ${limit}`;

/** Returns one row: the number of open dead letters up to a time. */
export const countOpen = ({ asked, untilUs }: Pick<Span, "asked" | "untilUs">) => sql<{ count: number }>`
  select ((select count(*)
             from rota.chunks join rota.tasks using (task_id)
            where ${asked.hasChunks} and chunks.state in ('FAILED', 'DEAD_LETTER') and tasks.state <> 'CANCELLED'
              and chunks.finished_at <= 'epoch'::timestamptz + ${untilUs}::bigint * interval '1 microsecond'
              and chunks.finished_at >= coalesce(${asked.from}::timestamptz, '-infinity') and chunks.finished_at < coalesce(${asked.before}::timestamptz, 'infinity')
              and (${asked.tenant}::text is null or tenant = ${asked.tenant}) and (${asked.queue}::text is null or tasks.queue = ${asked.queue})
              and (${asked.type}::text is null or type = ${asked.type}) and (${asked.code}::text is null or last_error ->> 'code' = ${asked.code})
              and not rota.is_discarded(chunks.task_id, chunks.number, chunks.finished_at))
        + (select count(*)
             from rota.rejected_events
            where ${asked.hasEvents} and state = 'OPEN'
              and rejected_at <= 'epoch'::timestamptz + ${untilUs}::bigint * interval '1 microsecond'
              and rejected_at >= coalesce(${asked.from}::timestamptz, '-infinity') and rejected_at < coalesce(${asked.before}::timestamptz, 'infinity')
              and (${asked.tenant}::text is null or tenant = ${asked.tenant}) and (${asked.intake}::text is null or intake = ${asked.intake})
              and (${asked.code}::text is null or code = ${asked.code})))::float8 as count`;
