/** Statements of the inbox and of rejected events. */
import { type JsonValue, sql } from "../database/sql.ts";
import type { EventOrigin } from "./define-intake.ts";

export type StoreRequest = {
  /** One task for each batch, as rota.append_tasks() takes them. Their cost is set when the new events are known. */
  readonly tasks: JsonValue;
  readonly intakes: readonly string[];
  readonly tenants: readonly string[];
  /** Number of events before those of each batch. */
  readonly starts: readonly number[];
  /** Number of bytes in `events` up to the end of the JSON of each batch. */
  readonly ends: readonly number[];
  readonly events: Uint8Array;
  readonly eventIds: readonly string[];
  /** Batch of each event, counted from 1. */
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
  /** Events as JSON. */
  events: string;
};

/** Returns the batch of a task. No row: it does not exist. */
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

/** Stores the outcomes of a batch. Returns one row. */
export const settleEventRows = (batch: SettledBatch) => sql<object>`
  select rota.settle_events(${batch.batchId}, ${batch.outcomes}, ${batch.answers}, ${batch.tenant}, ${batch.rejectedIds}::text[], ${batch.rejected}::text::jsonb)`;

export type MovedEvents = {
  readonly batchId: bigint;
  readonly task: JsonValue;
  readonly attempt: number;
  readonly eventIds: readonly string[];
  readonly events: Uint8Array;
};

/** Moves events of a batch to a batch of their own. Returns one row. */
export const moveEventRows = (moved: MovedEvents) => sql<object>`
  select rota.move_events(${moved.batchId}, ${moved.task}::text::jsonb, ${moved.attempt}, ${moved.eventIds}::text[], ${moved.events}::bytea)`;

export type OutcomeRow = {
  tenant: string;
  event_id: string;
  hash: string;
  is_held: boolean;
  /** Outcome; null if the event waits, or, without a batch, if it was discarded. */
  outcome: string | null;
  has_batch: boolean;
  answer: unknown;
  rejected_id: bigint | null;
  code: string | null;
  reason: string | null;
};

/**
 * Returns the state of events: the hash that is accepted under an id, the outcome, or the latest reason for a rejection. No
 * row for an unknown event. The limits force lookups by index, even with outdated statistics of growing tables.
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

export type RejectedKind = "MALFORMED" | "REJECTED" | "CONFLICT" | "DEAD_LETTER";
export type RejectedState = "OPEN" | "REPLAYED" | "DISCARDED";

export type RejectedListRow = {
  rejected_id: bigint;
  intake: string;
  kind: RejectedKind;
  state: RejectedState;
  tenant: string | null;
  event_id: string | null;
  code: string;
  reason: string;
  origin: EventOrigin;
  attempts: number;
  times: number;
  rejected_at: Date;
  last_at: Date;
};

export type RejectedEventRow = RejectedListRow & {
  payload: string | null;
  payload_hash: string;
  raw: Uint8Array | null;
  held_hash: string | null;
  held_payload: string | null;
  error: unknown;
};

export type RejectedQuery = {
  readonly state: RejectedState | null;
  readonly intake: string | null;
  readonly tenant: string | null;
  readonly kind: RejectedKind | null;
  readonly code: string | null;
  readonly before: bigint | null;
  readonly limit: number;
};

/** Returns a page of rejected events, the newest first. */
export const selectRejected = (asked: RejectedQuery) => sql<RejectedListRow>`
  select rejected_id, intake, kind, state, tenant, event_id, code, reason, origin, attempts, times, rejected_at, last_at
    from rota.rejected_events
   where (${asked.state}::text is null or state = ${asked.state})
     and (${asked.intake}::text is null or intake = ${asked.intake})
     and (${asked.tenant}::text is null or tenant = ${asked.tenant})
     and (${asked.kind}::text is null or kind = ${asked.kind})
     and (${asked.code}::text is null or code = ${asked.code})
     and (${asked.before}::bigint is null or rejected_id < ${asked.before})
   order by rejected_id desc limit ${asked.limit}`;

/** Returns a rejected event with everything that is kept of it. No row: it does not exist. */
export const selectRejectedEvent = (rejectedId: bigint) => sql<RejectedEventRow>`
  select rejected_id, intake, kind, state, tenant, event_id, code, reason, origin, attempts, times, rejected_at, last_at, payload,
         encode(payload_hash, 'hex') as payload_hash, raw, encode(held_hash, 'hex') as held_hash, held_payload, error
    from rota.rejected_events where rejected_id = ${rejectedId}`;

/** Locks a rejected event until the transaction ends. Returns its id. */
export const lockRejectedEvent = (rejectedId: bigint) => sql<{ rejected_id: bigint }>`
  select rejected_id from rota.rejected_events where rejected_id = ${rejectedId} for update`;

/** Details of an action. `eventId` is set only if it differs from that of the rejected event. */
export type ActionDetails = { readonly eventId?: string } & Readonly<Record<string, unknown>>;

export type RejectedActionRow = {
  action: "REPLAYED" | "DISCARDED";
  actor: string;
  reason: string | null;
  details: ActionDetails;
  acted_at: Date;
};

/** Returns the actions on a rejected event, the oldest first. */
export const selectRejectedActions = (rejectedId: bigint) => sql<RejectedActionRow>`
  select action, actor, reason, details, acted_at from rota.rejected_event_acts where rejected_id = ${rejectedId} order by act_id`;

export type RejectedDecision = {
  readonly rejectedId: bigint;
  readonly action: "REPLAYED" | "DISCARDED";
  readonly actor: string;
  readonly reason: string | null;
  readonly details: JsonValue;
};

/** Closes an open rejected event and records the decision. Returns one row. */
export const closeRejected = ({ rejectedId, action, actor, reason, details }: RejectedDecision) => sql<object>`
  with closed as (
    update rota.rejected_events set state = ${action} where rejected_id = ${rejectedId} and state = 'OPEN' returning rejected_id)
  insert into rota.rejected_event_acts (rejected_id, action, actor, reason, details)
  select rejected_id, ${action}, ${actor}, ${reason}, ${details}::text::jsonb from closed
  returning rejected_id`;

/**
 * Reserves the id of a rejected event permanently, unless it is taken: another delivery of the event is then a duplicate.
 * Returns nothing.
 */
export const holdRejectedId = (rejectedId: bigint) => sql<never>`
  insert into rota.inbox (tenant, event_id, payload_hash)
  select tenant, event_id, payload_hash from rota.rejected_events
   where rejected_id = ${rejectedId} and kind = 'REJECTED' and tenant is not null and event_id is not null
  on conflict on constraint inbox_holds_an_event_once do nothing`;
