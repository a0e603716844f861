/** Applies what accompanies a change of an endpoint: the limits of its lane and an audit entry without secrets or URL paths. */
import { appendAudit } from "../audit-log/append-audit.ts";
import type { NewAuditEntry } from "../audit-log/audit-entry.ts";
import type { Queryable } from "../database/database.ts";
import { setLane } from "../tasks/lanes.ts";
import type { Acting, EndpointName, EndpointSettings } from "./endpoint.ts";

export const WEBHOOK_QUEUE = "webhooks";

export type EndpointLimits = { readonly maxInFlight: number; readonly ratePerSecond: number };

/** As its settings say; what was not sent for a second may be sent at once. */
export function setUsualLane(on: Queryable, endpoint: EndpointName & EndpointLimits): Promise<void> {
  const { maxInFlight, ratePerSecond } = endpoint;
  return setLane(on, laneOf(endpoint), {
    maxInFlight,
    rate: { turns: ratePerSecond, perMs: 1_000, burst: ratePerSecond },
  });
}

/** One delivery at a time, once in so long: the oldest one tries whether the endpoint answers again. */
export function setHeldLane(on: Queryable, endpoint: EndpointName & { readonly heldMs: number }): Promise<void> {
  const perMs = Math.max(1, endpoint.heldMs);
  return setLane(on, laneOf(endpoint), { maxInFlight: 1, rate: { turns: 1, perMs } });
}

/** Without limits: nothing is sent, what waits is only marked as failed. */
export function setOpenLane(on: Queryable, endpoint: EndpointName): Promise<void> {
  return setLane(on, laneOf(endpoint), { maxInFlight: null, rate: null });
}

function laneOf({ tenant, endpointId }: EndpointName) {
  return { queue: WEBHOOK_QUEUE, tenant, group: endpointId };
}

export type EndpointAct =
  | "created"
  | "updated"
  | "removed"
  | "enabled"
  | "disabled"
  | "secret-rotated"
  | "overlap-ended"
  | "pinged"
  | "replayed";

export type ActOnEndpoint = EndpointName & Acting & { readonly act: EndpointAct; readonly details?: unknown };

/** Late in a transaction: the chain of the tenant is held until it ends. */
export async function auditEndpoint(tx: Queryable, act: ActOnEndpoint): Promise<void> {
  await appendAudit(tx, endpointEntry(act));
}

export function endpointEntry({ tenant, endpointId, actor, act, details = null }: ActOnEndpoint): NewAuditEntry {
  const subject = { type: "webhook-endpoint", id: endpointId };
  return { tenant, actor: actor ?? null, action: `webhook.endpoint.${act}`, subject, details };
}

/** What was given, under the names of the API. */
export function auditedSettings(settings: Partial<EndpointSettings>): Readonly<Record<string, unknown>> {
  const { url, eventTypes, timeoutMs, schedule, retry4xx, maxInFlight, ratePerSecond, signatureKey } = settings;
  const host = url === undefined ? undefined : new URL(url).host;
  const all = { host, eventTypes, timeoutMs, schedule, retry4xx, maxInFlight, ratePerSecond, signatureKey };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
