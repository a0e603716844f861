/** The statements of webhook endpoints. */
import { type JsonValue, sql } from "../database/sql.ts";
import type { DeliverySchedule } from "./decide-delivery.ts";
import type { EndpointName, EndpointState } from "./endpoint.ts";
import type { SignatureKey } from "./sign-body.ts";

export type EndpointRow = {
  endpoint_id: string;
  tenant: string;
  url: string;
  event_types: string[];
  state: EndpointState;
  disabled_reason: string | null;
  disabled_at: Date | null;
  timeout_ms: number;
  schedule: DeliverySchedule;
  retry_4xx: boolean;
  max_in_flight: number;
  rate_per_second: number;
  signature_key: SignatureKey;
  format: string;
  verification_key: string | null;
  previous_until: Date | null;
  failures: number;
  failing_since: Date | null;
  held_until: Date | null;
  created_at: Date;
};

export type EndpointFields = {
  readonly url: string | null;
  readonly eventTypes: readonly string[] | null;
  readonly timeoutMs: number | null;
  readonly schedule: JsonValue | null;
  readonly retry4xx: boolean | null;
  readonly maxInFlight: number | null;
  readonly ratePerSecond: number | null;
  readonly signatureKey: SignatureKey | null;
  readonly format: string | null;
};

export type SealedKeys = {
  readonly secret: Uint8Array;
  readonly signingKey: Uint8Array | null;
  readonly verificationKey: string | null;
};

/** Returns the endpoint. */
export const insertEndpoint = (given: EndpointName & EndpointFields & SealedKeys) => sql<EndpointRow>`
  insert into rota.webhook_endpoints (endpoint_id, tenant, url, event_types, timeout_ms, schedule, retry_4xx,
                                      max_in_flight, rate_per_second, signature_key, format, secret, signing_key, verification_key)
  values (${given.endpointId}::uuid, ${given.tenant}, ${given.url}, ${given.eventTypes}::text[], ${given.timeoutMs}, ${given.schedule}::jsonb, ${given.retry4xx},
          ${given.maxInFlight}, ${given.ratePerSecond}, ${given.signatureKey}, ${given.format}, ${given.secret}, ${given.signingKey}::bytea, ${given.verificationKey}::text)
  returning endpoint_id, tenant, url, event_types, state, disabled_reason, disabled_at, timeout_ms, schedule, retry_4xx,
            max_in_flight, rate_per_second, signature_key, format, verification_key, previous_until, failures, failing_since, held_until, created_at`;

/** Changes what is not null. Returns the endpoint; no row: there is none. */
export const updateEndpoint = (given: EndpointName & EndpointFields) => sql<EndpointRow>`
  update rota.webhook_endpoints
     set url             = coalesce(${given.url}::text, url),
         event_types     = coalesce(${given.eventTypes}::text[], event_types),
         timeout_ms      = coalesce(${given.timeoutMs}::integer, timeout_ms),
         schedule        = coalesce(${given.schedule}::jsonb, schedule),
         retry_4xx       = coalesce(${given.retry4xx}::boolean, retry_4xx),
         max_in_flight   = coalesce(${given.maxInFlight}::integer, max_in_flight),
         rate_per_second = coalesce(${given.ratePerSecond}::integer, rate_per_second),
         signature_key   = coalesce(${given.signatureKey}::text, signature_key),
         format          = coalesce(${given.format}::text, format),
         updated_at      = clock_timestamp()
   where tenant = ${given.tenant} and endpoint_id = ${given.endpointId}::uuid and deleted_at is null
  returning endpoint_id, tenant, url, event_types, state, disabled_reason, disabled_at, timeout_ms, schedule, retry_4xx,
            max_in_flight, rate_per_second, signature_key, format, verification_key, previous_until, failures, failing_since, held_until, created_at`;

/** Enables an endpoint and resets its failures, or disables it for a reason. Returns the endpoint; no row: there is none. */
export const setEndpointState = ({
  tenant,
  endpointId,
  reason,
}: EndpointName & { reason: string | null }) => sql<EndpointRow>`
  update rota.webhook_endpoints
     set state           = case when ${reason}::text is null then 'ACTIVE' else 'DISABLED' end,
         disabled_reason = ${reason}::text,
         disabled_at     = case when ${reason}::text is not null then clock_timestamp() end,
         failures        = case when ${reason}::text is null then 0 else failures end,
         failing_since   = case when ${reason}::text is not null then failing_since end,
         held_until      = null,
         updated_at      = clock_timestamp()
   where tenant = ${tenant} and endpoint_id = ${endpointId}::uuid and deleted_at is null
  returning endpoint_id, tenant, url, event_types, state, disabled_reason, disabled_at, timeout_ms, schedule, retry_4xx,
            max_in_flight, rate_per_second, signature_key, format, verification_key, previous_until, failures, failing_since, held_until, created_at`;

/** Takes an endpoint out of use and forgets its keys. Returns its id; no row: there is none. */
export const deleteEndpoint = ({ tenant, endpointId }: EndpointName) => sql<{ endpoint_id: string }>`
  update rota.webhook_endpoints
     set deleted_at = clock_timestamp(), secret = '', previous_secret = null, previous_until = null, signing_key = null
   where tenant = ${tenant} and endpoint_id = ${endpointId}::uuid and deleted_at is null
  returning endpoint_id`;

/** Returns endpoints of a tenant by id, after the given one. */
export const selectEndpoints = ({
  tenant,
  after,
  limit,
}: {
  tenant: string;
  after: string;
  limit: number;
}) => sql<EndpointRow>`
  select endpoint_id, tenant, url, event_types, state, disabled_reason, disabled_at, timeout_ms, schedule, retry_4xx,
         max_in_flight, rate_per_second, signature_key, format, verification_key, previous_until, failures, failing_since, held_until, created_at
    from rota.webhook_endpoints
   where tenant = ${tenant} and endpoint_id > ${after}::uuid and deleted_at is null
   order by endpoint_id
   limit ${limit}`;

/** Returns endpoints of all tenants by id, after the given one. */
export const selectAllEndpoints = ({ after, limit }: { after: string; limit: number }) => sql<EndpointRow>`
  select endpoint_id, tenant, url, event_types, state, disabled_reason, disabled_at, timeout_ms, schedule, retry_4xx,
         max_in_flight, rate_per_second, signature_key, format, verification_key, previous_until, failures, failing_since, held_until, created_at
    from rota.webhook_endpoints
   where endpoint_id > ${after}::uuid and deleted_at is null
   order by endpoint_id
   limit ${limit}`;

/** Returns the tenant of an endpoint; no row: there is none. */
export const selectEndpointTenant = (endpointId: string) => sql<{ tenant: string }>`
  select tenant from rota.webhook_endpoints where endpoint_id = ${endpointId}::uuid and deleted_at is null`;

/** Returns the endpoint; no row: there is none. */
export const selectEndpoint = ({ tenant, endpointId }: EndpointName) => sql<EndpointRow>`
  select endpoint_id, tenant, url, event_types, state, disabled_reason, disabled_at, timeout_ms, schedule, retry_4xx,
         max_in_flight, rate_per_second, signature_key, format, verification_key, previous_until, failures, failing_since, held_until, created_at
    from rota.webhook_endpoints
   where tenant = ${tenant} and endpoint_id = ${endpointId}::uuid and deleted_at is null`;

/** Returns the endpoint, locked until the transaction ends; no row: there is none. */
export const lockEndpoint = ({ tenant, endpointId }: EndpointName) => sql<EndpointRow>`
  select endpoint_id, tenant, url, event_types, state, disabled_reason, disabled_at, timeout_ms, schedule, retry_4xx,
         max_in_flight, rate_per_second, signature_key, format, verification_key, previous_until, failures, failing_since, held_until, created_at
    from rota.webhook_endpoints
   where tenant = ${tenant} and endpoint_id = ${endpointId}::uuid and deleted_at is null
     for update`;

export type SecretRow = { is_rotated: boolean; previous_until: Date | null };

/**
 * Puts a secret in the place of the current one, which stays valid for a while. Returns whether it did: not while an
 * earlier one is still valid, unless forced. No row: there is no such endpoint.
 */
export const rotateSecretRow = (
  given: EndpointName & { secret: Uint8Array; overlapMs: number; force: boolean },
) => sql<SecretRow>`
  with held as materialized (
    select endpoint_id, secret, previous_until, coalesce(previous_until > clock_timestamp(), false) as is_overlapping
      from rota.webhook_endpoints
     where tenant = ${given.tenant} and endpoint_id = ${given.endpointId}::uuid and deleted_at is null
       for update
  ), rotated as (
    update rota.webhook_endpoints as endpoint
       set secret          = ${given.secret},
           previous_secret = case when ${given.overlapMs}::bigint > 0 then held.secret end,
           previous_until  = case when ${given.overlapMs}::bigint > 0 then clock_timestamp() + ${given.overlapMs}::bigint * interval '1 millisecond' end,
           updated_at      = clock_timestamp()
      from held
     where endpoint.endpoint_id = held.endpoint_id and (not is_overlapping or ${given.force})
    returning endpoint.previous_until
  )
  select exists (select from rotated) as is_rotated, coalesce((select previous_until from rotated), case when not exists (select from rotated) then held.previous_until end) as previous_until
    from held`;

/** Returns whether a previous secret was valid; no row: there is no such endpoint. */
export const endOverlapRow = ({ tenant, endpointId }: EndpointName) => sql<{ was_overlapping: boolean }>`
  with held as materialized (
    select endpoint_id, coalesce(previous_until > clock_timestamp(), false) as was_overlapping
      from rota.webhook_endpoints
     where tenant = ${tenant} and endpoint_id = ${endpointId}::uuid and deleted_at is null
       for update
  )
  update rota.webhook_endpoints as endpoint
     set previous_secret = null, previous_until = null, updated_at = clock_timestamp()
    from held
   where endpoint.endpoint_id = held.endpoint_id
  returning was_overlapping`;
