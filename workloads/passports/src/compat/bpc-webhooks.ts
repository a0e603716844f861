/** Sends webhooks as the replaced passport compiler (BPC) does: its headers, and for those who ask for it its body, names and attempts. */
import { createHmac } from "node:crypto";
import type { FormattedEvent, SigningKeys, WebhookFormat } from "@rota/engine/workload";
import { WEBHOOK_EVENTS } from "../store/events.ts";

const PING_TYPE = "bpc.ping";

const bpcHeaders: WebhookFormat["headers"] = (request, { current, previous, signatureKey }) => {
  const { eventType, deliveryId, attempt, body } = request;
  const signatureOf = (secret: SigningKeys["current"]) => {
    const key = signatureKey === "shown" ? Buffer.from(secret.shown) : secret.bytes;
    return `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
  };
  return {
    "x-bpc-event-type": eventType,
    "x-bpc-delivery-id": deliveryId,
    "x-bpc-attempt": String(attempt),
    "x-bpc-signature": signatureOf(current),
    ...(previous === undefined ? {} : { "x-bpc-signature-previous": signatureOf(previous) }),
  };
};

/** Format of the endpoints that ask for events of passports and choose none: the standard body, and the headers of BPC. */
export const bpcHeadersFormat: WebhookFormat = {
  name: "bpc-headers",
  eventTypes: ["passport.*"],
  pingType: PING_TYPE,
  headers: bpcHeaders,
};

/** Format that a receiver of BPC understands unchanged: its body, the names of its events, and five attempts in half a minute. */
export const bpcFormat: WebhookFormat = {
  name: "bpc",
  pingType: PING_TYPE,
  settings: { timeoutMs: 30_000, schedule: "seed", retry4xx: true, signatureKey: "shown" },
  headers: (request, keys) => bpcHeaders({ ...request, eventType: bpcEventType(request.eventType) }, keys),
  body: bpcBody,
};

/** Returns the name that BPC has for an event, such as PASSPORT_SIGNED. Events that it did not have keep theirs. */
export function bpcEventType(eventType: string): string {
  return WEBHOOK_EVENTS.get(eventType) ?? eventType;
}

function bpcBody({ eventId, eventType, occurredAt, aggregate, dataText }: FormattedEvent): string {
  const head = JSON.stringify({
    event_id: eventId,
    event_type: bpcEventType(eventType),
    aggregate_type: aggregate?.type ?? null,
    aggregate_id: aggregate?.id ?? null,
    occurred_at: occurredAt,
  });
  const payload = WEBHOOK_EVENTS.has(eventType) ? bpcPayload(dataText) : dataText;
  return `${head.slice(0, -1)},"payload":${payload}}`;
}

/** Members of the payload that BPC has beside it. */
const OUTSIDE: ReadonlySet<string> = new Set(["aggregate_type", "aggregate_id"]);
const RENAMED: ReadonlyMap<string, string> = new Map([["signing_key_id", "key_id"]]);

function bpcPayload(dataText: string): string {
  const data: unknown = JSON.parse(dataText);
  if (typeof data !== "object" || data === null) return dataText;
  const members = Object.entries(data).filter(([name]) => !OUTSIDE.has(name));
  return JSON.stringify(
    Object.fromEntries(members.map(([name, value]): [string, unknown] => [RENAMED.get(name) ?? name, value])),
  );
}
