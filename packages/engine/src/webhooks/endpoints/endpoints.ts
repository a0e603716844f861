/** Makes, changes and removes endpoints; each change, the limits of its lane and its entry in the audit log are one transaction. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../database/database.ts";
import { json } from "../../database/sql.ts";
import type { Logger } from "../../runtime/logger.ts";
import { checkName } from "../../tasks/submission/check-field.ts";
import type { Guard } from "../guard/guard.ts";
import { generateSigningKey } from "../signing/signing-key.ts";
import { generateSecret, parseSecret } from "../signing/webhook-secret.ts";
import {
  checkEndpointName,
  checkSettings,
  ENDPOINT_DEFAULTS,
  endpointMissing,
  endpointUnknown,
  invalid,
  isUuid,
  nameOf,
} from "./endpoint.ts";
import type { Acting, Endpoint, EndpointName, EndpointSettings, NewEndpoint } from "./endpoint.ts";
import { auditedSettings, auditEndpoint } from "./endpoint-audit.ts";
import type { EndpointKeys } from "./endpoint-keys.ts";
import { setOpenLane, setUsualLane } from "./endpoint-lane.ts";
import * as statements from "./endpoints.sql.ts";
import { createRotation, type Rotation } from "./rotate-secret.ts";

export type Endpoints = Rotation & {
  /** The secret is shown this once. */
  create(endpoint: NewEndpoint): Promise<Endpoint & { readonly secret: string }>;
  get(name: EndpointName): Promise<Endpoint>;
  /** Whose endpoint it is, for those who may see all. */
  tenantOf(endpointId: string): Promise<string>;
  /** By id, from behind `after` on; at most `limit` (100, up to LISTED_MAX). Without a tenant: those of all. */
  list(options: EndpointListing): Promise<Endpoint[]>;
  /** What is left out stays as it is. */
  update(name: EndpointName & Acting, settings: Partial<EndpointSettings>): Promise<Endpoint>;
  /** What waits for it fails; the log of its deliveries stays. */
  remove(name: EndpointName & Acting): Promise<void>;
  /** Forgets its failures as well. What failed meanwhile can be replayed. */
  enable(name: EndpointName & Acting): Promise<Endpoint>;
  /** What waits for it fails, and can be replayed when it is enabled. */
  disable(name: EndpointName & Acting & { readonly reason: string }): Promise<Endpoint>;
};

export type EndpointListing = {
  readonly tenant?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
};

export type EndpointsOptions = {
  readonly database: Database;
  readonly guard: Guard;
  readonly keys: EndpointKeys;
  readonly logger: Logger;
};

export const LISTED_MAX = 1_000;
const DEFAULT_LISTED = 100;
const REASON_LENGTH_MAX = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

export function createEndpoints({ database, guard, keys, logger }: EndpointsOptions): Endpoints {
  const rotation = createRotation({ database, keys, logger });
  const setState = (name: EndpointName & Acting, reason: string | null): Promise<Endpoint> =>
    database.transaction(async (tx) => {
      checkEndpointName(name);
      const [row] = await tx.query(statements.setEndpointState({ ...nameOf(name), reason }));
      const endpoint = toEndpoint(found(row, name));
      await (reason === null ? setUsualLane(tx, endpoint) : setOpenLane(tx, endpoint));
      const act = reason === null ? "enabled" : "disabled";
      await auditEndpoint(tx, { ...name, act, details: reason === null ? null : { reason } });
      logger.info({ ...nameOf(name), reason }, `webhook endpoint ${act}`);
      return endpoint;
    });

  return {
    ...rotation,
    create: (endpoint) => create({ database, guard, keys, logger }, endpoint),
    async get(name) {
      checkEndpointName(name);
      const [row] = await database.query(statements.selectEndpoint(name));
      return toEndpoint(found(row, name));
    },
    async tenantOf(endpointId) {
      const [row] = isUuid(endpointId) ? await database.query(statements.selectEndpointTenant(endpointId)) : [];
      if (row === undefined) throw endpointUnknown(endpointId);
      return row.tenant;
    },
    async list({ tenant, after = FIRST_ID, limit = DEFAULT_LISTED }) {
      if (!isUuid(after)) throw invalid("after", "must be the id of an endpoint");
      const page = { after, limit: Math.min(limit, LISTED_MAX) };
      const rows = await database.query(
        tenant === undefined ? statements.selectAllEndpoints(page) : statements.selectEndpoints({ tenant, ...page }),
      );
      return rows.map(toEndpoint);
    },
    async update(name, settings) {
      checkEndpointName(name);
      checkSettings(settings);
      if (settings.url !== undefined) guard.check(settings.url);
      return database.transaction(async (tx) => {
        const [row] = await tx.query(statements.updateEndpoint({ ...name, ...fieldsOf(settings) }));
        const endpoint = toEndpoint(found(row, name));
        // The lane of an endpoint that is held or off is set again when that ends.
        if (endpoint.state === "ACTIVE" && endpoint.heldUntil === undefined) await setUsualLane(tx, endpoint);
        await auditEndpoint(tx, { ...name, act: "updated", details: auditedSettings(settings) });
        return endpoint;
      });
    },
    remove: (name) =>
      database.transaction(async (tx) => {
        checkEndpointName(name);
        const [row] = await tx.query(statements.deleteEndpoint(name));
        found(row, name);
        await setOpenLane(tx, name);
        await auditEndpoint(tx, { ...name, act: "removed", details: null });
        logger.info(nameOf(name), "webhook endpoint removed");
      }),
    enable: (name) => setState(name, null),
    async disable({ reason, ...name }) {
      if (typeof reason !== "string" || reason === "" || reason.length > REASON_LENGTH_MAX)
        throw invalid("reason", `must be a text of 1 to ${String(REASON_LENGTH_MAX)} characters`);
      return setState(name, reason);
    },
  };
}

async function create(
  { database, guard, keys, logger }: EndpointsOptions,
  { secret: given, ed25519 = false, tenant, actor, ...settings }: NewEndpoint,
): Promise<Endpoint & { readonly secret: string }> {
  checkName("tenant", tenant);
  checkSettings(settings);
  guard.check(settings.url);
  const secret = given === undefined ? generateSecret() : parseSecret(given);
  const name = { tenant, endpointId: randomUUID() };
  const pair = ed25519 ? generateSigningKey() : undefined;
  const sealed = {
    secret: keys.sealSecret(name.endpointId, secret),
    signingKey: pair === undefined ? null : keys.sealSigningKey(name.endpointId, pair.seed),
    verificationKey: pair?.verificationKey ?? null,
  };
  const fields = fieldsOf({ ...ENDPOINT_DEFAULTS, ...settings });
  const endpoint = await database.transaction(async (tx) => {
    const [row] = await tx.query(statements.insertEndpoint({ ...name, ...fields, ...sealed }));
    const made = toEndpoint(found(row, name));
    await setUsualLane(tx, made);
    await auditEndpoint(tx, { ...name, actor, act: "created", details: { ...auditedSettings(settings), ed25519 } });
    return made;
  });
  logger.info(name, "webhook endpoint created");
  return { ...endpoint, secret: secret.shown };
}

function found<Row>(row: Row | undefined, name: EndpointName): Row {
  if (row === undefined) throw endpointMissing(name);
  return row;
}

/** Null: stays as it is. */
function fieldsOf(settings: Partial<EndpointSettings>): statements.EndpointFields {
  return {
    url: settings.url ?? null,
    eventTypes: settings.eventTypes ?? null,
    timeoutMs: settings.timeoutMs ?? null,
    schedule: settings.schedule === undefined ? null : json(settings.schedule),
    retry4xx: settings.retry4xx ?? null,
    maxInFlight: settings.maxInFlight ?? null,
    ratePerSecond: settings.ratePerSecond ?? null,
    signatureKey: settings.signatureKey ?? null,
  };
}

function toEndpoint(row: statements.EndpointRow): Endpoint {
  return {
    endpointId: row.endpoint_id,
    tenant: row.tenant,
    url: row.url,
    eventTypes: row.event_types,
    state: row.state,
    disabledReason: row.disabled_reason ?? undefined,
    disabledAt: row.disabled_at ?? undefined,
    timeoutMs: row.timeout_ms,
    schedule: row.schedule,
    retry4xx: row.retry_4xx,
    maxInFlight: row.max_in_flight,
    ratePerSecond: row.rate_per_second,
    signatureKey: row.signature_key,
    previousSecretUntil: row.previous_until ?? undefined,
    verificationKey: row.verification_key ?? undefined,
    failures: row.failures,
    failingSince: row.failing_since ?? undefined,
    heldUntil: row.held_until ?? undefined,
    createdAt: row.created_at,
  };
}
