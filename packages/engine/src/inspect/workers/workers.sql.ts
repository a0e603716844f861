/** The statements of the roll of worker processes. */
import { sql } from "../../database/sql.ts";

export type WorkerRow = {
  owner: string;
  started_at: Date | null;
  seen_at: Date | null;
  is_late: boolean | null;
  stopped_at: Date | null;
  queues: readonly string[];
  slots: number | null;
  running: number;
  lease_expires_at: Date | null;
  is_absent: boolean | null;
  host: string | null;
  pid: number | null;
  version: string | null;
};

export type WorkerWish = {
  readonly tenant: string | null;
  readonly after: string;
  readonly lateMs: number;
  readonly stoppedMs: number;
  readonly limit: number;
};

/**
 * Returns processes by name: those on the roll that stopped not longer ago than that, and all that hold leases, with the
 * chunks that run under them. Of a tenant: only those that run something of it, and only that.
 */
export const selectWorkers = (wish: WorkerWish) => sql<WorkerRow>`
  with leased as materialized (
    select owner, count(running.is_running)::integer as running, min(expires_at) as lease_expires_at, bool_or(absent_since is not null) as is_absent,
           array_agg(distinct queue) as queues
      from rota.leases
     cross join lateral unnest(leases.task_ids, leases.numbers) as given (task_id, number)
      left join lateral (
        select true as is_running from rota.chunks
         where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = leases.lease_token
           and (${wish.tenant}::text is null or exists (select from rota.tasks where tasks.task_id = given.task_id and tenant = ${wish.tenant}))
         limit 1) as running on true
     group by owner)
  select owner, started_at, seen_at, seen_at < clock_timestamp() - ${wish.lateMs} * interval '1 millisecond' as is_late, stopped_at,
         coalesce(workers.queues, leased.queues) as queues, slots, coalesce(running, 0) as running, lease_expires_at, is_absent, host, pid, version
    from rota.workers full join leased using (owner)
   where owner collate "C" > ${wish.after}
     and (stopped_at is null or stopped_at > clock_timestamp() - ${wish.stoppedMs} * interval '1 millisecond')
     and (${wish.tenant}::text is null or running > 0)
   order by owner collate "C" limit ${wish.limit}`;
