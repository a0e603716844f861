/** Statements about the events of passports. */
import { sql, type Sql } from "@rota/engine";
import type { ChainedEvent } from "../core/passport/event-chain.ts";

type HeadRow = {
  /** Version of the last event, or null if the aggregate has no events. */
  aggregate_version: number | null;
  event_hash: string | null;
  /** Time in UTC with six fraction digits, never before the last event. */
  now: string;
};

type AggregateKey = { readonly tenant: string; readonly type: string; readonly id: string };

/** Returns the last event of each aggregate with the current time, in the order of the list. */
export const selectHeads = (aggregates: readonly AggregateKey[]): Sql<HeadRow> => sql<HeadRow>`
  select last.aggregate_version,
         encode(last.event_hash, 'hex') as event_hash,
         to_char(greatest(clock_timestamp(), last.occurred_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now
    from unnest(${aggregates.map(({ tenant }) => tenant)}::text[], ${aggregates.map(({ type }) => type)}::text[],
                ${aggregates.map(({ id }) => id)}::uuid[]) with ordinality as given (tenant, type, id, nth)
    left join lateral (
           select aggregate_version, event_hash, occurred_at
             from rota.passports_events
            where tenant = given.tenant and aggregate_type = given.type and aggregate_id = given.id
            order by aggregate_version desc
            limit 1) as last on true
   order by given.nth`;

type EventToInsert = ChainedEvent & { readonly eventId: string; readonly tenant: string };

/** Returns nothing. */
export const insertEvents = (events: readonly EventToInsert[]): Sql => sql`
  insert into rota.passports_events
         (event_id, tenant, aggregate_type, aggregate_id, aggregate_version, event_type, occurred_at, actor,
          payload_canonical, payload_hash, prev_event_hash, event_hash)
  select event_id, tenant, aggregate_type, aggregate_id, aggregate_version, event_type, occurred_at, actor,
         convert_to(payload, 'UTF8'), decode(payload_hash, 'hex'), decode(prev_event_hash, 'hex'), decode(event_hash, 'hex')
    from unnest(${events.map(({ eventId }) => eventId)}::uuid[], ${events.map(({ tenant }) => tenant)}::text[],
                ${events.map(({ aggregateType }) => aggregateType)}::text[],
                ${events.map(({ aggregateId }) => aggregateId)}::uuid[],
                ${events.map(({ aggregateVersion }) => aggregateVersion)}::integer[],
                ${events.map(({ eventType }) => eventType)}::text[],
                ${events.map(({ occurredAt }) => occurredAt)}::timestamptz[],
                ${events.map(({ actorId }) => actorId ?? null)}::text[],
                ${events.map(({ payloadCanonical }) => payloadCanonical)}::text[],
                ${events.map(({ payloadHash }) => payloadHash)}::text[],
                ${events.map(({ prevEventHash }) => prevEventHash ?? null)}::text[],
                ${events.map(({ eventHash }) => eventHash)}::text[])
         as given (event_id, tenant, aggregate_type, aggregate_id, aggregate_version, event_type, occurred_at, actor,
                   payload, payload_hash, prev_event_hash, event_hash)`;

export type EventRow = {
  event_id: string;
  tenant: string;
  aggregate_type: string;
  aggregate_id: string;
  aggregate_version: number;
  event_type: string;
  occurred_at: string;
  actor: string | null;
  payload_canonical: string;
  payload_hash: string;
  prev_event_hash: string | null;
  event_hash: string;
};

/** Returns the events of one aggregate after a version, in their order. */
export const selectChain = (chain: AggregateKey & { after: number; limit: number }): Sql<EventRow> => sql<EventRow>`
  select event_id, tenant, aggregate_type, aggregate_id, aggregate_version, event_type, actor,
         to_char(occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at,
         convert_from(payload_canonical, 'UTF8') as payload_canonical,
         encode(payload_hash, 'hex') as payload_hash,
         encode(prev_event_hash, 'hex') as prev_event_hash,
         encode(event_hash, 'hex') as event_hash
    from rota.passports_events
   where tenant = ${chain.tenant} and aggregate_type = ${chain.type} and aggregate_id = ${chain.id}::uuid
     and aggregate_version > ${chain.after}
   order by aggregate_version
   limit ${chain.limit}`;

type EventsPage = {
  readonly tenant: string;
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly after: { readonly t: string; readonly id: string } | undefined;
  readonly limit: number;
};

/** Returns events of a tenant, the newest first. */
export const selectEvents = ({
  tenant,
  type,
  id,
  after,
  limit,
}: EventsPage): Sql<EventRow & { cursor_time: string }> => sql<EventRow & { cursor_time: string }>`
  select event_id, tenant, aggregate_type, aggregate_id, aggregate_version, event_type, actor,
         to_char(event.occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at,
         to_char(event.occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time,
         convert_from(payload_canonical, 'UTF8') as payload_canonical,
         encode(payload_hash, 'hex') as payload_hash,
         encode(prev_event_hash, 'hex') as prev_event_hash,
         encode(event_hash, 'hex') as event_hash
    from rota.passports_events as event
   where tenant = ${tenant}
     and (${type ?? null}::text is null or aggregate_type = ${type ?? null})
     and (${id ?? null}::uuid is null or aggregate_id = ${id ?? null}::uuid)
     and (${after?.t ?? null}::timestamptz is null
          or (event.occurred_at, event_id) < (${after?.t ?? null}::timestamptz, ${after?.id ?? null}::uuid))
   order by event.occurred_at desc, event_id desc
   limit ${limit}`;
