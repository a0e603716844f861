/** Statements of retention, erasure, maintenance checks and worker presence. */
import { sql } from "../database/sql.ts";

export type PrunedRow = { pruned: number; last_task: bigint | null };

/** Deletes finished tasks among the next ones after a task. Returns one row: how many, and the last checked task, null at the end. */
export const pruneTasks = (request: { olderThanMs: number; after: bigint; limit: number }) => sql<PrunedRow>`
  select pruned, last_task
    from rota.prune_tasks(${request.olderThanMs} * interval '1 millisecond', ${request.after}, ${request.limit})`;

/** Deletes chunks and attempts of deleted tasks. Returns one row: how many chunks were deleted, and whether those were all. */
export const pruneChunks = (limit: number) => sql<{ pruned: number; is_done: boolean }>`
  select pruned, is_done from rota.prune_chunks(${limit})`;

/** Deletes progress that was reported under ended leases. Returns one row: how many rows were deleted. */
export const forgetProgressRows = (limit: number) => sql<{ forgotten: number }>`
  select rota.forget_progress(${limit}) as forgotten`;

/** Deletes traces of tasks of the given age, the oldest first. Returns one row: how many were deleted. */
export const forgetTraceRows = ({ olderThanMs, limit }: { olderThanMs: number; limit: number }) => sql<{
  forgotten: number;
}>`
  select rota.forget_traces(${olderThanMs} * interval '1 millisecond', ${limit}) as forgotten`;

export type TenantPlace = { readonly tenant: string; readonly group: string; readonly taskId: bigint };
export type TenantTaskRow = { task_id: bigint; group_name: string; chunks: number };

/** Returns the next tasks of a tenant, with the number of their last chunk, in the order of groups and ids. */
export const selectTenantTasks = ({
  tenant,
  group,
  taskId,
  limit,
}: TenantPlace & { limit: number }) => sql<TenantTaskRow>`
  select task_id, group_name, chunk_count + has_finish::integer as chunks
    from rota.tasks
   where tenant = ${tenant} and (group_name, task_id) > (${group}, ${taskId})
   order by group_name, task_id
   limit ${limit}`;

export type Erasure = { readonly taskIds: readonly bigint[]; readonly after: number; readonly limit: number };

/** Erases finished tasks, and their next chunks after a number. Returns one row: how many tasks had finished. */
export const erasePayloadRows = ({ taskIds, after, limit }: Erasure) => sql<{ erased: number }>`
  select rota.erase_payloads(${taskIds}::bigint[], ${after}, ${limit}) as erased`;

export type DispatchLogRow = { queue: string; wants_checkpoint: boolean; older_than: Date };

/** Returns a row for each dispatch log: whether it needs a checkpoint, and the time before which entries are too old. */
export const selectLogs = (query: { olderThanMs: number; checkpointAfterMs: number }) => sql<DispatchLogRow>`
  with recursive log (queue) as (
    select min(queue) from rota.dispatch_log
    union all
    select (select min(queue) from rota.dispatch_log where dispatch_log.queue > log.queue) from log where queue is not null)
  select queue, clock_timestamp() - ${query.olderThanMs} * interval '1 millisecond' as older_than,
         not exists (
           select from rota.dispatch_checkpoints join rota.dispatch_log using (queue, entry)
            where queue = log.queue and at > clock_timestamp() - ${query.checkpointAfterMs} * interval '1 millisecond') as wants_checkpoint
    from log where queue is not null`;

export type DueWorkQuery = { readonly graceMs: number; readonly queues: readonly string[]; readonly aheadMs: number };

export type Found = {
  has_lost: boolean;
  has_cancelled: boolean;
  has_schedules: boolean;
  has_work: boolean;
  next_lost_ms: number | null;
};

/** Records absent processes. Returns one row: the work that is due, or becomes due within a time ahead. */
export const findDueWork = ({ graceMs, queues, aheadMs }: DueWorkQuery) => sql<Found>`
  select has_lost, has_cancelled, has_schedules, has_work, next_lost_ms
    from rota.look_around(${graceMs} * interval '1 millisecond', ${queues}::text[], ${aheadMs} * interval '1 millisecond')`;

/** Replaces the counts of chunks by few rows if there are more than `few`. Returns one row without meaning. */
export const foldCounts = (few: number) => sql<unknown>`select rota.fold_counts(${few})`;

export type WorkerNote = {
  readonly owner: string;
  readonly queues: readonly string[];
  /** The tasks that it runs, as `workerType()` names them. */
  readonly types: readonly string[];
  readonly slots: number;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
};

/** Records a process as present, and forgets those that did not report for a day. Returns nothing. */
export const noteWorker = ({
  owner,
  queues,
  types,
  slots,
  host,
  pid,
  version,
  isNew,
}: WorkerNote & { isNew: boolean }) => sql<never>`
  with forgotten as (
    delete from rota.workers where seen_at < clock_timestamp() - interval '1 day' and owner <> ${owner})
  insert into rota.workers as worker (owner, started_at, seen_at, queues, slots, host, pid, version, types)
  select ${owner}, now, now, ${queues}::text[], ${slots}::integer, ${host}, ${pid}::integer, ${version}, ${types}::text[] from clock_timestamp() as now
  on conflict on constraint workers_are_on_the_roll_once do update
     set started_at = case when ${isNew} then excluded.started_at else worker.started_at end, seen_at = excluded.seen_at, stopped_at = null,
         queues = excluded.queues, slots = excluded.slots, host = excluded.host, pid = excluded.pid, version = excluded.version, types = excluded.types`;

/** Records that a process ends. Returns nothing. */
export const noteStop = (owner: string) => sql<never>`
  update rota.workers set seen_at = clock_timestamp(), stopped_at = clock_timestamp() where owner = ${owner}`;
