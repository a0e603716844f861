/** The statements that look at deliveries and their attempts, repeat them and delete old ones. */
import { sql } from "../../database/sql.ts";
import type { DeliveryState, NewDeliveryRow } from "../deliveries/deliveries.sql.ts";
import type { EndpointState } from "../endpoints/endpoint.ts";

export type DeliveryRow = {
  delivery_id: string;
  number: bigint;
  endpoint_id: string;
  tenant: string;
  event_id: string;
  event_type: string;
  replay_of: string | null;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  created_at: Date;
  ended_at: Date | null;
};

export type DeliveryFilter = {
  readonly tenant: string;
  readonly endpointId: string | null;
  readonly state: DeliveryState | null;
  readonly eventType: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
  /** Null: from the newest on. */
  readonly before: bigint | null;
  readonly limit: number;
};

/** Returns deliveries of a tenant, the newest first. */
export const selectDeliveries = (filter: DeliveryFilter) => sql<DeliveryRow>`
  select delivery_id, number, endpoint_id, delivery.tenant, event_id, delivery.event_type, replay_of, state, attempts,
         next_attempt_at, last_status, last_error, delivery.created_at, ended_at
    from rota.webhook_deliveries as delivery
    join rota.webhook_messages using (message_id)
   where delivery.tenant = ${filter.tenant}
     and (${filter.endpointId}::uuid is null or endpoint_id = ${filter.endpointId}::uuid)
     and (${filter.state}::text is null or state = ${filter.state}::text)
     and (${filter.eventType}::text is null or delivery.event_type = ${filter.eventType}::text)
     and (${filter.from}::timestamptz is null or delivery.created_at >= ${filter.from}::timestamptz)
     and (${filter.to}::timestamptz is null or delivery.created_at < ${filter.to}::timestamptz)
     and (${filter.before}::bigint is null or number < ${filter.before}::bigint)
   order by number desc
   limit ${filter.limit}`;

/** Returns a delivery with what was sent; no row: there is none. */
export const selectDelivery = ({ tenant, deliveryId }: { tenant: string; deliveryId: string }) => sql<
  DeliveryRow & { body: Uint8Array }
>`
  select delivery_id, number, endpoint_id, delivery.tenant, event_id, delivery.event_type, replay_of, state, attempts,
         next_attempt_at, last_status, last_error, delivery.created_at, ended_at, body
    from rota.webhook_deliveries as delivery
    join rota.webhook_messages using (message_id)
   where delivery.tenant = ${tenant} and delivery_id = ${deliveryId}::uuid`;

/** Returns whose a delivery is; no row: there is none. */
export const selectDeliveryTenant = (deliveryId: string) => sql<{ tenant: string }>`
  select tenant from rota.webhook_deliveries where delivery_id = ${deliveryId}::uuid`;

export type AttemptRow = {
  number: number;
  started_at: Date;
  duration_ms: number;
  status: number | null;
  error_class: string | null;
  error: string | null;
  response_body: Uint8Array | null;
};

/** Returns the attempts of a delivery in their order. */
export const selectAttempts = (deliveryId: string) => sql<AttemptRow>`
  select number, started_at, duration_ms, status, error_class, error, response_body
    from rota.webhook_attempts
   where delivery_id = ${deliveryId}::uuid
   order by number
   limit 1000`;

/** Repeats a delivery. Returns the new one, null if its body was erased or the endpoint is not active; no row: there is no such delivery. */
export const replayDelivery = ({ tenant, deliveryId }: { tenant: string; deliveryId: string }) => sql<{
  endpoint_id: string;
  endpoint_state: EndpointState | "DELETED";
  is_erased: boolean;
  delivery_id: string | null;
}>`
  with old as materialized (
    select delivery_id, message_id, endpoint_id, delivery.tenant, delivery.event_type, octet_length(body) = 0 as is_erased,
           case when deleted_at is null then endpoint.state else 'DELETED' end as endpoint_state
      from rota.webhook_deliveries as delivery
      join rota.webhook_messages using (message_id)
      join rota.webhook_endpoints as endpoint using (endpoint_id)
     where delivery.tenant = ${tenant} and delivery_id = ${deliveryId}::uuid
  ), made as (
    insert into rota.webhook_deliveries (message_id, endpoint_id, tenant, event_type, replay_of)
    select message_id, endpoint_id, tenant, event_type, delivery_id from old where endpoint_state = 'ACTIVE' and not is_erased
    returning delivery_id
  )
  select endpoint_id, endpoint_state, is_erased, (select delivery_id from made) as delivery_id from old`;

export type ReplayRange = {
  readonly tenant: string;
  readonly endpointId: string;
  readonly states: readonly DeliveryState[];
  readonly from: Date | null;
  readonly to: Date | null;
  readonly after: bigint;
  readonly limit: number;
};

/**
 * Repeats what was made for an endpoint in a time, the oldest first, each event once: failed ones unless the event was
 * received meanwhile or is under way again, and none whose body was erased. Returns the new deliveries and up to which number it has looked.
 */
export const replayRange = (range: ReplayRange) => sql<NewDeliveryRow & { looked_to: bigint }>`
  with old as materialized (
    select delivery_id, number, message_id, event_type
      from rota.webhook_deliveries as delivery
     where tenant = ${range.tenant} and endpoint_id = ${range.endpointId}::uuid
       and number > ${range.after}::bigint
       and state = any(${range.states}::text[])
       and (${range.from}::timestamptz is null or created_at >= ${range.from}::timestamptz)
       and (${range.to}::timestamptz is null or created_at < ${range.to}::timestamptz)
       and exists (select from rota.webhook_messages as message where message.message_id = delivery.message_id and octet_length(body) > 0)
       and not exists (select from rota.webhook_deliveries as later
                        where later.message_id = delivery.message_id and later.endpoint_id = delivery.endpoint_id
                          and later.number > delivery.number
                          and (later.state = any(array['PENDING', 'DELIVERED']) or later.state = any(${range.states}::text[])))
     order by number
     limit ${range.limit}
  ), made as (
    insert into rota.webhook_deliveries (message_id, endpoint_id, tenant, event_type, replay_of)
    select message_id, ${range.endpointId}::uuid, ${range.tenant}, event_type, delivery_id from old order by number
    returning delivery_id, endpoint_id, tenant
  )
  select delivery_id, endpoint_id, tenant, (select max(number) from old) as looked_to from made`;

/** Deletes bodies whose deliveries have all ended, with these and their attempts, the oldest first. Returns how many. */
export const pruneMessages = ({ olderThanMs, limit }: { olderThanMs: number; limit: number }) => sql<{
  pruned: number;
}>`
  with old as materialized (
    select message_id
      from rota.webhook_messages as message
     where created_at < clock_timestamp() - ${olderThanMs}::bigint * interval '1 millisecond'
       and not exists (select from rota.webhook_deliveries as delivery
                        where delivery.message_id = message.message_id
                          and (state = 'PENDING' or delivery.ended_at >= clock_timestamp() - ${olderThanMs}::bigint * interval '1 millisecond'))
     order by created_at
     limit ${limit}
       for update skip locked
  ), gone as (
    delete from rota.webhook_messages using old where webhook_messages.message_id = old.message_id returning 1
  )
  select count(*)::integer as pruned from gone`;

/**
 * Empties the bodies of a tenant's next events whose deliveries have all ended, and what was answered to them. Returns one row:
 * how many bodies, and the last event it looked at, null at the end.
 */
export const eraseMessages = ({ tenant, after, limit }: { tenant: string; after: string; limit: number }) => sql<{
  erased: number;
  last_event: string | null;
}>`
  with page as materialized (
    select message_id, event_id
      from rota.webhook_messages
     where tenant = ${tenant} and event_id > ${after}
     order by event_id
     limit ${limit}
       for update
  ), over as materialized (
    select message_id
      from page
     where not exists (select from rota.webhook_deliveries as delivery where delivery.message_id = page.message_id and state = 'PENDING')
  ), emptied as (
    update rota.webhook_messages as message set body = '' from over
     where message.message_id = over.message_id and octet_length(body) > 0
    returning 1
  ), answers as (
    update rota.webhook_attempts as attempt set response_body = null, error = null
      from over join rota.webhook_deliveries as delivery using (message_id)
     where attempt.delivery_id = delivery.delivery_id and (response_body is not null or error is not null)
  )
  select (select count(*) from emptied)::integer as erased, max(event_id) as last_event from page`;
