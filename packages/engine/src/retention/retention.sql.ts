/** The statements by which what is over is deleted or emptied, each a short transaction of its own. */
import { sql } from "../database/sql.ts";

export type PrunedRow = { pruned: number; last_task: bigint | null };

/** Deletes tasks that are over, of so many after a task. Returns one row: how many went, and where to go on, null at the end. */
export const pruneTasks = (wish: { olderThanMs: number; after: bigint; limit: number }) => sql<PrunedRow>`
  select pruned, last_task
    from rota.prune_tasks(${wish.olderThanMs} * interval '1 millisecond', ${wish.after}, ${wish.limit})`;

/** Deletes chunks and attempts of tasks that were deleted. Returns one row: how many chunks went, and whether that was all. */
export const pruneChunks = (limit: number) => sql<{ pruned: number; is_done: boolean }>`
  select pruned, is_done from rota.prune_chunks(${limit})`;

/** Deletes progress that was reported under leases that are over. Returns one row: how many rows went. */
export const forgetProgressRows = (limit: number) => sql<{ forgotten: number }>`
  select rota.forget_progress(${limit}) as forgotten`;

/** Deletes traces of tasks that are so old, among the oldest. Returns one row: how many went. */
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

/** Empties tasks that are over, and so many of their chunks after a number. Returns one row: how many tasks were over. */
export const erasePayloadRows = ({ taskIds, after, limit }: Erasure) => sql<{ erased: number }>`
  select rota.erase_payloads(${taskIds}::bigint[], ${after}, ${limit}) as erased`;

export type LogRow = { queue: string; wants_checkpoint: boolean; older_than: Date };

/** Returns a row for each dispatch log: whether its newest checkpoint is older than that, and when what is too old was written. */
export const selectLogs = (wish: { olderThanMs: number; checkpointAfterMs: number }) => sql<LogRow>`
  with recursive log (queue) as (
    select min(queue) from rota.dispatch_log
    union all
    select (select min(queue) from rota.dispatch_log where dispatch_log.queue > log.queue) from log where queue is not null)
  select queue, clock_timestamp() - ${wish.olderThanMs} * interval '1 millisecond' as older_than,
         not exists (
           select from rota.dispatch_checkpoints join rota.dispatch_log using (queue, entry)
            where queue = log.queue and at > clock_timestamp() - ${wish.checkpointAfterMs} * interval '1 millisecond') as wants_checkpoint
    from log where queue is not null`;
