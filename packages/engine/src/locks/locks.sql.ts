/** Contains the SQL statements for locks, idempotency keys and secrets; each one is its own transaction. */
import { json, type JsonValue, sql } from "../database/sql.ts";
import { LINE_ALIVE_MS, WAITERS_MAX } from "./lock-limits.ts";
import type { LockExtension, LockFilter, LockHold, LockOverride, LockRow, OnceClaim } from "./locks.ts";

/** Lock that was found to be over; null: none was found. */
export type EndedLock = {
  key: string;
  holder: string;
  operation: string;
  started_at: string;
  with_task: boolean;
  held_ms: number;
} | null;

/** Request for a lock with its token. A waiting caller sends the same ticket with each poll. */
export type LockTicket = LockHold & {
  readonly holder: string;
  readonly operation: string;
  readonly context: JsonValue | null;
  readonly ttlMs: number;
  readonly expectedMs: number | null;
};

/** Returns one row: the id of the installation. */
export const selectInstallation = () => sql<{ instance_id: string }>`
  select instance_id from rota.instance`;

/** Returns one row: when the first migration was applied. A restore from a backup of Rota applies it again. */
export const selectMigrated = () => sql<{ migrated_at: Date }>`
  select min(applied_at) as migrated_at from rota.migrations`;

/** Returns one row: the id of the PostgreSQL cluster and its timeline. Not every provider allows this query. */
export const selectTimeline = () => sql<{ timeline: string }>`
  select concat(system_identifier, '-', left(pg_walfile_name(pg_current_wal_lsn()), 8)) as timeline from pg_control_system()`;

/** Returns one row: the lock as it is held now, by the caller or another holder. If `is_line_full`, the caller does not wait. */
export const acquireLock = (ticket: LockTicket, { waits }: { waits: boolean }) => sql<
  LockRow & { is_mine: boolean; is_line_full: boolean; ended: EndedLock }
>`
  select is_mine, is_line_full, ended, key, holder, operation, context, progress, started_at, expected_end_at, expires_at, task_id
    from rota.acquire_lock(
      ${ticket.key}, ${ticket.token}, ${ticket.holder}, ${ticket.operation}, ${ticket.context}::jsonb, ${ticket.ttlMs}::bigint,
      ${ticket.expectedMs}::bigint, ${waits}, ${LINE_ALIVE_MS}::bigint, ${WAITERS_MAX}::integer)`;

/** Extends a lock and returns it. No row: the caller no longer holds it. */
export const extendLock = ({ key, token }: LockHold, { ttlMs, expectedMs, progress }: LockExtension) => sql<LockRow>`
  update rota.locks as lock
     set ttl_ms          = coalesce(${ttlMs ?? null}::bigint, ttl_ms),
         expires_at      = case when task_id is null then clock_timestamp() + coalesce(${ttlMs ?? null}::bigint, ttl_ms) * interval '1 millisecond' end,
         expected_end_at = coalesce(clock_timestamp() + ${expectedMs ?? null}::bigint * interval '1 millisecond', expected_end_at),
         progress        = coalesce(${progress === undefined ? null : json(progress)}::jsonb, progress)
   where key = ${key} and token = ${token} and rota.is_lock_held(lock)
  returning key, holder, operation, context, progress, started_at,
            rota.lock_expected_end(task_id, started_at, expected_end_at) as expected_end_at, expires_at, task_id`;

/** Extends the lock of any holder and returns it. No row: it is free, or guards a task. */
export const prolongLock = ({ key, ttlMs }: { key: string; ttlMs: number }) => sql<LockRow>`
  update rota.locks as lock
     set ttl_ms = ${ttlMs}::bigint, expires_at = clock_timestamp() + ${ttlMs}::bigint * interval '1 millisecond'
   where key = ${key} and task_id is null and rota.is_lock_held(lock)
  returning key, holder, operation, context, progress, started_at, expected_end_at, expires_at, task_id`;

type AttachedRow = LockRow & { has_task: true; is_mine: true };
type NotAttachedRow = { has_task: boolean; is_mine: false };

/** Binds a lock to a task, with which it ends. Returns one row: whether the task exists and the caller holds the lock. */
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

/** Ends a lock that the caller holds or waits for. Returns one row. */
export const releaseLock = ({ key, token }: LockHold) => sql<EndedRow | NotEndedRow>`
  select is_ended, held_ms, ended, key, holder, operation, context, progress, started_at, expected_end_at, expires_at, task_id
    from rota.end_lock(${key}, ${token}, false, ${LINE_ALIVE_MS}::bigint)`;

/** Ends the lock of any holder, and records by whom and why. Returns one row. */
export const overrideLock = ({ key, by, reason }: LockOverride) => sql<EndedRow | NotEndedRow>`
  select is_ended, held_ms, ended, key, holder, operation, context, progress, started_at, expected_end_at, expires_at, task_id
    from rota.override_lock(${key}, ${by}, ${reason}, ${LINE_ALIVE_MS}::bigint)`;

/** Returns the lock. No row: it is free. */
export const selectLock = (key: string) => sql<LockRow>`
  select key, holder, operation, context, progress, started_at,
         rota.lock_expected_end(task_id, started_at, expected_end_at) as expected_end_at, expires_at, task_id
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
  select key, holder, operation, context, progress, started_at,
         rota.lock_expected_end(task_id, started_at, expected_end_at) as expected_end_at, expires_at, task_id
    from rota.locks as lock
   where key > ${afterKey ?? ""}
     and starts_with(key, ${prefix ?? ""})
     and holder = coalesce(${holder ?? null}, holder)
     and operation = coalesce(${operation ?? null}, operation)
     and rota.is_lock_held(lock)
   order by key
   limit ${limit}`;

/** Returns the callers that wait for a lock, in their order. */
export const selectWaiters = (key: string) => sql<{ holder: string; operation: string; waits_since: Date }>`
  select holder, operation, waits_since
    from rota.lock_waiters
   where key = ${key} and alive_until > clock_timestamp()
   order by waiter_id
   limit ${WAITERS_MAX}`;

/** Deletes locks that are over, and returns them. */
export const pruneLocks = (limit: number) => sql<{ ended: NonNullable<EndedLock> }>`
  select ended from rota.prune_locks(${limit}::integer, ${LINE_ALIVE_MS}::bigint)`;

/** Adds refusals to the counts of this hour. Returns nothing. */
export const addRefusals = (
  refused: readonly { readonly operation: string; readonly tenant: string; readonly refused: number }[],
) => sql<never>`
  insert into rota.lock_refusals as known (hour, tenant, operation, refused)
  select date_trunc('hour', clock_timestamp()), tenant, operation, refused
    from unnest(${refused.map(({ tenant }) => tenant)}::text[], ${refused.map(({ operation }) => operation)}::text[],
                ${refused.map((each) => each.refused)}::bigint[]) as given (tenant, operation, refused)
   order by 2, 3
  on conflict on constraint lock_refusals_are_counted_by_hour do update set refused = known.refused + excluded.refused`;

/** Deletes the history of locks that ended more than `keepMs` ago. Returns one row: the number of deleted rows. */
export const pruneLockHistory = (request: { keepMs: number; limit: number }) => sql<{ pruned: number }>`
  select rota.prune_lock_history(${request.keepMs} * interval '1 millisecond', ${request.limit}) as pruned`;

export type OnceRow = {
  is_first: boolean;
  is_same_input: boolean;
  answer: unknown;
  started_at: Date;
  finished_at: Date | null;
  expires_at: Date;
};

/** Claims a key. Returns one row: the key as it is now, claimed by the caller if `is_first`. */
export const beginOnce = (
  { scope, key, token }: OnceClaim,
  { inputHash, leaseMs, keepMs }: { inputHash: string; leaseMs: number; keepMs: number },
) => sql<OnceRow>`
  select is_first, is_same_input, answer, started_at, finished_at, expires_at
    from rota.begin_once(${scope}, ${key}, ${token}, ${inputHash}, ${leaseMs}::bigint, ${keepMs}::bigint)`;

/** Extends a claim. Returns one row. No row: the caller no longer has the claim. */
export const extendOnce = ({ scope, key, token }: OnceClaim, leaseMs: number) => sql<{ key: string }>`
  update rota.once_keys
     set expires_at = clock_timestamp() + ${leaseMs}::bigint * interval '1 millisecond'
   where scope = ${scope} and key = ${key} and token = ${token} and expires_at > clock_timestamp()
  returning key`;

/** Stores the answer for the time given to `begin`. Returns one row. No row: the caller no longer has the claim. */
export const finishOnce = ({ scope, key, token }: OnceClaim, answer: JsonValue) => sql<{ key: string }>`
  update rota.once_keys
     set token       = null,
         answer      = ${answer}::jsonb,
         finished_at = clock_timestamp(),
         expires_at  = clock_timestamp() + keep_ms * interval '1 millisecond'
   where scope = ${scope} and key = ${key} and token = ${token} and expires_at > clock_timestamp()
  returning key`;

/** Deletes the key. Returns one row. No row: the caller no longer has the claim. */
export const abandonOnce = ({ scope, key, token }: OnceClaim) => sql<{ key: string }>`
  delete from rota.once_keys
   where scope = ${scope} and key = ${key} and token = ${token} and expires_at > clock_timestamp()
  returning key`;

/** Deletes expired keys. Returns a row for each. */
export const pruneOnce = (limit: number) => sql<{ key: string }>`
  with old as materialized (
    select scope, key from rota.once_keys where expires_at <= clock_timestamp() order by expires_at limit ${limit} for update skip locked
  )
  delete from rota.once_keys as used using old where used.scope = old.scope and used.key = old.key
  returning used.key`;

/** Stores a sealed value. Returns nothing. */
export const putSecret = ({ key, sealed, ttlMs }: { key: string; sealed: Uint8Array; ttlMs: number }) => sql`
  insert into rota.secrets as secret (key, sealed, expires_at)
  values (${key}, ${sealed}, clock_timestamp() + ${ttlMs}::bigint * interval '1 millisecond')
  on conflict (key) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`;

/** Returns a sealed value. No row: it was never stored, was deleted or has expired. */
export const readSecret = (key: string) => sql<{ sealed: Uint8Array }>`
  select sealed from rota.secrets where key = ${key} and expires_at > clock_timestamp()`;

/** Deletes a sealed value and returns it, even if it has expired. No row: there is none. */
export const takeSecret = (key: string) => sql<{ sealed: Uint8Array; is_alive: boolean }>`
  delete from rota.secrets where key = ${key} returning sealed, expires_at > clock_timestamp() as is_alive`;

/** Deletes expired secrets. Returns a row for each. */
export const pruneSecrets = (limit: number) => sql<{ key: string }>`
  with old as materialized (
    select key from rota.secrets where expires_at <= clock_timestamp() order by expires_at limit ${limit} for update skip locked
  )
  delete from rota.secrets as secret using old where secret.key = old.key
  returning secret.key`;
