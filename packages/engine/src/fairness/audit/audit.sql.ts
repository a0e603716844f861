/** The statements of the audit; each column of the log comes as the text that its hash covers. */
import { sql } from "../../database/sql.ts";

export type LogRow = {
  queue: string;
  entry: string;
  at_us: string;
  turn_count: string;
  moment: string;
  clock: string;
  changes: string;
  leaves: string;
  task_ids: string;
  numbers: string;
  emptied: string;
  hash: Uint8Array;
};

/** Returns the entries after one and up to another, in order, at most so many. */
export const selectEntries = (span: { queue: string; after: bigint; upTo: bigint; limit: number }) => sql<LogRow>`
  select queue, entry::text, (extract(epoch from at) * 1000000)::bigint::text as at_us, turn_count::text, moment::text, clock::text,
         changes::text, leaves::text, task_ids::text, numbers::text, emptied::text, hash
    from rota.dispatch_log
   where queue = ${span.queue} and entry > ${span.after} and entry <= ${span.upTo}
   order by dispatch_log.entry limit ${span.limit}`;

export type HeadRow = { entry: bigint; turn_count: bigint; hash: Uint8Array };

/** Returns the newest entry of a queue; no row when nothing was logged. */
export const selectHead = (queue: string) => sql<HeadRow>`
  select entry, turn_count, hash from rota.dispatch_log where queue = ${queue} order by entry desc limit 1`;

/** Returns one row: the oldest entry that is there, and the oldest checkpoint from there on; nulls when there is none. */
export const selectStart = (queue: string) => sql<{ first_entry: bigint | null; checkpoint: bigint | null }>`
  select first_entry,
         (select min(entry) from rota.dispatch_checkpoints where queue = ${queue} and entry >= first_entry) as checkpoint
    from (select min(entry) as first_entry from rota.dispatch_log where queue = ${queue}) as oldest`;

/** Returns a part of a checkpoint; no row when there are no more. */
export const selectCheckpointPart = (place: { queue: string; entry: bigint; part: number }) =>
  sql<{ lanes: string; previous_hash: Uint8Array }>`
  select lanes::text, previous_hash from rota.dispatch_checkpoints
   where queue = ${place.queue} and entry = ${place.entry} and part = ${place.part}`;

/** Returns the queues that have a log, by name. */
export const listLoggedQueues = () => sql<{ queue: string }>`
  with recursive logged as (
    (select queue from rota.dispatch_log order by queue limit 1)
    union all
    select (select queue from rota.dispatch_log where queue > logged.queue order by queue limit 1) from logged where logged.queue is not null)
  select queue from logged where queue is not null order by queue`;

export type Dispatches = {
  readonly taskIds: readonly bigint[];
  readonly numbers: readonly number[];
  readonly turns: readonly bigint[];
};

/** Returns the earliest of the given dispatches that its chunk knows nothing of; no row when there is none. */
export const findUnknownDispatch = ({ taskIds, numbers, turns }: Dispatches) =>
  sql<{ task_id: bigint; number: number; turn: bigint; known_turn: bigint | null }>`
  select given.task_id, given.number, given.turn, chunks.turn as known_turn
    from unnest(${taskIds}::bigint[], ${numbers}::integer[], ${turns}::bigint[]) as given (task_id, number, turn)
    join rota.chunks on chunks.task_id = given.task_id and chunks.number = given.number
   where chunks.turn is null or chunks.turn < given.turn
   order by given.turn limit 1`;

/** Stores all lanes of a queue. Returns the number of the entry that says so; null when nothing was ever logged. */
export const storeCheckpoint = (queue: string) => sql<{ entry: bigint | null }>`
  select rota.checkpoint_queue(${queue}) as entry`;

/** Returns the newest checkpoint that leaves so many entries; null when there is none. */
export const findCheckpointByEntries = (wish: { queue: string; keepEntries: number }) => sql<{ entry: bigint | null }>`
  select max(entry) as entry from rota.dispatch_checkpoints
   where queue = ${wish.queue}
     and entry <= (select max(entry) from rota.dispatch_log where queue = ${wish.queue}) - ${wish.keepEntries} + 1`;

/** Returns the newest checkpoint that is older than a time; null when there is none. */
export const findCheckpointByTime = (wish: { queue: string; olderThan: Date }) => sql<{ entry: bigint | null }>`
  select max(entry) as entry
    from (select distinct queue, entry from rota.dispatch_checkpoints where queue = ${wish.queue}) as checkpoint
    join rota.dispatch_log using (queue, entry)
   where at <= ${wish.olderThan}`;

/** Deletes the oldest entries before a checkpoint, at most so many. Returns how many. */
export const deleteEntries = (span: { queue: string; before: bigint; limit: number }) => sql<{ deleted: number }>`
  with oldest as (
    select entry from rota.dispatch_log where queue = ${span.queue} and entry < ${span.before} order by entry limit ${span.limit}
  ), gone as (
    delete from rota.dispatch_log where queue = ${span.queue} and entry <= (select max(entry) from oldest) and entry < ${span.before} returning 1)
  select count(*)::integer as deleted from gone`;

/** Deletes checkpoints before an entry. Returns nothing. */
export const deleteCheckpoints = (span: { queue: string; before: bigint }) => sql`
  delete from rota.dispatch_checkpoints where queue = ${span.queue} and entry < ${span.before}`;

export type ForgottenRow = { forgotten: number; last_lane: bigint | null };

/** Forgets lanes that no longer matter. Returns how many, and the lane to go on after; null when all were looked at. */
export const forgetLaneRows = (wish: { queue: string; limit: number; after: bigint }) =>
  sql<ForgottenRow>`
  select forgotten, last_lane from rota.forget_lanes(${wish.queue}, ${wish.limit}, ${wish.after})`;
