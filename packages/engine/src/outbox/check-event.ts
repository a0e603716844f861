/** Refuses events that could not be stored or sent, before anything is written. Pure. */
import { RotaError, type ErrorDetails } from "../errors.ts";
import type { EventHeaders, NewEvent } from "./event.ts";
import * as limits from "./limits.ts";

/** An event in the form in which it is stored. */
export type CheckedEvent = {
  readonly eventId: string;
  readonly exchange: string | null;
  readonly routingKey: string;
  readonly headersText: string;
  readonly payloadText: string;
};

export function checkEvent(event: NewEvent, newId: () => string): CheckedEvent {
  const { tenant, type, aggregate, exchange, routingKey = type, eventId = newId() } = event;
  checkName("tenant", tenant, limits.NAME_BYTES_MAX);
  checkName("type", type, limits.NAME_BYTES_MAX);
  checkName("aggregate.type", aggregate.type, limits.NAME_BYTES_MAX);
  checkName("aggregate.id", aggregate.id, limits.NAME_BYTES_MAX);
  if (exchange !== undefined) checkName("exchange", exchange, limits.ROUTE_BYTES_MAX);
  checkName("routingKey", routingKey, limits.ROUTE_BYTES_MAX);
  if (!UUID.test(eventId))
    throw refusal(`eventId "${eventId.slice(0, SHOWN_LENGTH)}" is not a UUID`, { field: "eventId" });
  return {
    eventId,
    exchange: exchange ?? null,
    routingKey,
    headersText: event.headers === undefined ? "{}" : headersJson(event.headers),
    payloadText: checkedJson("payload", event.payload ?? null, limits.PAYLOAD_BYTES_MAX),
  };
}

/** Names become parts of messages, logs and pages: they are short and of one line. */
export function checkName(field: string, name: unknown, bytesMax: number): void {
  if (typeof name === "string" && name.length <= bytesMax && PLAIN.test(name)) return; // as most are
  if (typeof name !== "string" || name === "") throw refusal(`${field} must be a text that is not empty`, { field });
  const bytes = Buffer.byteLength(name);
  if (bytes > bytesMax)
    throw refusal(
      `${field} "${name.slice(0, SHOWN_LENGTH)}…" has ${String(bytes)} bytes, at most ${String(bytesMax)} are allowed`,
      { field, bytes, bytesMax },
    );
  // A lone surrogate has no form in UTF-8 and would turn into another name on its way.
  if (/\p{Cc}|\p{Cs}/u.test(name))
    throw refusal(`${field} ${JSON.stringify(name)} holds a control character or half of a surrogate pair`, { field });
}

export function refusal(message: string, details: ErrorDetails, cause?: unknown): RotaError {
  return new RotaError("OUTBOX_EVENT_INVALID", `refused: ${message}`, details, { cause });
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SHOWN_LENGTH = 40;
/** Of a UTF-16 code unit. */
const UTF8_BYTES_MAX = 3;
/** Printable ASCII: a byte each. */
const PLAIN = /^[\x20-\x7e]+$/;

function headersJson(headers: EventHeaders): string {
  for (const [name, value] of Object.entries(headers)) {
    const isFit = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
    if (!isFit) throw refusal(`header "${name}" must be a text, a number or a truth value`, { field: "headers", name });
  }
  return checkedJson("headers", headers, limits.HEADERS_BYTES_MAX);
}

function checkedJson(field: string, value: unknown, bytesMax: number): string {
  const text = jsonText(field, value);
  if (text.length * UTF8_BYTES_MAX <= bytesMax) return text;
  const bytes = Buffer.byteLength(text);
  if (bytes > bytesMax)
    throw refusal(
      `${field} has ${String(bytes)} bytes as json, at most ${String(bytesMax)} are allowed: store it elsewhere and tell where it is`,
      { field, bytes, bytesMax },
    );
  return text;
}

function jsonText(field: string, value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw refusal(`${field} cannot be written as json: ${String(cause)}`, { field }, cause);
  }
  if (text === undefined) throw refusal(`${field} is a ${typeof value}, which json cannot hold`, { field });
  return text;
}
