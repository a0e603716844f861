/** The statements by which worker processes note themselves on the roll. */
import { sql } from "../database/sql.ts";

export type WorkerNote = {
  readonly owner: string;
  readonly queues: readonly string[];
  readonly slots: number;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
};

/** Notes a process, anew or once more, and forgets those that were not heard of for a day. Returns nothing. */
export const noteWorker = ({
  owner,
  queues,
  slots,
  host,
  pid,
  version,
  isNew,
}: WorkerNote & { isNew: boolean }) => sql<never>`
  with forgotten as (
    delete from rota.workers where seen_at < clock_timestamp() - interval '1 day' and owner <> ${owner})
  insert into rota.workers as worker (owner, started_at, seen_at, queues, slots, host, pid, version)
  select ${owner}, now, now, ${queues}::text[], ${slots}::integer, ${host}, ${pid}::integer, ${version} from clock_timestamp() as now
  on conflict on constraint workers_are_on_the_roll_once do update
     set started_at = case when ${isNew} then excluded.started_at else worker.started_at end, seen_at = excluded.seen_at, stopped_at = null,
         queues = excluded.queues, slots = excluded.slots, host = excluded.host, pid = excluded.pid, version = excluded.version`;

/** Notes that a process ends. Returns nothing. */
export const noteStop = (owner: string) => sql<never>`
  update rota.workers set seen_at = clock_timestamp(), stopped_at = clock_timestamp() where owner = ${owner}`;
