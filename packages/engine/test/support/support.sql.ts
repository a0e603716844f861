/** Contains the statements with which test helpers read work, change settings and count effects. */
import { json, sql, sqlScript } from "../../src/database/sql.ts";

export type ChunkFacts = {
  state: string;
  attempt: number;
  is_suspect: boolean;
  is_leased: boolean;
  payload: unknown;
  result: unknown;
  last_error: unknown;
};

/** Ends the delay of a retry or a snooze. Returns nothing. */
export const fallDue = (taskId: bigint) => sql<never>`
  update rota.chunks set due_at = clock_timestamp() where task_id = ${taskId} and state = 'SCHEDULED'`;

/** Makes a lease expire. Returns nothing. */
export const expireLease = (leaseToken: bigint) => sql<never>`
  update rota.leases set expires_at = clock_timestamp() - interval '1 second' where lease_token = ${leaseToken}`;

/** Returns a chunk; no row: there is none. */
export const selectChunkFacts = ({ taskId, number }: { taskId: bigint; number: number }) => sql<ChunkFacts>`
  select state, attempt, is_suspect, lease_token is not null as is_leased, payload, result, last_error
    from rota.chunks where task_id = ${taskId} and number = ${number}`;

/** Returns the states of a task's chunks by number. */
export const selectChunkStates = (taskId: bigint) => sql<{ state: string }>`
  select state from rota.chunks where task_id = ${taskId} order by number`;

/** Returns the state of a task; no row: there is none. */
export const selectState = (taskId: bigint) => sql<{ state: string }>`
  select rota.task_state(tasks) as state from rota.tasks where task_id = ${taskId}`;

/** Returns the recorded attempts of a chunk, the oldest first. */
export const selectAttempts = ({ taskId, number }: { taskId: bigint; number: number }) => sql<{
  attempt: number;
  outcome: string;
}>`
  select attempt, outcome from rota.attempts where task_id = ${taskId} and number = ${number} order by attempt_id`;

/** Returns a row for each lease on chunks of a queue. */
export const selectLeases = (queue: string) => sql<{ lease_token: bigint }>`
  select lease_token from rota.leases where queue = ${queue}`;

/** Appends a new setting of a tenant. Returns nothing. */
export const appendSetting = (setting: { queue: string; tenant: string; settings: unknown }) => sql`
  insert into rota.lane_changes (queue, kind, lane_id, sibling_set, level, name, settings)
  values (${setting.queue}, 'SET', rota.lane_id(${setting.queue}, ${setting.tenant}), rota.lane_id(${setting.queue}), 1, ${setting.tenant}, ${json(setting.settings)})`;

/** Makes a running chunk wait again, as after a lost lease. Returns nothing. */
export const returnChunk = (chunk: { taskId: bigint; number: number; leaseToken: bigint }) => sql`
  with returned as (
    update rota.chunks as new set state = 'PENDING', lease_token = null, slots = 0
      from rota.chunks as old
     where new.task_id = ${chunk.taskId} and new.number = ${chunk.number} and new.lease_token = ${chunk.leaseToken}
       and old.task_id = new.task_id and old.number = new.number
    returning new.queue, new.task_id, new.position, old.slots)
  insert into rota.lane_changes (queue, kind, task_id, position, slots)
  select queue, 'ARRIVED', task_id, position, null from returned
  union all
  select queue, 'RELEASED', task_id, null, slots from returned where slots <> 0`;

export const createEffects = () => sqlScript(`create table rota.effects (tenant text, event_id text, amount integer)`);

/** Inserts effects. Returns nothing. */
export const insertEffects = (tenant: string, events: readonly { eventId: string; amount: number }[]) => sql<never>`
  insert into rota.effects
  select ${tenant}, * from unnest(${events.map(({ eventId }) => eventId)}::text[], ${events.map(({ amount }) => amount)}::integer[])`;

/** Returns a row for each effect. */
export const selectEffects = () => sql<{ tenant: string; event_id: string; amount: number }>`
  select tenant, event_id, amount from rota.effects order by tenant, event_id`;

/** Returns one row: the number of effects. */
export const countEffects = () => sql<{ count: number }>`select count(*)::integer as count from rota.effects`;

/** Fails when an amount is even, like a statement that PostgreSQL refuses in the middle of a batch. */
export const refuseEven = (amounts: readonly number[]) => sql<never>`
  select 1 / (amount % 2) from unnest(${amounts}::integer[]) as amount`;

/** Makes all delayed chunks due. Returns nothing. */
export const fallDueAll = () => sql<never>`
  update rota.chunks set due_at = clock_timestamp() where state = 'SCHEDULED'`;

/** Creates the table of taken events. It has no unique key, so that an event that was taken twice has two rows. Returns nothing. */
export const makeTaken = () =>
  sql`create table rota.taken (nth bigint generated always as identity, name text not null)`;

/** Inserts taken events. Returns nothing. */
export const insertTaken = (names: readonly string[]) =>
  sql`insert into rota.taken (name) select unnest(${names}::text[])`;

/** Returns the taken events, in their order. */
export const selectTaken = () => sql<{ name: string }>`select name from rota.taken order by nth`;

/** Deletes all events and sinks. Returns nothing. */
export const emptyOutbox = () => sql`
  truncate rota.outbox_arrivals, rota.outbox_events, rota.outbox_sinks, rota.outbox_held_aggregates, rota.outbox_held_events,
           rota.outbox_discards, rota.taken restart identity`;

/** Makes all held aggregates due for their next try. Returns nothing. */
export const makeDue = () => sql`update rota.outbox_held_aggregates set due_at = clock_timestamp()`;

export type AnnouncedRow = { task_id: bigint; type: string; data: Record<string, unknown> };

/** Returns the events that tasks announced, in the order in which they were appended. */
export const selectAnnounced = () => sql<AnnouncedRow>`
  select aggregate_id::bigint as task_id, type, payload as data
    from (select 0 as part, position as place, * from (select position, aggregate_type, aggregate_id, type, payload from rota.outbox_events) as placed
          union all
          select 1, arrival, arrival, aggregate_type, aggregate_id, type, payload from rota.outbox_arrivals) as announced
   where aggregate_type = 'TASK' order by part, place`;
