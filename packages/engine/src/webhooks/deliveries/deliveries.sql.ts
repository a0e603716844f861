/** The statements by which deliveries are made, loaded for an attempt, and written down after it. */
import { sql, type JsonValue } from "../../database/sql.ts";
import type { EndpointName, EndpointState } from "../endpoints/endpoint.ts";
import type { DeliverySchedule } from "../sending/delivery-schedule.ts";
import type { SignatureKey } from "../signing/sign-body.ts";

export type DeliveryState = "PENDING" | "DELIVERED" | "FAILED";

export type NewDeliveryRow = { delivery_id: string; endpoint_id: string; tenant: string };

export type MadeDeliveryRow = NewDeliveryRow & { event_id: string };

export type NewMessage = {
  readonly tenant: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
};

/**
 * Stores bodies and makes a delivery for each active endpoint that wants the event. Returns the deliveries; none for
 * events that were stored before.
 */
export const insertDeliveries = (messages: readonly NewMessage[]) => sql<MadeDeliveryRow>`
  with given as materialized (
    select tenant, event_id, event_type, body
      from unnest(${messages.map(({ tenant }) => tenant)}::text[],
                  ${messages.map(({ eventId }) => eventId)}::text[],
                  ${messages.map(({ type }) => type)}::text[],
                  ${messages.map(({ body }) => body)}::text[])
        as given (tenant, event_id, event_type, body)
  ), stored as (
    insert into rota.webhook_messages (tenant, event_id, event_type, body)
    select tenant, event_id, event_type, convert_to(body, 'UTF8')
      from given
     where exists (select from rota.webhook_endpoints as endpoint
                    where endpoint.tenant = given.tenant and state = 'ACTIVE' and deleted_at is null
                      and rota.webhook_wants(event_types, event_type))
     order by tenant, event_id -- so that two who store the same events never wait for each other in a circle
    on conflict on constraint webhook_messages_once do nothing
    returning message_id, tenant, event_id, event_type
  ), made as (
    insert into rota.webhook_deliveries (message_id, endpoint_id, tenant, event_type)
    select message_id, endpoint_id, stored.tenant, event_type
      from stored
      join rota.webhook_endpoints as endpoint
        on endpoint.tenant = stored.tenant and state = 'ACTIVE' and deleted_at is null and rota.webhook_wants(event_types, event_type)
     order by message_id
    returning delivery_id, endpoint_id, tenant, message_id, number
  )
  select delivery_id, endpoint_id, made.tenant, event_id from made join stored using (message_id) order by number`;

/** Returns one row: whether an active endpoint wants events of this type. */
export const selectWanted = ({ tenant, type }: { tenant: string; type: string }) => sql<{ is_wanted: boolean }>`
  select exists (select from rota.webhook_endpoints
                  where tenant = ${tenant} and state = 'ACTIVE' and deleted_at is null and rota.webhook_wants(event_types, ${type})) as is_wanted`;

export type LoadedRow = {
  delivery_id: string;
  tenant: string;
  event_id: string;
  event_type: string;
  body: Uint8Array;
  state: DeliveryState;
  attempts: number;
  refusals: number;
  endpoint_id: string;
  url: string;
  endpoint_state: EndpointState;
  is_deleted: boolean;
  timeout_ms: number;
  schedule: DeliverySchedule;
  retry_4xx: boolean;
  signature_key: SignatureKey;
  secret: Uint8Array;
  previous_secret: Uint8Array | null;
  signing_key: Uint8Array | null;
  /** Until an attempt may be made; 0 or less: now. */
  wait_ms: number;
  now: Date;
};

/** Returns deliveries with their bodies and endpoints, in no order; none for those that were pruned. */
export const selectForAttempt = (deliveryIds: readonly string[]) => sql<LoadedRow>`
  select delivery_id, delivery.tenant, event_id, delivery.event_type, body, delivery.state, attempts, refusals,
         endpoint_id, url, endpoint.state as endpoint_state, deleted_at is not null as is_deleted, timeout_ms, schedule, retry_4xx,
         signature_key, secret, case when previous_until > clock_timestamp() then previous_secret end as previous_secret, signing_key,
         coalesce(ceil(extract(epoch from greatest(next_attempt_at, held_until) - clock_timestamp()) * 1000), 0)::double precision as wait_ms,
         clock_timestamp() as now
    from rota.webhook_deliveries as delivery
    join rota.webhook_messages using (message_id)
    join rota.webhook_endpoints as endpoint using (endpoint_id)
   where delivery_id = any(${deliveryIds}::uuid[])`;

/** Returns an endpoint with its keys, for a request that is no delivery; no row: there is none. */
export const selectForPing = ({ tenant, endpointId }: EndpointName) => sql<
  Pick<
    LoadedRow,
    "endpoint_id" | "url" | "timeout_ms" | "signature_key" | "secret" | "previous_secret" | "signing_key" | "now"
  >
>`
  select endpoint_id, url, timeout_ms, signature_key, secret,
         case when previous_until > clock_timestamp() then previous_secret end as previous_secret, signing_key, clock_timestamp() as now
    from rota.webhook_endpoints
   where tenant = ${tenant} and endpoint_id = ${endpointId}::uuid and deleted_at is null`;

export type EndpointChangeRow = {
  endpoint_id: string;
  tenant: string;
  change: "HELD" | "RELEASED" | "DISABLED";
  reason: string | null;
  held_ms: bigint | null;
  max_in_flight: number;
  rate_per_second: number;
};

/** Writes attempts down and counts on their endpoints. Returns the endpoints that were held, released or disabled. */
export const recordAttempts = (attempts: JsonValue) => sql<EndpointChangeRow>`
  select endpoint_id, tenant, change, reason, held_ms, max_in_flight, rate_per_second
    from rota.record_webhook_attempts(${attempts}::jsonb)`;

/** Ends deliveries whose endpoint takes nothing any more, or whose body was erased. Returns nothing. */
export const abandonDeliveries = (deliveryIds: readonly string[]) => sql<never>`
  update rota.webhook_deliveries as delivery
     set state = 'FAILED', ended_at = clock_timestamp(), next_attempt_at = null,
         last_error = case when octet_length(body) = 0 then 'ERASED' else 'DISABLED' end
    from rota.webhook_messages as message
   where delivery_id = any(${deliveryIds}::uuid[]) and state = 'PENDING' and message.message_id = delivery.message_id`;
