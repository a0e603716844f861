/** Writes the body of an event as receivers read it (BPC-WEBHOOK-1). Pure. */
import type { OutboxEvent } from "../../outbox/event.ts";
import { isEventType } from "../endpoints/event-types.ts";

export const BODY_BYTES_MAX = 1_048_576;

/** What webhooks tell of an event; its id becomes `webhook-id`. */
export type WebhookEvent = Pick<OutboxEvent, "eventId" | "tenant" | "type" | "payloadText" | "occurredAt"> &
  Partial<Pick<OutboxEvent, "headers">>;

const EVENT_ID = /^[A-Za-z0-9_-]{1,200}$/;

/** The same bytes for all endpoints and all attempts; the payload is pasted as it was appended. */
export function messageBody({ eventId, tenant, type, payloadText, occurredAt }: WebhookEvent): string {
  const head = JSON.stringify({
    event_type: type,
    event_id: eventId,
    occurred_at: withMicroseconds(occurredAt),
    tenant_id: tenant,
  });
  return `${head.slice(0, -1)},"data":${payloadText}}`;
}

/** Why an event cannot be sent. Undefined: it can. */
export function unsendable({ eventId, type, payloadText }: WebhookEvent): string | undefined {
  if (!EVENT_ID.test(eventId))
    return "its id must be 1 to 200 letters, digits, - and _: a dot would spoil what is signed";
  if (!isEventType(type)) return "its type must be words of letters, digits, - and _, joined by dots";
  const bytes = Buffer.byteLength(payloadText);
  if (bytes <= BODY_BYTES_MAX) return undefined;
  return `it has ${String(bytes)} bytes, at most ${String(BODY_BYTES_MAX)} are sent: send where it is to be found`;
}

/** As the source writes times: six digits behind the second. */
function withMicroseconds(time: Date): string {
  return time.toISOString().replace("Z", "000Z");
}
