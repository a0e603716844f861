/** Checks events and appends them in the caller's transaction: they are published if, and only if, it commits. */
import { randomUUID } from "node:crypto";
import type { Queryable } from "../database/database.ts";
import { type ErrorDetails, RotaError } from "../errors.ts";
import { isTraced, startSpan } from "../runtime/tracing.ts";
import type { EventHeaders, NewEvent } from "./outbox-event.ts";
import * as limits from "./outbox-limits.ts";
import { appendEvents } from "./outbox.sql.ts";

/**
 * Appends events to the outbox in the caller's transaction; the relay delivers them after the commit. All events go in one
 * statement and keep their order, and nothing is locked.
 *
 * Events of one aggregate are delivered in the order of commits if its writers take turns, as they do when each locks or
 * updates a row of the aggregate before it appends. Without that, the order of concurrent events may be either one, but it
 * is the same for every sink. No event is left out.
 *
 * @returns the ids of the events, in the given order.
 * @example
 * await database.transaction(async (tx) => {
 *   await tx.query(insertInvoice(invoice));
 *   const aggregate = { type: "INVOICE", id: invoice.id };
 *   await appendEvent(tx, { tenant: "ann", type: "order.invoice.sent", aggregate, payload: { invoiceId: invoice.id } });
 * });
 */
export async function appendEvent(tx: Queryable, events: NewEvent | readonly NewEvent[]): Promise<string[]> {
  const given = isList(events) ? events : [events];
  if (given.length === 0) return [];
  if (given.length > limits.EVENTS_MAX)
    throw invalidEvent(
      `${String(given.length)} events in one call, at most ${String(limits.EVENTS_MAX)} are taken: call again`,
      {
        count: given.length,
        countMax: limits.EVENTS_MAX,
      },
    );
  const traced = isTraced() ? given.map(withTrace) : given;
  const checked = traced.map((event) => checkEvent(event, newEventId));
  await tx.query(appendEvents(traced, checked));
  return checked.map(({ eventId }) => eventId);
}

/** Adds the trace of the caller to the event, so that its receivers continue the trace. An event with its own trace keeps it. */
function withTrace(event: NewEvent): NewEvent {
  if (event.headers?.["traceparent"] !== undefined) return event;
  const attributes = { "rota.event_type": event.type };
  const span = startSpan({ name: `append ${event.type}`, kind: "producer", attributes });
  span?.end();
  return span?.traceparent === undefined
    ? event
    : { ...event, headers: { ...event.headers, traceparent: span.traceparent } };
}

/** Returns a UUID of version 7: it begins with the time, so that indexes grow at their end. */
function newEventId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

function isList(events: NewEvent | readonly NewEvent[]): events is readonly NewEvent[] {
  return Array.isArray(events);
}

/** Event in the form in which it is stored. */
export type StorableEvent = {
  readonly eventId: string;
  readonly exchange: string | null;
  readonly routingKey: string;
  readonly headersText: string;
  readonly payloadText: string;
};

function checkEvent(event: NewEvent, newId: () => string): StorableEvent {
  const { tenant, type, aggregate, exchange, routingKey = type, eventId = newId() } = event;
  checkEventName("tenant", tenant, limits.EVENT_NAME_BYTES_MAX);
  checkEventName("type", type, limits.EVENT_NAME_BYTES_MAX);
  checkEventName("aggregate.type", aggregate.type, limits.EVENT_NAME_BYTES_MAX);
  checkEventName("aggregate.id", aggregate.id, limits.EVENT_NAME_BYTES_MAX);
  if (exchange !== undefined) checkEventName("exchange", exchange, limits.ROUTE_BYTES_MAX);
  checkEventName("routingKey", routingKey, limits.ROUTE_BYTES_MAX);
  if (!UUID.test(eventId))
    throw invalidEvent(`eventId "${eventId.slice(0, SHOWN_LENGTH)}" is not a UUID`, { field: "eventId" });
  return {
    eventId,
    exchange: exchange ?? null,
    routingKey,
    headersText: event.headers === undefined ? "{}" : headersJson(event.headers),
    payloadText: checkedJson("payload", event.payload ?? null, limits.EVENT_PAYLOAD_BYTES_MAX),
  };
}

/** Checks a name. Names become parts of messages, logs and pages, so they are short and have one line. */
export function checkEventName(field: string, name: unknown, bytesMax: number): void {
  if (typeof name === "string" && name.length <= bytesMax && PLAIN.test(name)) return; // as most are
  if (typeof name !== "string" || name === "")
    throw invalidEvent(`${field} must be a text that is not empty`, { field });
  const bytes = Buffer.byteLength(name);
  if (bytes > bytesMax)
    throw invalidEvent(
      `${field} "${name.slice(0, SHOWN_LENGTH)}…" has ${String(bytes)} bytes, at most ${String(bytesMax)} are allowed`,
      { field, bytes, bytesMax },
    );
  // A lone surrogate has no UTF-8 form and would become another name on its way.
  if (/\p{Cc}|\p{Cs}/u.test(name))
    throw invalidEvent(`${field} ${JSON.stringify(name)} holds a control character or half of a surrogate pair`, {
      field,
    });
}

export function invalidEvent(message: string, details: ErrorDetails, cause?: unknown): RotaError {
  return new RotaError("OUTBOX_EVENT_INVALID", `refused: ${message}`, details, { cause });
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SHOWN_LENGTH = 40;
/** Maximum number of UTF-8 bytes of a UTF-16 code unit. */
const UTF8_BYTES_MAX = 3;
/** Printable ASCII: each character is one byte. */
const PLAIN = /^[\x20-\x7e]+$/;

function headersJson(headers: EventHeaders): string {
  for (const [name, value] of Object.entries(headers)) {
    const isFit = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
    if (!isFit)
      throw invalidEvent(`header "${name}" must be a text, a number or a truth value`, { field: "headers", name });
  }
  return checkedJson("headers", headers, limits.HEADERS_BYTES_MAX);
}

function checkedJson(field: string, value: unknown, bytesMax: number): string {
  const text = jsonText(field, value);
  if (text.length * UTF8_BYTES_MAX <= bytesMax) return text;
  const bytes = Buffer.byteLength(text);
  if (bytes > bytesMax)
    throw invalidEvent(
      `${field} has ${String(bytes)} bytes as json, at most ${String(bytesMax)} are allowed: store it elsewhere and send where it is`,
      { field, bytes, bytesMax },
    );
  return text;
}

function jsonText(field: string, value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw invalidEvent(`${field} cannot be written as json: ${String(cause)}`, { field }, cause);
  }
  if (text === undefined) throw invalidEvent(`${field} is a ${typeof value}, which json cannot hold`, { field });
  return text;
}
