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
  readonly queue: string;
  /** How many chunks of the queue may be unstarted in all. */
  readonly window: number;
  /** How many chunks of one task may be unstarted while other tasks wait. */
  readonly queuedMax: number;
};

/** Gives the next turns of a queue to the broker. Returns their tickets in order; none when nothing may be sent now. */
export const queueTurns = ({ queue, window, queuedMax }: TurnsForBroker) => sql<TicketRow>`
  select * from rota.queue_turns(${queue}, ${window}, ${queuedMax})`;

/** How many chunks of a queue are unstarted, and how many of them for longer than that. Returns one row. */
export const countQueued = ({ queue, afterMs }: { queue: string; afterMs: number }) => sql<{
  queued: number;
  late: number;
}>`
  select count(*)::integer as queued,
         (count(*) filter (where queued_at < clock_timestamp() - ${afterMs} * interval '1 millisecond'))::integer as late
    from rota.chunks where queue = ${queue} and state = 'QUEUED'`;

/** Returns the tickets of chunks that have been unstarted for longer than that, oldest first, and counts their time anew. */
export const resendTickets = ({ queue, afterMs, limit }: { queue: string; afterMs: number; limit: number }) =>
  sql<TicketRow>`
  select * from rota.resend_tickets(${queue}, ${afterMs} * interval '1 millisecond', ${limit})`;

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
