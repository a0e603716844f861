/** Creates, changes and removes endpoints and rotates their secrets; each change commits with its lane limits and audit entry. */
import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { json } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import { checkName } from "../tasks/check-task.ts";
import type { TaskCallback } from "../tasks/new-task.ts";
import { auditedSettings, auditEndpoint, setOpenLane, setUsualLane } from "./endpoint-changes.ts";
import { type EndpointKeys, generateSecret, generateSigningKey, parseSecret } from "./endpoint-keys.ts";
import {
  type ActionContext,
  checkEndpointName,
  checkSettings,
  type Endpoint,
  ENDPOINT_DEFAULTS,
  endpointMissing,
  type EndpointName,
  endpointNameOf,
  type EndpointSettings,
  endpointUnknown,
  type InTransaction,
  invalidWebhook,
  isUuid,
  type NewEndpoint,
} from "./endpoint.ts";
import * as statements from "./endpoints.sql.ts";
import type { UrlGuard } from "./url-guard.ts";
import type { WebhookFormats } from "./webhook-format.ts";

/** Creates, lists and changes webhook endpoints. */
export type Endpoints = Rotation & {
  /** Creates an endpoint. This is the only time that its secret is shown. */
  create(endpoint: NewEndpoint): Promise<Endpoint & { readonly secret: string }>;
  /** Returns an endpoint. In a transaction it is locked until that ends. */
  get(name: EndpointName & InTransaction): Promise<Endpoint>;
  /** Returns the tenant of an endpoint, for callers who may see all tenants. */
  tenantOf(endpointId: string): Promise<string>;
  /** Lists endpoints by id, after `after`; at most `limit` (100, up to LISTED_ENDPOINTS_MAX). Without a tenant: those of all. */
  list(options: EndpointListing): Promise<Endpoint[]>;
  /** Changes settings of an endpoint; fields that are left out stay as they are, but another format brings its settings. */
  update(name: EndpointName & ActionContext & InTransaction, settings: Partial<EndpointSettings>): Promise<Endpoint>;
  /** Removes an endpoint. Waiting deliveries fail; the log of its deliveries stays. */
  remove(name: EndpointName & ActionContext): Promise<void>;
  /** Enables an endpoint and forgets its failures. Deliveries that failed meanwhile can be replayed. */
  enable(name: EndpointName & ActionContext): Promise<Endpoint>;
  /** Disables an endpoint. Waiting deliveries fail, and can be replayed when it is enabled again. */
  disable(name: EndpointName & ActionContext & InTransaction & { readonly reason: string }): Promise<Endpoint>;
  /** Returns the callback of a task, whose URL must have the origin of an active endpoint of the tenant. Throws WEBHOOK_CALLBACK_REFUSED. */
  callbackTo(request: { readonly tenant: string; readonly url: string }): Promise<TaskCallback>;
};

export type EndpointListing = {
  readonly tenant?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
};

export type EndpointsOptions = {
  readonly database: Database;
  readonly guard: UrlGuard;
  readonly keys: EndpointKeys;
  readonly formats: WebhookFormats;
  readonly logger: Logger;
};

export const LISTED_ENDPOINTS_MAX = 1_000;
const DEFAULT_LISTED = 100;
const REASON_LENGTH_MAX = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

export function createEndpoints({ database, guard, keys, formats, logger }: EndpointsOptions): Endpoints {
  const rotation = createRotation({ database, keys, logger });
  const setState = (
    { in: on = database, ...name }: EndpointName & ActionContext & InTransaction,
    reason: string | null,
  ): Promise<Endpoint> =>
    on.transaction(async (tx) => {
      checkEndpointName(name);
      const [row] = await tx.query(statements.setEndpointState({ ...endpointNameOf(name), reason }));
      const endpoint = toEndpoint(found(row, name));
      await (reason === null ? setUsualLane(tx, endpoint) : setOpenLane(tx, endpoint));
      const action = reason === null ? "enabled" : "disabled";
      await auditEndpoint(tx, { ...name, action, details: reason === null ? null : { reason } });
      logger.info({ ...endpointNameOf(name), reason }, `webhook endpoint ${action}`);
      return endpoint;
    });

  return {
    ...rotation,
    create: (endpoint) => create({ database, guard, keys, formats, logger }, endpoint),
    async get({ in: tx, ...name }) {
      checkEndpointName(name);
      const [row] = await (tx === undefined
        ? database.query(statements.selectEndpoint(name))
        : tx.query(statements.lockEndpoint(name)));
      return toEndpoint(found(row, name));
    },
    async tenantOf(endpointId) {
      const [row] = isUuid(endpointId) ? await database.query(statements.selectEndpointTenant(endpointId)) : [];
      if (row === undefined) throw endpointUnknown(endpointId);
      return row.tenant;
    },
    async list({ tenant, after = FIRST_ID, limit = DEFAULT_LISTED }) {
      if (!isUuid(after)) throw invalidWebhook("after", "must be the id of an endpoint");
      const page = { after, limit: Math.min(limit, LISTED_ENDPOINTS_MAX) };
      const rows = await database.query(
        tenant === undefined ? statements.selectAllEndpoints(page) : statements.selectEndpoints({ tenant, ...page }),
      );
      return rows.map(toEndpoint);
    },
    update: (name, settings) => update({ database, guard, formats }, name, settings),
    remove: (name) =>
      database.transaction(async (tx) => {
        checkEndpointName(name);
        const [row] = await tx.query(statements.deleteEndpoint(name));
        found(row, name);
        await setOpenLane(tx, name);
        await auditEndpoint(tx, { ...name, action: "removed", details: null });
        logger.info(endpointNameOf(name), "webhook endpoint removed");
      }),
    callbackTo: (request) => findCallback({ database, guard }, request),
    enable: (name) => setState(name, null),
    async disable({ reason, ...name }) {
      if (typeof reason !== "string" || reason === "" || reason.length > REASON_LENGTH_MAX)
        throw invalidWebhook("reason", `must be a text of 1 to ${String(REASON_LENGTH_MAX)} characters`);
      return setState(name, reason);
    },
  };
}

async function update(
  { database, guard, formats }: Pick<EndpointsOptions, "database" | "guard" | "formats">,
  { in: on = database, ...name }: EndpointName & ActionContext & InTransaction,
  given: Partial<EndpointSettings>,
): Promise<Endpoint> {
  checkEndpointName(name);
  checkSettings(given);
  if (given.url !== undefined) guard.check(given.url);
  if (given.format !== undefined) formats.check(given.format);
  const settings = given.format === undefined ? given : { ...formats.settingsOf(given.format), ...given };
  return on.transaction(async (tx) => {
    const [row] = await tx.query(statements.updateEndpoint({ ...name, ...fieldsOf(settings) }));
    const endpoint = toEndpoint(found(row, name));
    // The lane of a held or disabled endpoint is set again when that ends.
    if (endpoint.state === "ACTIVE" && endpoint.heldUntil === undefined) await setUsualLane(tx, endpoint);
    await auditEndpoint(tx, { ...name, action: "updated", details: auditedSettings(settings) });
    return endpoint;
  });
}

async function create(
  { database, guard, keys, formats, logger }: EndpointsOptions,
  { secret: given, ed25519 = false, tenant, actor, in: on = database, ...settings }: NewEndpoint,
): Promise<Endpoint & { readonly secret: string }> {
  checkName("tenant", tenant);
  checkSettings(settings);
  guard.check(settings.url);
  const { format = formats.defaultFor(settings.eventTypes) } = settings;
  formats.check(format);
  const secret = given === undefined ? generateSecret() : parseSecret(given);
  const name = { tenant, endpointId: randomUUID() };
  const pair = ed25519 ? generateSigningKey() : undefined;
  const sealed = {
    secret: keys.sealSecret(name.endpointId, secret),
    signingKey: pair === undefined ? null : keys.sealSigningKey(name.endpointId, pair.seed),
    verificationKey: pair?.verificationKey ?? null,
  };
  const fields = fieldsOf({ ...ENDPOINT_DEFAULTS, ...formats.settingsOf(format), ...settings, format });
  const endpoint = await on.transaction(async (tx) => {
    const [row] = await tx.query(statements.insertEndpoint({ ...name, ...fields, ...sealed }));
    const made = toEndpoint(found(row, name));
    await setUsualLane(tx, made);
    await auditEndpoint(tx, { ...name, actor, action: "created", details: { ...auditedSettings(settings), ed25519 } });
    return made;
  });
  logger.info(name, "webhook endpoint created");
  return { ...endpoint, secret: secret.shown };
}

async function findCallback(
  { database, guard }: Pick<EndpointsOptions, "database" | "guard">,
  { tenant, url }: { readonly tenant: string; readonly url: string },
): Promise<TaskCallback> {
  const { origin } = guard.check(url);
  const page = { tenant, after: FIRST_ID, limit: LISTED_ENDPOINTS_MAX };
  const rows = await database.query(statements.selectEndpoints(page));
  const host = rows.find((row) => row.state === "ACTIVE" && new URL(row.url).origin === origin);
  if (host === undefined) throw callbackRefused(tenant, origin);
  return { endpointId: host.endpoint_id, url };
}

export function callbackRefused(tenant: string, origin: string): RotaError {
  return new RotaError(
    "WEBHOOK_CALLBACK_REFUSED",
    `callbackUrl is at ${origin}, where tenant "${tenant}" has no active webhook endpoint: create one there, or leave callbackUrl out`,
    { tenant, origin },
  );
}

function found<Row>(row: Row | undefined, name: EndpointName): Row {
  if (row === undefined) throw endpointMissing(name);
  return row;
}

/** Returns the fields to write; null leaves a field unchanged. */
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
    format: settings.format ?? null,
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
    format: row.format,
    previousSecretUntil: row.previous_until ?? undefined,
    verificationKey: row.verification_key ?? undefined,
    failures: row.failures,
    failingSince: row.failing_since ?? undefined,
    heldUntil: row.held_until ?? undefined,
    createdAt: row.created_at,
  };
}

export const DEFAULT_OVERLAP_MS = 86_400_000;
export const OVERLAP_MS_MAX = 7 * 86_400_000;

export type RotateOptions = EndpointName &
  ActionContext & {
    /** Default: a random one. */
    readonly secret?: string;
    /** Time for which the old secret stays valid. Default a day, at most seven; 0: not at all. */
    readonly overlapMs?: number;
    /** Whether to rotate while the previous secret is still valid, which then ends at once. */
    readonly force?: boolean;
  };

type Rotation = {
  /** Replaces the secret. This is the only time that the new secret is shown. */
  rotateSecret(
    options: RotateOptions,
  ): Promise<{ readonly secret: string; readonly previousSecretUntil: Date | undefined }>;
  /** Ends the validity of the previous secret. Returns false when there was none. */
  endOverlap(name: EndpointName & ActionContext): Promise<boolean>;
};

export type RotationParts = { readonly database: Database; readonly keys: EndpointKeys; readonly logger: Logger };

/**
 * Replaces secrets of endpoints, each in one transaction with its audit entry. For a while requests are also signed with
 * the old secret, so that no receiver breaks.
 */
function createRotation({ database, keys, logger }: RotationParts): Rotation {
  return {
    async rotateSecret({ secret: given, overlapMs = DEFAULT_OVERLAP_MS, force = false, ...name }) {
      checkEndpointName(name);
      if (!Number.isInteger(overlapMs) || overlapMs < 0 || overlapMs > OVERLAP_MS_MAX)
        throw invalidWebhook(
          "overlapMs",
          `(${String(overlapMs)}) must be a whole number from 0 to ${String(OVERLAP_MS_MAX)}`,
        );
      const secret = given === undefined ? generateSecret() : parseSecret(given);
      const sealed = keys.sealSecret(name.endpointId, secret);
      const until = await database.transaction(async (tx) => {
        const [row] = await tx.query(statements.rotateSecretRow({ ...name, secret: sealed, overlapMs, force }));
        if (row === undefined) throw endpointMissing(name);
        const previousUntil = row.previous_until ?? undefined;
        if (!row.is_rotated) throw stillOverlapping(name, previousUntil);
        const details = { previousSecretUntil: previousUntil?.toISOString() ?? null, force };
        await auditEndpoint(tx, { ...name, action: "secret-rotated", details });
        return previousUntil;
      });
      logger.info({ ...endpointNameOf(name), previousSecretUntil: until }, "webhook secret rotated");
      return { secret: secret.shown, previousSecretUntil: until };
    },
    async endOverlap(name) {
      checkEndpointName(name);
      const wasOverlapping = await database.transaction(async (tx) => {
        const [row] = await tx.query(statements.endOverlapRow(name));
        if (row === undefined) throw endpointMissing(name);
        if (row.was_overlapping) await auditEndpoint(tx, { ...name, action: "overlap-ended", details: null });
        return row.was_overlapping;
      });
      logger.info(endpointNameOf(name), "webhook secret overlap ended");
      return wasOverlapping;
    },
  };
}

function stillOverlapping({ tenant, endpointId }: EndpointName, until: Date | undefined): RotaError {
  const time = until?.toISOString() ?? "now";
  return new RotaError(
    "WEBHOOK_SECRET_OVERLAP",
    `the previous secret of endpoint ${endpointId} is valid until ${time}: wait, end the overlap, or force the rotation`,
    { tenant, endpointId, previousSecretUntil: time },
  );
}
