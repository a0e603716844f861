/** Tells the audit log of a tenant who did what to its endpoints. Secrets and paths of URLs, which may hold some, are left out. */
import { appendAudit } from "../../audit-log/append-audit.ts";
import type { NewAuditEntry } from "../../audit-log/audit-entry.ts";
import type { Queryable } from "../../database/database.ts";
import type { Acting, EndpointName, EndpointSettings } from "./endpoint.ts";

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
