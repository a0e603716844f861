/** Statements that show held locks, their waiters, past locks and counts by operation. */
import { sql } from "../database/sql.ts";
import type { LockRow } from "../locks/locks.ts";
import type { LockOutcome } from "./list-locks.ts";

export type HeldLockRow = LockRow & { tenant: string | null };

export type HeldLockQuery = {
  readonly tenant: string | null;
  readonly key: string | null;
  readonly prefix: string;
  readonly holder: string | null;
  readonly operation: string | null;
  readonly after: string;
  readonly scanMax: number;
  readonly limit: number;
};

/** Scans locks by key, up to `scanMax`. Returns those that are held and match. */
export const selectHeldLocks = (query: HeldLockQuery) => sql<HeldLockRow>`
  with scanned as materialized (
    select * from rota.locks
     where key > ${query.after} and key >= ${query.key ?? query.prefix} and (${query.key}::text is null or key <= ${query.key}) order by key limit ${query.scanMax})
  select key, holder, operation, context, progress, started_at,
         rota.lock_expected_end(task_id, started_at, expected_end_at) as expected_end_at, expires_at, task_id, tenant
    from scanned
   cross join lateral rota.lock_tenant(task_id, context) as tenant
   where starts_with(key, ${query.prefix}) and (${query.holder}::text is null or holder = ${query.holder})
     and (${query.operation}::text is null or operation = ${query.operation}) and (${query.tenant}::text is null or tenant = ${query.tenant})
     and case when task_id is null then expires_at > clock_timestamp()
              else exists (select from rota.tasks where tasks.task_id = scanned.task_id and rota.task_state(tasks) in ('ACTIVE', 'PAUSED')) end
   order by key limit ${query.limit}`;

/** Returns one row: the last key that the same query scans; null if no keys follow it. */
export const selectScannedKey = ({ after, prefix, scanMax }: HeldLockQuery) => sql<{ scanned_to: string | null }>`
  select case when count(*) = ${scanMax} and starts_with(max(key), ${prefix}) then max(key) end as scanned_to
    from (select key from rota.locks where key > ${after} and key >= ${prefix} order by key limit ${scanMax}) as seen`;

/** Returns the waiters of these locks, in their order. */
export const selectLines = (query: { keys: readonly string[]; limit: number }) => sql<{
  key: string;
  holder: string;
  operation: string;
  waits_since: Date;
}>`
  select named.key, holder, operation, waits_since
    from unnest(${query.keys}::text[]) as named (key)
   cross join lateral (select holder, operation, waits_since, waiter_id from rota.lock_waiters
                        where lock_waiters.key = named.key and alive_until > clock_timestamp() order by lock_waiters.key, waiter_id limit ${query.limit}) as waiter
   order by named.key, waiter_id`;

export type PastLockRow = {
  history_id: bigint;
  key: string;
  holder: string;
  operation: string;
  tenant: string | null;
  task_id: bigint | null;
  started_at: Date;
  ended_at: Date;
  outcome: LockOutcome;
  ended_by: string | null;
  reason: string | null;
};

export type LockHistoryQuery = {
  readonly tenant: string | null;
  readonly key: string;
  readonly below: bigint;
  readonly scanMax: number;
  readonly limit: number;
};

/** Scans past locks of a key, the newest first, up to `scanMax`. Returns those that match. */
export const selectHistoryOfKey = (query: LockHistoryQuery) => sql<PastLockRow>`
  select history_id, key, holder, operation, tenant, task_id, started_at, ended_at, outcome, ended_by, reason
    from (select * from rota.lock_history where key = ${query.key} and history_id < ${query.below} order by key desc, history_id desc limit ${query.scanMax}) as scanned
   where ${query.tenant}::text is null or tenant = ${query.tenant}
   order by history_id desc limit ${query.limit}`;

/** Scans past locks, the newest first, up to `scanMax`. Returns those that match. */
export const selectHistory = (query: Omit<LockHistoryQuery, "key">) => sql<PastLockRow>`
  select history_id, key, holder, operation, tenant, task_id, started_at, ended_at, outcome, ended_by, reason
    from (select * from rota.lock_history where history_id < ${query.below} order by history_id desc limit ${query.scanMax}) as scanned
   where ${query.tenant}::text is null or tenant = ${query.tenant}
   order by history_id desc limit ${query.limit}`;

/** Returns one row: the lowest id that a list without a key scans; null if there is nothing below. */
export const selectScannedHistory = (query: { below: bigint; scanMax: number }) => sql<{ scanned_to: bigint | null }>`
  select case when count(*) = ${query.scanMax} then min(history_id) end as scanned_to
    from (select history_id from rota.lock_history where history_id < ${query.below} order by history_id desc limit ${query.scanMax}) as seen`;

export type EndedRow = {
  operation: string;
  released: number;
  expired: number;
  ended_with_task: number;
  overridden: number;
  held_ms: number;
  held_ms_max: number;
};

/** Returns for each operation how its locks ended since a time, counting only the newest `scanMax` past locks. */
export const countEnded = (query: { tenant: string | null; since: Date; scanMax: number }) => sql<EndedRow>`
  select operation, count(*) filter (where outcome = 'RELEASED')::integer as released, count(*) filter (where outcome = 'EXPIRED')::integer as expired,
         count(*) filter (where outcome = 'TASK_ENDED')::integer as ended_with_task, count(*) filter (where outcome = 'OVERRIDDEN')::integer as overridden,
         (sum(extract(epoch from ended_at - started_at)) * 1000)::float8 as held_ms, (max(extract(epoch from ended_at - started_at)) * 1000)::float8 as held_ms_max
    from (select * from rota.lock_history order by history_id desc limit ${query.scanMax}) as scanned
   where ended_at >= ${query.since} and (${query.tenant}::text is null or tenant = ${query.tenant})
   group by operation`;

/** Returns one row: the time `sinceMs` ago, and whether all locks that ended since then are among the newest `scanMax`. */
export const selectSince = (query: { sinceMs: number; scanMax: number }) => sql<{ since: Date; is_whole: boolean }>`
  select since, (select count(*) < ${query.scanMax} or min(ended_at) < since
                   from (select ended_at from rota.lock_history order by history_id desc limit ${query.scanMax}) as scanned) as is_whole
    from (select clock_timestamp() - ${query.sinceMs} * interval '1 millisecond' as since) as span`;

/** Returns for each operation the numbers of held locks and of waiters, scanning up to `scanMax` of both. */
export const countHeld = (query: { tenant: string | null; scanMax: number }) => sql<{
  operation: string;
  held: number;
  waiting: number;
}>`
  select operation, sum(held)::integer as held, sum(waiting)::integer as waiting
    from (select operation, 1 as held, 0 as waiting
            from (select * from rota.locks order by key limit ${query.scanMax}) as lock
           where (expires_at is null or expires_at > clock_timestamp()) and (${query.tenant}::text is null or rota.lock_tenant(task_id, context) = ${query.tenant})
          union all
          select operation, 0, 1
            from (select * from rota.lock_waiters order by key, waiter_id limit ${query.scanMax}) as waiter
           where alive_until > clock_timestamp() and (${query.tenant}::text is null or rota.lock_tenant(null, context) = ${query.tenant})) as each
   group by operation`;

/** Returns for each operation the number of requests that were refused in the hours since a time. */
export const countRefused = (query: { tenant: string | null; since: Date }) => sql<{
  operation: string;
  refused: number;
}>`
  select operation, sum(refused)::integer as refused
    from rota.lock_refusals
   where hour >= date_trunc('hour', ${query.since}::timestamptz) and (${query.tenant}::text is null or tenant = ${query.tenant})
   group by operation`;
