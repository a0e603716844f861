/** The statements of rejected events. */
import { sql, type JsonValue } from "../../database/sql.ts";
import type { EventOrigin } from "../event.ts";

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

/** Returns a rejected event with all that is kept of it. No row: there is none. */
export const selectRejectedEvent = (rejectedId: bigint) => sql<RejectedEventRow>`
  select rejected_id, intake, kind, state, tenant, event_id, code, reason, origin, attempts, times, rejected_at, last_at, payload,
         encode(payload_hash, 'hex') as payload_hash, raw, encode(held_hash, 'hex') as held_hash, held_payload, error
    from rota.rejected_events where rejected_id = ${rejectedId}`;

/** The same, held for the transaction. */
export const lockRejectedEvent = (rejectedId: bigint) => sql<{ rejected_id: bigint }>`
  select rejected_id from rota.rejected_events where rejected_id = ${rejectedId} for update`;

/** What is told of an act; an event id only where it is not that of the rejected event. */
export type ActDetails = { readonly eventId?: string } & Readonly<Record<string, unknown>>;

export type ActRow = {
  action: "REPLAYED" | "DISCARDED";
  actor: string;
  reason: string | null;
  details: ActDetails;
  acted_at: Date;
};

/** Returns what was done to a rejected event, the oldest first. */
export const selectActs = (rejectedId: bigint) => sql<ActRow>`
  select action, actor, reason, details, acted_at from rota.rejected_event_acts where rejected_id = ${rejectedId} order by act_id`;

export type Act = {
  readonly rejectedId: bigint;
  readonly action: "REPLAYED" | "DISCARDED";
  readonly actor: string;
  readonly reason: string | null;
  readonly details: JsonValue;
};

/** Closes an open rejected event and says who did. Returns one row. */
export const closeRejected = ({ rejectedId, action, actor, reason, details }: Act) => sql<object>`
  with closed as (
    update rota.rejected_events set state = ${action} where rejected_id = ${rejectedId} and state = 'OPEN' returning rejected_id)
  insert into rota.rejected_event_acts (rejected_id, action, actor, reason, details)
  select rejected_id, ${action}, ${actor}, ${reason}, ${details}::text::jsonb from closed
  returning rejected_id`;

/** Takes the id of a rejected event for good, unless somebody holds it: another delivery of it is then a duplicate. Returns nothing. */
export const holdRejectedId = (rejectedId: bigint) => sql<never>`
  insert into rota.inbox (tenant, event_id, payload_hash)
  select tenant, event_id, payload_hash from rota.rejected_events
   where rejected_id = ${rejectedId} and kind = 'REJECTED' and tenant is not null and event_id is not null
  on conflict on constraint inbox_holds_an_event_once do nothing`;
