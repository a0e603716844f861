/** The statements that create, load, record, list, replay and delete deliveries. */
import { type JsonValue, sql } from "../database/sql.ts";
import type { DeliverySchedule } from "./decide-delivery.ts";
import type { EndpointName, EndpointState } from "./endpoint.ts";
import type { AnswerHeaders } from "./sender.ts";
import type { SignatureKey } from "./sign-body.ts";

export type DeliveryState = "PENDING" | "DELIVERED" | "FAILED";

export type NewDeliveryRow = { delivery_id: string; endpoint_id: string; tenant: string };

export type MadeDeliveryRow = NewDeliveryRow & { event_id: string };

export type NewMessage = {
  readonly tenant: string;
  readonly eventId: string;
  readonly type: string;
  /** Type as patterns of endpoints match it, see `rota.webhook_wants`. */
  readonly matchedType: string;
  readonly body: string;
  readonly aggregate: { readonly type: string; readonly id: string } | undefined;
  /** Task that ended with this event; null for other events. */
  readonly taskId: bigint | null;
};

/**
 * Stores bodies and creates a delivery for each active endpoint that wants the event. The event with which a task ends goes
 * to the callback of the task as well; an endpoint that wants it too gets it there and not a second time. Returns the
 * deliveries; none for events that were stored before.
 */
export const insertDeliveries = (messages: readonly NewMessage[]) => sql<MadeDeliveryRow>`
  with given as materialized (
    select tenant, event_id, event_type, matched_type, body, aggregate_type, aggregate_id, task_id
      from unnest(${messages.map(({ tenant }) => tenant)}::text[],
                  ${messages.map(({ eventId }) => eventId)}::text[],
                  ${messages.map(({ type }) => type)}::text[],
                  ${messages.map(({ matchedType }) => matchedType)}::text[],
                  ${messages.map(({ body }) => body)}::text[],
                  ${messages.map(({ aggregate }) => aggregate?.type ?? null)}::text[],
                  ${messages.map(({ aggregate }) => aggregate?.id ?? null)}::text[], ${messages.map(({ taskId }) => taskId)}::bigint[])
        as given (tenant, event_id, event_type, matched_type, body, aggregate_type, aggregate_id, task_id)
  ), called as materialized (
    select given.tenant, event_id, callback.endpoint_id, callback.url
      from given join rota.task_callbacks as callback using (task_id)
      join rota.webhook_endpoints as endpoint
        on endpoint.endpoint_id = callback.endpoint_id and endpoint.tenant = given.tenant and state = 'ACTIVE' and deleted_at is null
  ), stored as (
    insert into rota.webhook_messages (tenant, event_id, event_type, body, aggregate_type, aggregate_id)
    select tenant, event_id, event_type, convert_to(body, 'UTF8'), aggregate_type, aggregate_id
      from given
     where exists (select from rota.webhook_endpoints as endpoint
                    where endpoint.tenant = given.tenant and state = 'ACTIVE' and deleted_at is null
                      and rota.webhook_wants(event_types, matched_type))
        or (tenant, event_id) in (select tenant, event_id from called)
     order by tenant, event_id -- so that two transactions that store the same events never deadlock
    on conflict on constraint webhook_messages_once do nothing
    returning message_id, tenant, event_id, event_type
  ), made as (
    insert into rota.webhook_deliveries (message_id, endpoint_id, tenant, event_type, url)
    select message_id, endpoint.endpoint_id, stored.tenant, stored.event_type, called.url
      from stored
      join (select distinct on (tenant, event_id) tenant, event_id, matched_type from given) as matched using (tenant, event_id)
      join rota.webhook_endpoints as endpoint on endpoint.tenant = stored.tenant and state = 'ACTIVE' and deleted_at is null
      left join called on called.tenant = stored.tenant and called.event_id = stored.event_id and called.endpoint_id = endpoint.endpoint_id
     where rota.webhook_wants(event_types, matched_type) or called.url is not null
     order by message_id
    returning delivery_id, endpoint_id, tenant, message_id, number
  )
  select delivery_id, endpoint_id, made.tenant, event_id from made join stored using (message_id) order by number`;

/** Returns one row: whether an active endpoint wants events of this type. */
export const selectWanted = ({ tenant, matchedType }: { tenant: string; matchedType: string }) => sql<{
  is_wanted: boolean;
}>`
  select exists (select from rota.webhook_endpoints
                  where tenant = ${tenant} and state = 'ACTIVE' and deleted_at is null and rota.webhook_wants(event_types, ${matchedType})) as is_wanted`;

export type LoadedRow = {
  delivery_id: string;
  tenant: string;
  event_id: string;
  event_type: string;
  body: Uint8Array;
  aggregate_type: string | null;
  aggregate_id: string | null;
  state: DeliveryState;
  attempts: number;
  /** Attempts before it was replayed as a dead letter. */
  attempts_before: number;
  refusals: number;
  last_status: number | null;
  last_error: string | null;
  endpoint_id: string;
  url: string;
  /** URL in its place: that of the callback of a task. */
  callback_url: string | null;
  endpoint_state: EndpointState;
  is_deleted: boolean;
  timeout_ms: number;
  schedule: DeliverySchedule;
  retry_4xx: boolean;
  signature_key: SignatureKey;
  format: string;
  secret: Uint8Array;
  previous_secret: Uint8Array | null;
  signing_key: Uint8Array | null;
  /** Milliseconds until an attempt is allowed; 0 or less: now. */
  wait_ms: number;
  now: Date;
};

/** Returns deliveries with their bodies and endpoints, in no order; none for those that were pruned. */
export const selectForAttempt = (deliveryIds: readonly string[]) => sql<LoadedRow>`
  select delivery_id, delivery.tenant, event_id, delivery.event_type, body, aggregate_type, aggregate_id, delivery.state, attempts,
         attempts_before, refusals, last_status, last_error, endpoint_id, endpoint.url, delivery.url as callback_url, endpoint.state as endpoint_state, deleted_at is not null as is_deleted, timeout_ms, schedule, retry_4xx,
         signature_key, format, secret, case when previous_until > clock_timestamp() then previous_secret end as previous_secret, signing_key,
         coalesce(ceil(extract(epoch from greatest(next_attempt_at, held_until) - clock_timestamp()) * 1000), 0)::double precision as wait_ms,
         clock_timestamp() as now
    from rota.webhook_deliveries as delivery
    join rota.webhook_messages using (message_id)
    join rota.webhook_endpoints as endpoint using (endpoint_id)
   where delivery_id = any(${deliveryIds}::uuid[])`;

/** Returns an endpoint with its keys, for a test request; no row: there is none. */
export const selectForPing = ({ tenant, endpointId }: EndpointName) => sql<
  Pick<
    LoadedRow,
    | "endpoint_id"
    | "url"
    | "timeout_ms"
    | "signature_key"
    | "format"
    | "secret"
    | "previous_secret"
    | "signing_key"
    | "now"
  >
>`
  select endpoint_id, url, timeout_ms, signature_key, format, secret,
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

/** Records attempts and counts them on their endpoints. Returns the endpoints that were held, released or disabled. */
export const recordAttempts = (attempts: JsonValue) => sql<EndpointChangeRow>`
  select endpoint_id, tenant, change, reason, held_ms, max_in_flight, rate_per_second
    from rota.record_webhook_attempts(${attempts}::jsonb)`;

/** Delivery and the job that sends it. */
export type DeliveryJob = { readonly deliveryId: string; readonly taskId: bigint };

/** Ends deliveries whose endpoint is disabled or deleted, or whose body was erased. Returns nothing. */
export const abandonDeliveries = (jobs: readonly DeliveryJob[]) => sql<never>`
  update rota.webhook_deliveries as delivery
     set state = 'FAILED', ended_at = clock_timestamp(), next_attempt_at = null, task_id = given.task_id,
         last_error = case when octet_length(body) = 0 then 'ERASED' else 'DISABLED' end
    from unnest(${jobs.map(({ deliveryId }) => deliveryId)}::uuid[], ${jobs.map(({ taskId }) => taskId)}::bigint[])
           as given (delivery_id, task_id),
         rota.webhook_messages as message
   where delivery.delivery_id = given.delivery_id and state = 'PENDING' and message.message_id = delivery.message_id`;

export type DeliveryRow = {
  delivery_id: string;
  number: bigint;
  endpoint_id: string;
  tenant: string;
  event_id: string;
  event_type: string;
  replay_of: string | null;
  task_id: bigint | null;
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
  /** Null: begins with the newest. */
  readonly before: bigint | null;
  readonly limit: number;
};

/** Returns deliveries of a tenant, the newest first. */
export const selectDeliveries = (filter: DeliveryFilter) => sql<DeliveryRow>`
  select delivery_id, number, endpoint_id, delivery.tenant, event_id, delivery.event_type, replay_of, task_id, delivery.state, attempts,
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
  DeliveryRow & Pick<LoadedRow, "body" | "aggregate_type" | "aggregate_id" | "format">
>`
  select delivery_id, number, endpoint_id, delivery.tenant, event_id, delivery.event_type, replay_of, task_id, delivery.state, attempts,
         next_attempt_at, last_status, last_error, delivery.created_at, ended_at, body, aggregate_type, aggregate_id, format
    from rota.webhook_deliveries as delivery
    join rota.webhook_messages using (message_id)
    join rota.webhook_endpoints as endpoint using (endpoint_id)
   where delivery.tenant = ${tenant} and delivery_id = ${deliveryId}::uuid`;

/** Returns the tenant of a delivery; no row: there is none. */
export const selectDeliveryTenant = (deliveryId: string) => sql<{ tenant: string }>`
  select tenant from rota.webhook_deliveries where delivery_id = ${deliveryId}::uuid`;

export type DeliveryAttemptRow = {
  number: number;
  started_at: Date;
  duration_ms: number;
  status: number | null;
  error_class: string | null;
  error: string | null;
  response_headers: AnswerHeaders | null;
  response_body: Uint8Array | null;
};

/** Returns the attempts of a delivery in their order. */
export const selectDeliveryAttempts = (deliveryId: string) => sql<DeliveryAttemptRow>`
  select number, started_at, duration_ms, status, error_class, error, response_headers, response_body
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
    select delivery_id, message_id, endpoint_id, delivery.tenant, delivery.event_type, delivery.url, octet_length(body) = 0 as is_erased,
           case when deleted_at is null then endpoint.state else 'DELETED' end as endpoint_state
      from rota.webhook_deliveries as delivery
      join rota.webhook_messages using (message_id)
      join rota.webhook_endpoints as endpoint using (endpoint_id)
     where delivery.tenant = ${tenant} and delivery_id = ${deliveryId}::uuid
  ), made as (
    insert into rota.webhook_deliveries (message_id, endpoint_id, tenant, event_type, replay_of, url)
    select message_id, endpoint_id, tenant, event_type, delivery_id, url from old where endpoint_state = 'ACTIVE' and not is_erased
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
 * Repeats deliveries to an endpoint in a time range, the oldest first, each event once: failed ones unless the event was
 * delivered meanwhile or is under way again, and none whose body was erased. Returns the new deliveries and the number of
 * the last old one.
 */
export const replayRange = (range: ReplayRange) => sql<NewDeliveryRow & { last_number: bigint }>`
  with old as materialized (
    select delivery_id, number, message_id, event_type, url
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
    insert into rota.webhook_deliveries (message_id, endpoint_id, tenant, event_type, replay_of, url)
    select message_id, ${range.endpointId}::uuid, ${range.tenant}, event_type, delivery_id, url from old order by number
    returning delivery_id, endpoint_id, tenant
  )
  select delivery_id, endpoint_id, tenant, (select max(number) from old) as last_number from made`;

/** Closes the dead letters of deliveries that are sent again by the given ones. The caller ignores the rows. */
export const closeDeadLetters = (deliveryIds: readonly string[], actor: string) => sql<object>`
  select rota.decide_dead_chunks(array_agg(chunks.task_id), array_agg(chunks.number), 'DISCARDED', ${actor},
                                 'the event is sent again by another delivery')
    from rota.webhook_deliveries as replay
    join rota.webhook_deliveries as old on old.delivery_id = replay.replay_of and old.state = 'FAILED'
    join rota.chunks on chunks.task_id = old.task_id and chunks.state in ('FAILED', 'DEAD_LETTER')
   where replay.delivery_id = any(${deliveryIds}::uuid[])
  having count(*) > 0`;

/** Deletes bodies whose deliveries have all ended, with the deliveries and their attempts, the oldest first. Returns how many. */
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
  ), removed as (
    delete from rota.webhook_messages using old where webhook_messages.message_id = old.message_id returning 1
  )
  select count(*)::integer as pruned from removed`;

/**
 * Erases the bodies of a tenant's next events whose deliveries have all ended, and the answers to them. Returns one row:
 * how many bodies, and the last event that was checked, null at the end.
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
    update rota.webhook_attempts as attempt set response_body = null, response_headers = null, error = null
      from over join rota.webhook_deliveries as delivery using (message_id)
     where attempt.delivery_id = delivery.delivery_id
       and (response_body is not null or response_headers is not null or error is not null)
  )
  select (select count(*) from emptied)::integer as erased, max(event_id) as last_event from page`;
