/** Applies the side effects of an endpoint's change: lane limits, and an audit entry without secrets or URL paths. */
import { appendAudit } from "../audit-log/append-audit.ts";
import type { NewAuditEntry } from "../audit-log/audit-entry.ts";
import type { Queryable } from "../database/database.ts";
import { setLane } from "../tasks/lanes.ts";
import type { ActionContext, EndpointName, EndpointSettings } from "./endpoint.ts";

export const WEBHOOK_QUEUE = "webhooks";

export type EndpointLimits = { readonly maxInFlight: number; readonly ratePerSecond: number };

/** Sets the lane's limits to the endpoint's settings; requests not made for a second may be made at once. */
export function setUsualLane(on: Queryable, endpoint: EndpointName & EndpointLimits): Promise<void> {
  const { maxInFlight, ratePerSecond } = endpoint;
  return setLane(on, laneOf(endpoint), {
    maxInFlight,
    rate: { turns: ratePerSecond, perMs: 1_000, burst: ratePerSecond },
  });
}

/** Limits the lane to one delivery per `heldMs`: the oldest one tries whether the endpoint answers again. */
export function setHeldLane(on: Queryable, endpoint: EndpointName & { readonly heldMs: number }): Promise<void> {
  const perMs = Math.max(1, endpoint.heldMs);
  return setLane(on, laneOf(endpoint), { maxInFlight: 1, rate: { turns: 1, perMs } });
}

/** Removes the lane's limits: nothing is sent any more, waiting deliveries are only marked as failed. */
export function setOpenLane(on: Queryable, endpoint: EndpointName): Promise<void> {
  return setLane(on, laneOf(endpoint), { maxInFlight: null, rate: null });
}

function laneOf({ tenant, endpointId }: EndpointName) {
  return { tenant, group: endpointId };
}

export type EndpointAction =
  | "created"
  | "updated"
  | "removed"
  | "enabled"
  | "disabled"
  | "secret-rotated"
  | "overlap-ended"
  | "pinged"
  | "replayed";

export type AuditedEndpointAction = EndpointName &
  ActionContext & { readonly action: EndpointAction; readonly details?: unknown };

/** Appends an audit entry. Call it late in a transaction: the tenant's chain is locked until the transaction ends. */
export async function auditEndpoint(tx: Queryable, change: AuditedEndpointAction): Promise<void> {
  await appendAudit(tx, endpointEntry(change));
}

export function endpointEntry({
  tenant,
  endpointId,
  actor,
  action,
  details = null,
}: AuditedEndpointAction): NewAuditEntry {
  const subject = { type: "webhook-endpoint", id: endpointId };
  return { tenant, actor: actor ?? null, action: `webhook.endpoint.${action}`, subject, details };
}

/** Returns the given settings under the names of the API. */
export function auditedSettings(settings: Partial<EndpointSettings>): Readonly<Record<string, unknown>> {
  const { url, eventTypes, timeoutMs, schedule, retry4xx, maxInFlight, ratePerSecond, signatureKey, format } = settings;
  const host = url === undefined ? undefined : new URL(url).host;
  const all = { host, eventTypes, timeoutMs, schedule, retry4xx, maxInFlight, ratePerSecond, signatureKey, format };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
