/** Statements of live events: each reads the changes of a span of time along an index, in the order of time. */
import { sql } from "../database/sql.ts";
import type { TaskEvent, TaskEventType } from "../tasks/task-event.ts";

/** Span of time in microseconds since 1970, which a Date cannot represent. It includes both ends. */
export type Span = {
  readonly fromUs: bigint;
  readonly toUs: bigint;
  readonly tenant: string | null;
  readonly limit: number;
};

/** Maximum number of submitted tasks that one reading reports: the newest open ones. */
const SUBMITTED_MAX = 1_000;

/** Returns one row: the time up to which all changes are committed, and the oldest time from which reading can continue. */
export const selectHorizon = (query: { waitMs: number; keptMs: number }) => sql<{ to_us: bigint; oldest_us: bigint }>`
  select (extract(epoch from rota.settled_until(${query.waitMs} * interval '1 millisecond')) * 1000000)::bigint as to_us,
         (extract(epoch from clock_timestamp() - ${query.keptMs} * interval '1 millisecond') * 1000000)::bigint as oldest_us`;

export type TaskChangeRow = {
  at_us: bigint;
  task_id: bigint;
  task_key: string | null;
  type: string;
  group_name: string;
  queue: string;
  tenant: string;
  state: string;
  number: number | null;
  code: string | null;
};

/** Returns open tasks with chunks that were submitted in the span, among the newest SUBMITTED_MAX. */
export const selectSubmittedTasks = ({ fromUs, toUs, tenant }: Span) => sql<TaskChangeRow>`
  select (extract(epoch from submitted_at) * 1000000)::bigint as at_us, task_id, task_key, type, group_name, queue, tenant, state, null::integer as number, null as code
    from (select * from rota.tasks where state in ('ACTIVE', 'PAUSED') and not is_job order by task_id desc limit ${SUBMITTED_MAX}) as newest
   where submitted_at between 'epoch'::timestamptz + ${fromUs}::bigint * interval '1 microsecond' and 'epoch'::timestamptz + ${toUs}::bigint * interval '1 microsecond'
     and (${tenant}::text is null or tenant = ${tenant})
   order by submitted_at, task_id`;

/** Returns tasks that ended, in order; jobs only if they were cancelled. */
export const selectEnded = ({ fromUs, toUs, tenant, limit }: Span) => sql<TaskChangeRow>`
  select (extract(epoch from finished_at) * 1000000)::bigint as at_us, task_id, task_key, type, group_name, queue, tenant, state, null::integer as number, null as code
    from rota.tasks
   where finished_at between 'epoch'::timestamptz + ${fromUs}::bigint * interval '1 microsecond' and 'epoch'::timestamptz + ${toUs}::bigint * interval '1 microsecond'
     and (${tenant}::text is null or tenant = ${tenant})
   order by finished_at, task_id limit ${limit}`;

/** Returns chunks that failed for good, in order. */
export const selectFailed = ({ fromUs, toUs, tenant, limit }: Span) => sql<TaskChangeRow>`
  select (extract(epoch from chunk.finished_at) * 1000000)::bigint as at_us, tasks.task_id, task_key, type, group_name, tasks.queue, tenant, rota.task_state(tasks) as state,
         number, chunk.last_error ->> 'code' as code
    from (select finished_at, task_id, number, last_error from rota.chunks
           where state in ('FAILED', 'DEAD_LETTER')
             and (${tenant}::text is null or exists (select from rota.tasks where tasks.task_id = chunks.task_id and tenant = ${tenant}))
             and finished_at between 'epoch'::timestamptz + ${fromUs}::bigint * interval '1 microsecond' and 'epoch'::timestamptz + ${toUs}::bigint * interval '1 microsecond'
           order by finished_at, task_id, number limit ${limit}) as chunk
    join rota.tasks on tasks.task_id = chunk.task_id
   order by chunk.finished_at, tasks.task_id, number`;

export type AnnouncedRow = {
  at_us: bigint;
  event_id: string;
  tenant: string;
  type: TaskEventType;
  task_id: bigint;
  data: TaskEvent["data"];
};

/** Returns events that tasks announced, in order, whether or not they have a position. */
export const selectAnnounced = ({ fromUs, toUs, tenant, limit }: Span) => sql<AnnouncedRow>`
  select (extract(epoch from occurred_at) * 1000000)::bigint as at_us, event_id::text, tenant, type, aggregate_id::bigint as task_id, payload as data
    from ((select occurred_at, event_id, tenant, type, aggregate_id, payload from rota.outbox_arrivals
            where aggregate_type = 'TASK' and (${tenant}::text is null or tenant = ${tenant})
              and occurred_at between 'epoch'::timestamptz + ${fromUs}::bigint * interval '1 microsecond' and 'epoch'::timestamptz + ${toUs}::bigint * interval '1 microsecond'
            order by occurred_at, event_id limit ${limit})
          union all
          (select occurred_at, event_id, tenant, type, aggregate_id, payload from rota.outbox_events
            where aggregate_type = 'TASK' and (${tenant}::text is null or tenant = ${tenant})
              and occurred_at between 'epoch'::timestamptz + ${fromUs}::bigint * interval '1 microsecond' and 'epoch'::timestamptz + ${toUs}::bigint * interval '1 microsecond'
            order by occurred_at, event_id limit ${limit})) as announced
   order by occurred_at, event_id limit ${limit}`;

export type LoggedEntryRow = {
  at_us: bigint;
  queue: string;
  entry: bigint;
  turn_count: bigint;
  leaves: readonly bigint[];
  task_ids: readonly bigint[];
  numbers: readonly number[];
  emptied: readonly bigint[];
  changes: readonly unknown[];
};

/** Returns up to `limit` entries of each log in order of time. Changes of kind RELEASED and CHECKPOINT are left out. */
export const selectLogged = ({ fromUs, toUs, limit }: Omit<Span, "tenant">) => sql<LoggedEntryRow>`
  select (extract(epoch from at) * 1000000)::bigint as at_us, named.queue, entry, turn_count, leaves, task_ids, numbers, emptied,
         coalesce((select jsonb_agg(change) from jsonb_array_elements(changes) as change where change ->> 'kind' not in ('RELEASED', 'CHECKPOINT')), '[]') as changes
    from rota.queue_names() as named (queue)
   cross join lateral (
     select * from rota.dispatch_log
      where dispatch_log.queue = named.queue
        and entry >= rota.entry_at(named.queue, 'epoch'::timestamptz + ${fromUs}::bigint * interval '1 microsecond') order by entry limit ${limit}) as log
   where at between 'epoch'::timestamptz + ${fromUs}::bigint * interval '1 microsecond' and 'epoch'::timestamptz + ${toUs}::bigint * interval '1 microsecond'`;

export type TurnTaskRow = {
  task_id: bigint;
  tenant: string;
  group_name: string;
  type: string;
  task_key: string | null;
};

/** Returns these tasks; those that were pruned are left out. */
export const selectTurnTasks = (query: { taskIds: readonly bigint[]; tenant: string | null }) => sql<TurnTaskRow>`
  select task_id, tenant, group_name, type, task_key from rota.tasks
   where task_id = any (${query.taskIds}::bigint[]) and (${query.tenant}::text is null or tenant = ${query.tenant})`;

export type LaneNameRow = { lane_id: bigint; level: number; name: string; tenant: string | null };

/** Returns these lanes with their tenants; those that were deleted are left out. */
export const selectLaneNames = (query: { lanes: readonly bigint[]; tenant: string | null }) => sql<LaneNameRow>`
  select lane.lane_id, lane.level::integer, lane.name,
         case lane.level when 0 then null when 1 then lane.name when 2 then above.name else above_group.name end as tenant
    from unnest(${query.lanes}::bigint[]) as named (lane_id)
   cross join lateral (select * from rota.lanes where lanes.lane_id = named.lane_id order by start desc limit 1) as lane
    left join lateral (select * from rota.lanes where lane.level > 1 and lanes.lane_id = lane.sibling_set & ~3::bigint order by start desc limit 1) as above on true
    left join lateral (select name from rota.lanes where lane.level > 2 and lanes.lane_id = above.sibling_set & ~3::bigint order by start desc limit 1) as above_group on true
   where ${query.tenant}::text is null or ${query.tenant} = case lane.level when 1 then lane.name when 2 then above.name when 3 then above_group.name end`;

export type WorkerChangeRow = {
  at_us: bigint;
  event: "came" | "stopped" | "absent";
  owner: string;
  queues: readonly string[];
};

/** Returns worker processes that started, stopped or did not register for `lateMs`, in order. */
export const selectWorkerChanges = ({ fromUs, toUs, lateMs }: { fromUs: bigint; toUs: bigint; lateMs: number }) =>
  sql<WorkerChangeRow>`
  select (extract(epoch from at) * 1000000)::bigint as at_us, event, owner, queues
    from rota.workers
   cross join lateral (values (started_at, 'came'), (stopped_at, 'stopped'),
                              (case when stopped_at is null then seen_at + ${lateMs} * interval '1 millisecond' end, 'absent')) as happened (at, event)
   where at between 'epoch'::timestamptz + ${fromUs}::bigint * interval '1 microsecond' and 'epoch'::timestamptz + ${toUs}::bigint * interval '1 microsecond'
   order by 1, owner`;
