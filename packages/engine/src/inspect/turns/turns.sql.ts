/** The statements that read the newest turns of a queue from its log. */
import { sql } from "../../database/sql.ts";

export type DispatchRow = {
  turn: bigint;
  at: Date;
  lane_id: bigint;
  tenant: string | null;
  group_name: string | null;
  priority: number | null;
  type: string | null;
  task_id: bigint;
  task_key: string | null;
  number: number;
};

export type TurnsWish = {
  readonly queue: string;
  readonly tenant: string | null;
  readonly below: bigint;
  readonly entries: number;
  readonly looked: number;
  readonly limit: number;
};

/** Returns turns below one, the newest first, of so many that are looked at in so many entries. */
export const selectDispatches = (wish: TurnsWish) => sql<DispatchRow>`
  with entry as materialized (
    select at, turn_count, leaves, task_ids, numbers from rota.dispatch_log
     where queue = ${wish.queue} and entry <= rota.entry_of_turn(${wish.queue}, ${wish.below}) order by entry desc limit ${wish.entries}
  ), turn as (
    select turn_count - cardinality(numbers) + nth as turn, at, lane_id, task_id, number
      from entry cross join lateral unnest(leaves, task_ids, numbers) with ordinality as given (lane_id, task_id, number, nth)
     where turn_count - cardinality(numbers) + nth < ${wish.below}
     order by 1 desc limit ${wish.looked})
  select turn, at, lane_id, tenant, group_name, priority, type, turn.task_id, task_key, number
    from turn
    left join lateral (select tenant, group_name, priority, type, task_key from rota.tasks where tasks.task_id = turn.task_id limit 1) as task on true
   where ${wish.tenant}::text is null or tenant = ${wish.tenant}
   order by turn desc limit ${wish.limit}`;

/** Returns one row: the lowest turn that the same wish looks at, and whether there is none below it. */
export const selectLookedTurn = (wish: TurnsWish) => sql<{ looked_to: bigint; is_end: boolean }>`
  with entry as materialized (
    select turn_count - cardinality(numbers) + 1 as first_turn from rota.dispatch_log
     where queue = ${wish.queue} and entry <= rota.entry_of_turn(${wish.queue}, ${wish.below}) order by entry desc limit ${wish.entries})
  select greatest(coalesce(min(first_turn), 1), ${wish.below} - ${wish.looked}::bigint) as looked_to,
         count(*) < ${wish.entries} and coalesce(min(first_turn), 1) >= ${wish.below} - ${wish.looked}::bigint as is_end
    from entry`;

/** Returns the number of the newest turn of a queue; no row when nothing was ever logged. */
export const selectNewestTurn = (queue: string) => sql<{ turn_count: bigint; at: Date }>`
  select turn_count, at from rota.dispatch_log where queue = ${queue} order by entry desc limit 1`;

export type SharedTurnRow = {
  leaf_lane: bigint;
  group_lane: bigint;
  tenant_lane: bigint;
  turns: number;
  last_at: Date;
};

/** Returns how many of the newest turns of a queue each leaf had, in so many entries; those of pruned tasks are left out. */
export const selectSharedTurns = (wish: { queue: string; turns: number; entries: number }) => sql<SharedTurnRow>`
  with entry as materialized (
    select at, turn_count, leaves, task_ids from rota.dispatch_log where queue = ${wish.queue} order by entry desc limit ${wish.entries}
  ), turn as (
    select lane_id, max(task_id) as task_id, count(*)::integer as turns, max(at) as last_at
      from entry cross join lateral unnest(leaves, task_ids) with ordinality as given (lane_id, task_id, nth)
     where turn_count > (select max(turn_count) from entry) - ${wish.turns}
       and turn_count - cardinality(leaves) + nth > (select max(turn_count) from entry) - ${wish.turns}
     group by lane_id)
  select lane_id as leaf_lane, group_lane, tenant_lane, turns, last_at
    from turn cross join lateral (select group_lane, tenant_lane from rota.tasks where tasks.task_id = turn.task_id limit 1) as task`;

export type ActivityRow = { span: number; happened: number };

export type ActivityWish = {
  readonly queue: string | null;
  readonly tenant: string | null;
  readonly from: Date;
  readonly spanMs: number;
  readonly limit: number;
};

/** Returns how many turns were given in each span from a time on, in so many entries of each log. */
export const countDispatched = (wish: ActivityWish) => sql<ActivityRow>`
  select floor(extract(epoch from at - ${wish.from}::timestamptz) * 1000 / ${wish.spanMs})::integer as span, sum(turns)::integer as happened
    from rota.queue_names() as named (queue)
   cross join lateral (
     select at, case when ${wish.tenant}::text is null then cardinality(numbers)
                     else (select count(*)::integer from unnest(task_ids) as given (task_id)
                            where exists (select from rota.tasks where tasks.task_id = given.task_id and tenant = ${wish.tenant})) end as turns
       from (select at, numbers, task_ids from rota.dispatch_log
              where dispatch_log.queue = named.queue and entry >= rota.entry_at(named.queue, ${wish.from}) order by entry desc limit ${wish.limit}) as newest
      where at >= ${wish.from}) as entry
   where ${wish.queue}::text is null or named.queue = ${wish.queue}
   group by 1`;

/** Returns how many attempts ended otherwise than well in each span, and those of them that failed. */
export const countUnsuccessful = (wish: ActivityWish) => sql<ActivityRow & { failures: number }>`
  select floor(extract(epoch from ended_at - ${wish.from}::timestamptz) * 1000 / ${wish.spanMs})::integer as span,
         count(*)::integer as happened, count(*) filter (where outcome not in ('SNOOZE', 'RETURN'))::integer as failures
    from (select task_id, outcome, ended_at from rota.attempts order by attempt_id desc limit ${wish.limit}) as newest
   cross join lateral (select tenant, queue from rota.tasks where tasks.task_id = newest.task_id limit 1) as task
   where ended_at >= ${wish.from} and (${wish.tenant}::text is null or tenant = ${wish.tenant}) and (${wish.queue}::text is null or queue = ${wish.queue})
   group by 1`;

/** Returns how many chunks failed for good in each span and were not tried again since. */
export const countFailed = (wish: ActivityWish) => sql<ActivityRow>`
  select floor(extract(epoch from finished_at - ${wish.from}::timestamptz) * 1000 / ${wish.spanMs})::integer as span, count(*)::integer as happened
    from (select finished_at, task_id from rota.chunks
           where state in ('FAILED', 'DEAD_LETTER') and finished_at >= ${wish.from} order by finished_at desc, task_id desc, number desc limit ${wish.limit}) as newest
   cross join lateral (select tenant, queue from rota.tasks where tasks.task_id = newest.task_id limit 1) as task
   where (${wish.tenant}::text is null or tenant = ${wish.tenant}) and (${wish.queue}::text is null or queue = ${wish.queue})
   group by 1`;

/** Returns how many of the chunks of the newest turns of each queue were completed in each span; a turn counts once. */
export const countCompleted = (wish: ActivityWish & { entries: number }) => sql<ActivityRow>`
  select floor(extract(epoch from finished_at - ${wish.from}::timestamptz) * 1000 / ${wish.spanMs})::integer as span, count(*)::integer as happened
    from rota.queue_names() as named (queue)
   cross join lateral (
     select turn, task_id, number
       from (select turn_count - cardinality(numbers) + nth as turn, task_id, number
               from (select turn_count, task_ids, numbers from rota.dispatch_log
                      where dispatch_log.queue = named.queue order by entry desc limit ${wish.entries}) as newest
              cross join lateral unnest(task_ids, numbers) with ordinality as given (task_id, number, nth)) as turn
      order by turn desc limit ${wish.limit}) as turn
   cross join lateral (select finished_at from rota.chunks
                        where chunks.task_id = turn.task_id and chunks.number = turn.number and chunks.turn = turn.turn
                          and state = 'COMPLETED' and finished_at >= ${wish.from} limit 1) as chunk
   where (${wish.queue}::text is null or named.queue = ${wish.queue})
     and (${wish.tenant}::text is null or exists (select from rota.tasks where tasks.task_id = turn.task_id and tenant = ${wish.tenant}))
   group by 1`;

/** Returns one row: the time at which spans of a length begin that end with the present one. */
export const selectFirstSpan = (wish: { spanMs: number; spans: number }) => sql<{ first: Date }>`
  select to_timestamp((floor(extract(epoch from clock_timestamp()) * 1000 / ${wish.spanMs}) - ${wish.spans} + 1) * ${wish.spanMs} / 1000) as first`;
