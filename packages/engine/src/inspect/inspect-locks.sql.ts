/** Statements that show held locks, their waiters, past locks and counts by operation. */
import { sql } from "../database/sql.ts";
import type { LockOutcome } from "./list-locks.ts";

export type HeldLockRow = {
  key: string;
  holder: string;
  operation: string;
  context: unknown;
  progress: { done: number; total: number; note?: string } | null;
  started_at: Date;
  expected_end_at: Date | null;
  expires_at: Date | null;
  task_id: bigint | null;
  tenant: string | null;
};

export type HeldLockWish = {
  readonly tenant: string | null;
  readonly key: string | null;
  readonly prefix: string;
  readonly holder: string | null;
  readonly operation: string | null;
  readonly after: string;
  readonly looked: number;
  readonly limit: number;
};

/** Returns locks that are held, by key, of so many that are looked at. */
export const selectHeldLocks = (wish: HeldLockWish) => sql<HeldLockRow>`
  with looked as materialized (
    select * from rota.locks
     where key > ${wish.after} and key >= ${wish.key ?? wish.prefix} and (${wish.key}::text is null or key <= ${wish.key}) order by key limit ${wish.looked})
  select key, holder, operation, context, progress, started_at, expected_end_at, expires_at, task_id, tenant
    from looked
   cross join lateral rota.lock_tenant(task_id, context) as tenant
   where starts_with(key, ${wish.prefix}) and (${wish.holder}::text is null or holder = ${wish.holder})
     and (${wish.operation}::text is null or operation = ${wish.operation}) and (${wish.tenant}::text is null or tenant = ${wish.tenant})
     and case when task_id is null then expires_at > clock_timestamp()
              else exists (select from rota.tasks where tasks.task_id = looked.task_id and rota.task_state(tasks) in ('ACTIVE', 'PAUSED')) end
   order by key limit ${wish.limit}`;

/** Returns one row: the last key that the same wish looks at; null when it was the last of all. */
export const selectLookedKey = ({ after, prefix, looked }: HeldLockWish) => sql<{ looked_to: string | null }>`
  select case when count(*) = ${looked} and starts_with(max(key), ${prefix}) then max(key) end as looked_to
    from (select key from rota.locks where key > ${after} and key >= ${prefix} order by key limit ${looked}) as seen`;

/** Returns those who wait for these locks, in their order. */
export const selectLines = (wish: { keys: readonly string[]; limit: number }) => sql<{
  key: string;
  holder: string;
  operation: string;
  waits_since: Date;
}>`
  select named.key, holder, operation, waits_since
    from unnest(${wish.keys}::text[]) as named (key)
   cross join lateral (select holder, operation, waits_since, waiter_id from rota.lock_waiters
                        where lock_waiters.key = named.key and alive_until > clock_timestamp() order by lock_waiters.key, waiter_id limit ${wish.limit}) as waiter
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

export type HistoryWish = {
  readonly tenant: string | null;
  readonly key: string;
  readonly below: bigint;
  readonly looked: number;
  readonly limit: number;
};

/** Returns locks of a key that ended, the newest first, of so many that are looked at. */
export const selectHistoryOfKey = (wish: HistoryWish) => sql<PastLockRow>`
  select history_id, key, holder, operation, tenant, task_id, started_at, ended_at, outcome, ended_by, reason
    from (select * from rota.lock_history where key = ${wish.key} and history_id < ${wish.below} order by key desc, history_id desc limit ${wish.looked}) as looked
   where ${wish.tenant}::text is null or tenant = ${wish.tenant}
   order by history_id desc limit ${wish.limit}`;

/** Returns locks that ended, the newest first, of so many that are looked at. */
export const selectHistory = (wish: Omit<HistoryWish, "key">) => sql<PastLockRow>`
  select history_id, key, holder, operation, tenant, task_id, started_at, ended_at, outcome, ended_by, reason
    from (select * from rota.lock_history where history_id < ${wish.below} order by history_id desc limit ${wish.looked}) as looked
   where ${wish.tenant}::text is null or tenant = ${wish.tenant}
   order by history_id desc limit ${wish.limit}`;

/** Returns one row: the lowest id that a list without a key looks at; null when there is nothing below. */
export const selectLookedHistory = (wish: { below: bigint; looked: number }) => sql<{ looked_to: bigint | null }>`
  select case when count(*) = ${wish.looked} then min(history_id) end as looked_to
    from (select history_id from rota.lock_history where history_id < ${wish.below} order by history_id desc limit ${wish.looked}) as seen`;

export type EndedRow = {
  operation: string;
  released: number;
  expired: number;
  ended_with_task: number;
  overridden: number;
  held_ms: number;
  held_ms_max: number;
};

/** Returns by operation how locks ended since a time, of the newest that are looked at. */
export const countEnded = (wish: { tenant: string | null; since: Date; looked: number }) => sql<EndedRow>`
  select operation, count(*) filter (where outcome = 'RELEASED')::integer as released, count(*) filter (where outcome = 'EXPIRED')::integer as expired,
         count(*) filter (where outcome = 'TASK_ENDED')::integer as ended_with_task, count(*) filter (where outcome = 'OVERRIDDEN')::integer as overridden,
         (sum(extract(epoch from ended_at - started_at)) * 1000)::float8 as held_ms, (max(extract(epoch from ended_at - started_at)) * 1000)::float8 as held_ms_max
    from (select * from rota.lock_history order by history_id desc limit ${wish.looked}) as looked
   where ended_at >= ${wish.since} and (${wish.tenant}::text is null or tenant = ${wish.tenant})
   group by operation`;

/** Returns one row: the time so long ago, and whether all that ended since is among the newest that are looked at. */
export const selectSince = (wish: { sinceMs: number; looked: number }) => sql<{ since: Date; is_whole: boolean }>`
  select since, (select count(*) < ${wish.looked} or min(ended_at) < since
                   from (select ended_at from rota.lock_history order by history_id desc limit ${wish.looked}) as looked) as is_whole
    from (select clock_timestamp() - ${wish.sinceMs} * interval '1 millisecond' as since) as span`;

/** Returns by operation how many locks are held, and how many wait for one, of so many that are looked at. */
export const countHeld = (wish: { tenant: string | null; looked: number }) => sql<{
  operation: string;
  held: number;
  waiting: number;
}>`
  select operation, sum(held)::integer as held, sum(waiting)::integer as waiting
    from (select operation, 1 as held, 0 as waiting
            from (select * from rota.locks order by key limit ${wish.looked}) as lock
           where (expires_at is null or expires_at > clock_timestamp()) and (${wish.tenant}::text is null or rota.lock_tenant(task_id, context) = ${wish.tenant})
          union all
          select operation, 0, 1
            from (select * from rota.lock_waiters order by key, waiter_id limit ${wish.looked}) as waiter
           where alive_until > clock_timestamp() and (${wish.tenant}::text is null or rota.lock_tenant(null, context) = ${wish.tenant})) as each
   group by operation`;

/** Returns by operation how many were refused in the hours since a time. */
export const countRefused = (wish: { tenant: string | null; since: Date }) => sql<{
  operation: string;
  refused: number;
}>`
  select operation, sum(refused)::integer as refused
    from rota.lock_refusals
   where hour >= date_trunc('hour', ${wish.since}::timestamptz) and (${wish.tenant}::text is null or tenant = ${wish.tenant})
   group by operation`;
