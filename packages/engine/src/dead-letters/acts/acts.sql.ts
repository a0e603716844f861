/** The statements by which dead letters are decided about. */
import { sql, type JsonValue } from "../../database/sql.ts";
import type { Asked } from "../listing/filter.ts";
import type { ChunkBound, EventBound } from "../listing/place.ts";

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

/** Locks chunks until the transaction ends. Returns those that are dead. */
export const lockChunks = ({ taskIds, numbers }: Names) => sql<LockedChunkRow>`
  select task_id, number, tenant, type, version, payload, has_payload, code, is_discarded
    from rota.lock_dead_chunks(${taskIds}::bigint[], ${numbers}::integer[])`;

export type Decision = Names & { readonly actor: string; readonly reason: string | null };

/** Lets locked chunks be tried again, a single one under another payload if one is given. Returns one row: how many. */
export const replayChunkRows = ({
  taskIds,
  numbers,
  payload,
  actor,
  reason,
}: Decision & { payload: JsonValue | null }) => sql<{ replayed: number }>`
  select rota.replay_dead_chunks(${taskIds}::bigint[], ${numbers}::integer[], ${payload}::text::jsonb, ${actor}, ${reason}) as replayed`;

/** Notes that somebody gave up on locked chunks. Returns nothing of use. */
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

/** Locks a rejected event until the transaction ends. No row: there is none. */
export const lockEvent = (rejectedId: bigint) => sql<LockedEventRow>`
  select intake, tenant, event_id, state, code, encode(payload_hash, 'hex') as payload_hash
    from rota.rejected_events where rejected_id = ${rejectedId} for update`;

/** Opens a discarded event again. Returns one row: false when there is another open record of it. */
export const reopenEvent = (rejectedId: bigint) => sql<{ is_open: boolean }>`
  select rota.reopen_rejected(${rejectedId}) as is_open`;

export type DecidedRow = { decided_by: string; decided_at: Date };

/** Returns who decided last about a chunk. No row: nobody. */
export const selectChunkDecision = ({ taskId, number }: { taskId: bigint; number: number }) => sql<DecidedRow>`
  select decided_by, decided_at from rota.dead_chunks where task_id = ${taskId} and number = ${number}`;

/** Returns who decided last about an event. No row: nobody. */
export const selectEventDecision = (rejectedId: bigint) => sql<DecidedRow>`
  select actor as decided_by, acted_at as decided_at from rota.rejected_event_acts where rejected_id = ${rejectedId} order by act_id desc limit 1`;

/** Returns one row: the time by the database's clock, to the microsecond. */
export const selectNowUs = () => sql<{ now_us: bigint }>`
  select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us`;

export type OldestRow = { at_us: bigint; task_id: bigint | null; number: number | null; rejected_id: bigint | null };

type Span = {
  readonly asked: Asked;
  readonly above: { readonly chunk: ChunkBound; readonly event: EventBound };
  /** What failed later is left alone. */
  readonly untilUs: bigint;
};

/** Returns the oldest open letters behind a place, in their order. */
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

/** Returns one row: how many open letters there are up to a time. */
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
