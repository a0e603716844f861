/** The statements of the inbox. */
import { sql, type JsonValue } from "../database/sql.ts";

export type StoreRequest = {
  /** One for each batch, as rota.append_tasks() takes them; their cost is set when it is known which events are new. */
  readonly tasks: JsonValue;
  readonly intakes: readonly string[];
  readonly tenants: readonly string[];
  /** How many events come before those of each batch. */
  readonly starts: readonly number[];
  /** Where the json of each batch ends in `events`, in bytes. */
  readonly ends: readonly number[];
  readonly events: Uint8Array;
  readonly eventIds: readonly string[];
  /** The batch of each event, counted from 1. */
  readonly batchNths: readonly number[];
  readonly hashes: Uint8Array;
  readonly rejected: JsonValue | null;
};

export type PassedRow = { nth: number; outcome: "DUPLICATE" | "CONFLICT" | "GONE" };

/** Stores events and submits their batches. Returns a row for each event that was not stored. */
export const storeEventRows = (request: StoreRequest) => sql<PassedRow>`
  select nth, outcome
    from rota.store_events(
      ${request.tasks}::text::jsonb, ${request.intakes}::text[], ${request.tenants}::text[], ${request.starts}::integer[],
      ${request.ends}::integer[], ${request.events}::bytea, ${request.eventIds}::text[], ${request.batchNths}::integer[],
      ${request.hashes}::bytea, ${request.rejected}::text::jsonb)`;

export type BatchRow = {
  batch_id: bigint;
  intake: string;
  tenant: string;
  attempt: number;
  numbers: readonly number[] | null;
  /** Json. */
  events: string;
};

/** Returns the batch of a task. No row: there is none. */
export const selectBatch = (taskId: bigint) => sql<BatchRow>`
  select batch_id, intake, tenant, attempt, numbers, convert_from(events, 'utf8') as events
    from rota.inbox_batches where task_id = ${taskId}`;

export type SettledBatch = {
  readonly batchId: bigint;
  readonly tenant: string;
  readonly outcomes: string;
  readonly answers: string | null;
  readonly rejectedIds: readonly string[];
  readonly rejected: JsonValue | null;
};

/** Writes what became of a batch. Returns one row. */
export const settleEventRows = (batch: SettledBatch) => sql<object>`
  select rota.settle_events(${batch.batchId}, ${batch.outcomes}, ${batch.answers}, ${batch.tenant}, ${batch.rejectedIds}::text[], ${batch.rejected}::text::jsonb)`;

export type MovedEvents = {
  readonly batchId: bigint;
  readonly task: JsonValue;
  readonly attempt: number;
  readonly eventIds: readonly string[];
  readonly events: Uint8Array;
};

/** Moves events of a batch to one of their own. Returns one row. */
export const moveEventRows = (moved: MovedEvents) => sql<object>`
  select rota.move_events(${moved.batchId}, ${moved.task}::text::jsonb, ${moved.attempt}, ${moved.eventIds}::text[], ${moved.events}::bytea)`;

export type OutcomeRow = {
  tenant: string;
  event_id: string;
  hash: string;
  is_held: boolean;
  /** Null: it waits, or was discarded when there is no batch. */
  outcome: string | null;
  has_batch: boolean;
  answer: unknown;
  rejected_id: bigint | null;
  code: string | null;
  reason: string | null;
};

/**
 * Returns what is known of events: under whose hash an id is held, how it ended, or why it was last rejected. No row for an
 * event that nobody has heard of. The limits make it looks by index, whatever the planner believes about tables that grow.
 */
export const selectOutcomes = (asked: { tenants: readonly string[]; eventIds: readonly string[] }) => sql<OutcomeRow>`
  select asked.tenant, asked.event_id, encode(coalesce(inbox.payload_hash, rejected.payload_hash), 'hex') as hash, inbox.event_id is not null as is_held,
         substring(results.outcomes from inbox.number::integer for 1) as outcome, inbox.batch_id is not null as has_batch,
         results.answers::json -> (inbox.number - 1) as answer, rejected.rejected_id, rejected.code, rejected.reason
    from unnest(${asked.tenants}::text[], ${asked.eventIds}::text[]) as asked (tenant, event_id)
    left join lateral (select * from rota.inbox where inbox.tenant = asked.tenant and inbox.event_id = asked.event_id limit 1) as inbox on true
    left join lateral (select * from rota.inbox_results as results where results.batch_id = inbox.batch_id limit 1) as results on true
    left join lateral (
      select rejected_id, code, reason, payload_hash from rota.rejected_events
       where inbox.event_id is null and rejected_events.tenant = asked.tenant and rejected_events.event_id = asked.event_id and kind = 'REJECTED'
       order by rejected_id desc limit 1) as rejected on true
   where inbox.event_id is not null or rejected.rejected_id is not null`;
