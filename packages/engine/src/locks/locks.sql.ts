/** Holds the SQL statements for locks, idempotency keys and secrets; each one is its own transaction. */
import { json, type JsonValue, sql } from "../database/sql.ts";
import { LINE_ALIVE_MS, WAITERS_MAX } from "./lock-limits.ts";
import type { LockExtension, LockFilter, LockHold, LockOverride, OnceClaim } from "./locks.ts";

export type LockRow = {
  key: string;
  holder: string;
  operation: string;
  context: unknown;
  progress: { done: number; total: number; note?: string } | null;
  started_at: Date;
  expected_end_at: Date | null;
  expires_at: Date | null;
  task_id: bigint | null;
};

/** A lock that was found to be over; null when none was. */
export type EndedLock = {
  key: string;
  holder: string;
  operation: string;
  started_at: string;
  with_task: boolean;
} | null;

/** One try to get a lock: the same ticket each time that somebody looks again. */
export type LockTicket = LockHold & {
  readonly holder: string;
  readonly operation: string;
  readonly context: JsonValue | null;
  readonly ttlMs: number;
  readonly expectedMs: number | null;
};

/** Returns one row: which installation the database is that of. */
export const selectInstallation = () => sql<{ instance_id: string }>`
  select instance_id from rota.instance`;

/** Returns one row: when the first migration was applied, which a restore from a backup of ours does anew. */
export const selectMigrated = () => sql<{ migrated_at: Date }>`
  select min(applied_at) as migrated_at from rota.migrations`;

/** Returns one row: which cluster of PostgreSQL this is, and which of its histories. Not every provider allows it. */
export const selectTimeline = () => sql<{ timeline: string }>`
  select concat(system_identifier, '-', left(pg_walfile_name(pg_current_wal_lsn()), 8)) as timeline from pg_control_system()`;

/** Returns one row: the lock as it is held now, by us or by another; when `is_line_full` we do not stand in line. */
export const acquireLock = (ticket: LockTicket, { waits }: { waits: boolean }) => sql<
  LockRow & { is_mine: boolean; is_line_full: boolean; ended: EndedLock }
>`
  select is_mine, is_line_full, ended, key, holder, operation, context, progress, started_at, expected_end_at, expires_at, task_id
    from rota.acquire_lock(
      ${ticket.key}, ${ticket.token}, ${ticket.holder}, ${ticket.operation}, ${ticket.context}::jsonb, ${ticket.ttlMs}::bigint,
      ${ticket.expectedMs}::bigint, ${waits}, ${LINE_ALIVE_MS}::bigint, ${WAITERS_MAX}::integer)`;

/** Returns the lock with its new times. No row: it is no longer ours. */
export const extendLock = ({ key, token }: LockHold, { ttlMs, expectedMs, progress }: LockExtension) => sql<LockRow>`
  update rota.locks as lock
     set ttl_ms          = coalesce(${ttlMs ?? null}::bigint, ttl_ms),
         expires_at      = case when task_id is null then clock_timestamp() + coalesce(${ttlMs ?? null}::bigint, ttl_ms) * interval '1 millisecond' end,
         expected_end_at = coalesce(clock_timestamp() + ${expectedMs ?? null}::bigint * interval '1 millisecond', expected_end_at),
         progress        = coalesce(${progress === undefined ? null : json(progress)}::jsonb, progress)
   where key = ${key} and token = ${token} and rota.is_lock_held(lock)
  returning key, holder, operation, context, progress, started_at, expected_end_at, expires_at, task_id`;

type AttachedRow = LockRow & { has_task: true; is_mine: true };
type NotAttachedRow = { has_task: boolean; is_mine: false };

/** Ties a lock to a task, which from now on decides its end. Returns one row: is the task there, and was the lock ours? */
export const attachLock = ({ key, token }: LockHold, taskId: bigint) => sql<AttachedRow | NotAttachedRow>`
  with task as materialized (
    select task_id from rota.tasks where task_id = ${taskId}
  ), attached as (
    update rota.locks as lock set task_id = task.task_id, expires_at = null
      from task
     where key = ${key} and token = ${token} and rota.is_lock_held(lock)
    returning key, holder, operation, context, progress, started_at, expected_end_at, expires_at, lock.task_id
  )
  select exists (select from task) as has_task, key is not null as is_mine,
         key, holder, operation, context, progress, started_at, expected_end_at, expires_at, attached.task_id
    from (values (1)) as one (row) left join attached on true`;

type EndedRow = LockRow & { held_ms: number; is_ended: true; ended: EndedLock };
type NotEndedRow = { is_ended: false; ended: EndedLock };

/** Ends a lock that we hold or wait for. Returns one row. */
export const releaseLock = ({ key, token }: LockHold) => sql<EndedRow | NotEndedRow>`
  select is_ended, held_ms, ended, key, holder, operation, context, progress, started_at, expected_end_at, expires_at, task_id
    from rota.end_lock(${key}, ${token}, false, ${LINE_ALIVE_MS}::bigint)`;

/** Ends a lock whoever holds it, and remembers who did so and why. Returns one row. */
export const overrideLock = ({ key, by, reason }: LockOverride) => sql<EndedRow | NotEndedRow>`
  select is_ended, held_ms, ended, key, holder, operation, context, progress, started_at, expected_end_at, expires_at, task_id
    from rota.override_lock(${key}, ${by}, ${reason}, ${LINE_ALIVE_MS}::bigint)`;

/** Returns the lock. No row: it is free. */
export const selectLock = (key: string) => sql<LockRow>`
  select key, holder, operation, context, progress, started_at, expected_end_at, expires_at, task_id
    from rota.locks as lock
   where key = ${key} and rota.is_lock_held(lock)`;

/** Returns locks that are held, by key. */
export const selectLocks = ({
  prefix,
  holder,
  operation,
  afterKey,
  limit,
}: LockFilter & { limit: number }) => sql<LockRow>`
  select key, holder, operation, context, progress, started_at, expected_end_at, expires_at, task_id
    from rota.locks as lock
   where key > ${afterKey ?? ""}
     and starts_with(key, ${prefix ?? ""})
     and holder = coalesce(${holder ?? null}, holder)
     and operation = coalesce(${operation ?? null}, operation)
     and rota.is_lock_held(lock)
   order by key
   limit ${limit}`;

/** Returns those who wait for a lock, in their order. */
export const selectWaiters = (key: string) => sql<{ holder: string; operation: string; waits_since: Date }>`
  select holder, operation, waits_since
    from rota.lock_waiters
   where key = ${key} and alive_until > clock_timestamp()
   order by waiter_id
   limit ${WAITERS_MAX}`;

/** Returns the locks that were found to be over and are gone now. */
export const pruneLocks = (limit: number) => sql<{ ended: NonNullable<EndedLock> }>`
  select ended from rota.prune_locks(${limit}::integer, ${LINE_ALIVE_MS}::bigint)`;

/** Adds to the refusals of this hour. Returns nothing. */
export const addRefusals = (
  refused: readonly { readonly operation: string; readonly tenant: string; readonly refused: number }[],
) => sql<never>`
  insert into rota.lock_refusals as known (hour, tenant, operation, refused)
  select date_trunc('hour', clock_timestamp()), tenant, operation, refused
    from unnest(${refused.map(({ tenant }) => tenant)}::text[], ${refused.map(({ operation }) => operation)}::text[],
                ${refused.map((each) => each.refused)}::bigint[]) as given (tenant, operation, refused)
   order by 2, 3
  on conflict on constraint lock_refusals_are_counted_by_hour do update set refused = known.refused + excluded.refused`;

/** Deletes what is known of locks that ended longer ago than that. Returns one row: how many there were. */
export const pruneLockHistory = (wish: { keepMs: number; limit: number }) => sql<{ pruned: number }>`
  select rota.prune_lock_history(${wish.keepMs} * interval '1 millisecond', ${wish.limit}) as pruned`;

export type OnceRow = {
  is_first: boolean;
  is_same_input: boolean;
  answer: unknown;
  started_at: Date;
  finished_at: Date | null;
  expires_at: Date;
};

/** Returns one row: the key as it stands now, ours when `is_first`. */
export const beginOnce = (
  { scope, key, token }: OnceClaim,
  { inputHash, leaseMs, keepMs }: { inputHash: string; leaseMs: number; keepMs: number },
) => sql<OnceRow>`
  select is_first, is_same_input, answer, started_at, finished_at, expires_at
    from rota.begin_once(${scope}, ${key}, ${token}, ${inputHash}, ${leaseMs}::bigint, ${keepMs}::bigint)`;

/** Returns one row. No row: the claim is no longer ours. */
export const extendOnce = ({ scope, key, token }: OnceClaim, leaseMs: number) => sql<{ key: string }>`
  update rota.once_keys
     set expires_at = clock_timestamp() + ${leaseMs}::bigint * interval '1 millisecond'
   where scope = ${scope} and key = ${key} and token = ${token} and expires_at > clock_timestamp()
  returning key`;

/** Keeps the answer for as long as `begin` said. Returns one row. No row: the claim is no longer ours. */
export const finishOnce = ({ scope, key, token }: OnceClaim, answer: JsonValue) => sql<{ key: string }>`
  update rota.once_keys
     set token       = null,
         answer      = ${answer}::jsonb,
         finished_at = clock_timestamp(),
         expires_at  = clock_timestamp() + keep_ms * interval '1 millisecond'
   where scope = ${scope} and key = ${key} and token = ${token} and expires_at > clock_timestamp()
  returning key`;

/** Forgets the key. Returns one row. No row: the claim is no longer ours. */
export const abandonOnce = ({ scope, key, token }: OnceClaim) => sql<{ key: string }>`
  delete from rota.once_keys
   where scope = ${scope} and key = ${key} and token = ${token} and expires_at > clock_timestamp()
  returning key`;

/** Returns a row for each key that was over and is gone now. */
export const pruneOnce = (limit: number) => sql<{ key: string }>`
  with old as materialized (
    select scope, key from rota.once_keys where expires_at <= clock_timestamp() order by expires_at limit ${limit} for update skip locked
  )
  delete from rota.once_keys as used using old where used.scope = old.scope and used.key = old.key
  returning used.key`;

/** Returns nothing. */
export const putSecret = ({ key, sealed, ttlMs }: { key: string; sealed: Uint8Array; ttlMs: number }) => sql`
  insert into rota.secrets as secret (key, sealed, expires_at)
  values (${key}, ${sealed}, clock_timestamp() + ${ttlMs}::bigint * interval '1 millisecond')
  on conflict (key) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`;

/** Returns the sealed value. No row: it was never put, or is gone. */
export const readSecret = (key: string) => sql<{ sealed: Uint8Array }>`
  select sealed from rota.secrets where key = ${key} and expires_at > clock_timestamp()`;

/** Takes the sealed value away and returns it, also when its time is over. No row: it is gone. */
export const takeSecret = (key: string) => sql<{ sealed: Uint8Array; is_alive: boolean }>`
  delete from rota.secrets where key = ${key} returning sealed, expires_at > clock_timestamp() as is_alive`;

/** Returns a row for each secret that was over and is gone now. */
export const pruneSecrets = (limit: number) => sql<{ key: string }>`
  with old as materialized (
    select key from rota.secrets where expires_at <= clock_timestamp() order by expires_at limit ${limit} for update skip locked
  )
  delete from rota.secrets as secret using old where secret.key = old.key
  returning secret.key`;
