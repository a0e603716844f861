/** Takes the business event out of the envelope in which it was sent: whose it is, its id, and where it comes from. Pure. */
import type { OutsideEvent, ReceivedMessage } from "@rota/engine";
import { RotaError } from "@rota/engine/errors";
import { isObject } from "./financial-event.ts";

/** What is stored, hashed and handled of an event. Traces and other marks of one sending are not part of it. */
export type EventPayload = {
  readonly event: unknown;
  /** The system that sent it: two that use the same id for different things are seen in the record of the conflict. */
  readonly source?: string;
};

/** A message is `{tenantId, sourceSystem, event}`; the id of the event is `event.eventId`. */
export function readEnvelope({ body }: Pick<ReceivedMessage, "body">): OutsideEvent {
  if (!isObject(body)) throw invalid("the message is not an object with tenantId, sourceSystem and event");
  const { tenantId, sourceSystem } = body;
  if (typeof tenantId !== "string") throw invalid("tenantId is missing or not text");
  if (sourceSystem !== undefined && sourceSystem !== null && typeof sourceSystem !== "string")
    throw invalid("sourceSystem is not text");
  return outsideEvent({ tenant: tenantId, source: sourceSystem ?? undefined, event: body["event"] });
}

export type SentEvent = { readonly tenant: string; readonly source: string | undefined; readonly event: unknown };

export function outsideEvent({ tenant, source, event }: SentEvent): OutsideEvent {
  if (!isObject(event)) throw invalid("event is missing or not an object");
  const { eventId } = event;
  if (typeof eventId !== "string") throw invalid("event.eventId is missing or not text");
  const payload: EventPayload = { event, ...(source === undefined ? {} : { source }) };
  return { tenant, eventId, payload };
}

function invalid(reason: string): RotaError {
  return new RotaError("EVENT_INVALID", `the message cannot be read: ${reason}`);
}
