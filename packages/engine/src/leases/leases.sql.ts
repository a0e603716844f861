/** Statements that renew, rescue, fence and expire leases and hold the presence lock. */
import { sql } from "../database/sql.ts";

/**
 * Ends leases that were not renewed or whose owner has exited, and puts their chunks back, until so many are put back. Returns a row for
 * each lease; no row: there is none to be ended.
 */
export const rescueLeaseRows = (request: { graceMs: number; leases: number; chunks: number }) => sql<{
  lease_token: bigint;
  owner: string;
  chunks: number;
}>`
  select lease_token, owner, chunks
    from rota.rescue_leases(${request.graceMs} * interval '1 millisecond', ${request.leases}, ${request.chunks})`;

/** Ends tasks whose end was left undone. Returns one row: how many were checked. */
export const endLeftTasks = (limit: number) => sql<{ tasks: number }>`select rota.end_left_tasks(${limit}) as tasks`;

export type Renewal = {
  readonly owner: string;
  readonly tokens: readonly bigint[];
  /** Leases under which no chunk runs. */
  readonly over: readonly bigint[];
  readonly leaseMs: number;
};

/** Renews leases and drops those that are over. Returns a row for each lease that was lost and each task that was cancelled. */
export const renewLeaseRows = ({ owner, tokens, over, leaseMs }: Renewal) => sql<{
  lost: bigint | null;
  cancelled: bigint | null;
}>`
  select lost, cancelled
    from rota.renew_leases(${owner}, ${tokens}::bigint[], ${over}::bigint[], ${leaseMs} * interval '1 millisecond')`;

type Fence = {
  readonly leaseToken: bigint;
  readonly queue: string;
  readonly owner: string;
  readonly fenceMs: number;
};

/**
 * Makes sure that a claim under this token either has been committed or never will be: waits for it if it is under way, and
 * takes its token for so long if it has not come yet, so that it is refused when it comes. Returns a row for each chunk that it
 * got; no row: it got nothing.
 */
export const fenceLease = ({ leaseToken, queue, owner, fenceMs }: Fence) => sql<{ task_id: bigint; number: number }>`
  with fenced as (
    insert into rota.leases (lease_token, queue, owner, is_watched, expires_at, task_ids, numbers)
    values (${leaseToken}, ${queue}, ${owner}, false, clock_timestamp() + ${fenceMs} * interval '1 millisecond', '{}', '{}')
    on conflict (lease_token) do update set owner = excluded.owner
    returning task_ids, numbers)
  select task_id, number from fenced cross join lateral unnest(task_ids, numbers) as given (task_id, number)`;

/** Takes the lock that shows, for as long as the session lasts, that the owner lives. Returns one row. */
export const holdPresence = (owner: string) => sql<{ held: boolean }>`
  select pg_try_advisory_lock(rota.presence_key(${owner})) as held`;

/** Ends the time of all leases: in a database without other processes, all leases are those of exited processes. Returns nothing. */
export const expireAllLeases = () => sql<never>`
  update rota.leases set expires_at = clock_timestamp() where expires_at > clock_timestamp()`;

/** Ends the time of all leases of an owner: when the owner has just begun, they are those of an earlier process. Returns nothing. */
export const expireLeasesOf = (owner: string) => sql<never>`
  update rota.leases set expires_at = clock_timestamp() where owner = ${owner} and expires_at > clock_timestamp()`;
