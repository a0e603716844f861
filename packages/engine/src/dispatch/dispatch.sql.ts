/** Statements that give turns to the broker, count unstarted chunks and resend their tickets. */
import { sql } from "../database/sql.ts";

export type TicketRow = {
  task_id: bigint;
  number: number;
  turn: bigint;
  queue: string;
  tenant: string;
  group_name: string;
  type: string;
  task_key: string | null;
  chunk_count: number;
};

export type TurnsForBroker = {
  /** The pool. */
  readonly queue: string;
  /** The queues of the pool whose consumers are not all busy. Default: the one that has its name. */
  readonly routes?: readonly string[];
  /** How many chunks of these queues may be unstarted in all. */
  readonly window: number;
  /** How many chunks of one task may be unstarted while other tasks wait. */
  readonly queuedMax: number;
};

/** Gives the next turns of a pool to the broker. Returns their tickets in order; none when nothing may be sent now. */
export const queueTurns = ({ queue, routes, window, queuedMax }: TurnsForBroker) => sql<TicketRow>`
  select * from rota.queue_turns(${queue}, ${window}, ${queuedMax}, ${routes ?? null}::text[])`;

/** A queue of a pool. */
export type PoolQueue = { readonly queue: string; readonly route?: string };

/** How many chunks of a pool, or one queue of it, are unstarted, and how many of them for longer than that. Returns one row. */
export const countQueued = ({ queue, route, afterMs }: PoolQueue & { afterMs: number }) => sql<{
  queued: number;
  late: number;
}>`
  select count(*)::integer as queued,
         (count(*) filter (where queued_at < clock_timestamp() - ${afterMs} * interval '1 millisecond'))::integer as late
    from rota.chunks
   where queue = ${queue} and state = 'QUEUED'
     and (${route ?? null}::text is null or exists (select from rota.tasks where tasks.task_id = chunks.task_id and tasks.queue = ${route ?? null}))`;

/** Returns the tickets of chunks that have been unstarted for longer than that, oldest first, and counts their time anew. */
export const resendTickets = ({ queue, route, afterMs, limit }: PoolQueue & { afterMs: number; limit: number }) =>
  sql<TicketRow>`
  select * from rota.resend_tickets(${queue}, ${afterMs} * interval '1 millisecond', ${limit}, ${route ?? null})`;

/** Number of ids behind the newest task among which jobs are announced. */
const ANNOUNCED_IDS = 10_000;

/**
 * Returns the newest jobs that no process has announced, in the order of their ids, each to one caller. Jobs of transactions
 * that commit later are returned by a later call.
 */
export const takeUnannounced = (limit: number) => sql<{ task_id: bigint }>`
  with newest as materialized (
    select coalesce(max(task_id), 0) - ${ANNOUNCED_IDS} as from_id from rota.tasks
  ), recent as materialized (
    select task_id from rota.tasks where task_id > (select from_id from newest) and is_job order by task_id desc limit ${limit}
  ), forgotten as (
    delete from rota.announced_jobs
     where task_id in (select task_id from rota.announced_jobs
                        where task_id <= (select from_id from newest) order by task_id limit ${limit} for update skip locked)
  )
  insert into rota.announced_jobs (task_id)
  select task_id from recent
   where not exists (select from rota.announced_jobs where announced_jobs.task_id = recent.task_id)
   order by task_id
  on conflict on constraint announced_jobs_come_once do nothing
  returning task_id`;
