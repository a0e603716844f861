/** Makes of an event what is stored of it: its id, its payload in canonical form, and the hash by which copies are known. Pure. */
import { canonicalJson, NotJsonError, sha256Hex } from "@rota/proofs";
import { RotaError } from "../../errors.ts";
import { checkName } from "../../tasks/submission/check-field.ts";
import { safeText } from "../../worker/outcome/error-record.ts";
import type { EventOrigin, OutsideEvent } from "../event.ts";
import * as limits from "../limits.ts";

/** An event that can be stored. */
export type PreparedEvent = {
  readonly tenant: string;
  readonly eventId: string;
  /** Of the payload, in hexadecimal digits. */
  readonly hash: string;
  /** As it stands in its batch: json of payload, origin, event id and hash. */
  readonly entryText: string;
};

/** Throws EVENT_INVALID, which says what is wrong and does not repeat the payload. */
export function prepareEvent(event: OutsideEvent, origin: EventOrigin, bytesMax: number): PreparedEvent {
  if (typeof event !== "object" || event === null)
    throw invalid("there is no event: give tenant, eventId and payload", "event");
  const { tenant, eventId, payload } = event;
  checkField("tenant", tenant);
  checkField("eventId", eventId, limits.EVENT_ID_BYTES_MAX);
  const payloadText = canonicalText(payload);
  if (payloadText.length > bytesMax || Buffer.byteLength(payloadText) > bytesMax)
    throw new RotaError(
      "EVENT_TOO_LARGE",
      `the payload of event "${eventId}" has more than ${String(bytesMax)} bytes (eventBytesMax): store it elsewhere and send where it is`,
      { bytesMax },
    );
  const hash = sha256Hex(payloadText);
  const entryText = `[${payloadText},${originText(origin)},${JSON.stringify(eventId)},"${hash}"]`;
  return { tenant, eventId, hash, entryText };
}

/** An entry of a batch as it is read again. */
export type StoredEntry = readonly [payload: unknown, origin: EventOrigin, eventId: string, hash: string];

export function entryText([payload, origin, eventId, hash]: StoredEntry): string {
  return `[${canonicalJson(payload)},${JSON.stringify(origin)},${JSON.stringify(eventId)},"${hash}"]`;
}

/** What jsonb can hold, of bounded length. */
export function cleanOrigin({ source, exchange, routingKey, messageId, headers, replayOf }: EventOrigin): EventOrigin {
  const clean = (text: string) => safeText(text, limits.ORIGIN_TEXT_LENGTH_MAX);
  const kept = Object.entries(headers ?? {})
    .slice(0, limits.HEADERS_MAX)
    .map(([name, value]) => [clean(name), typeof value === "string" ? clean(value) : value] as const);
  return {
    source,
    ...(exchange === undefined || exchange === "" ? {} : { exchange: clean(exchange) }),
    ...(routingKey === undefined ? {} : { routingKey: clean(routingKey) }),
    ...(messageId === undefined ? {} : { messageId: clean(messageId) }),
    ...(kept.length === 0 ? {} : { headers: Object.fromEntries(kept) }),
    ...(replayOf === undefined ? {} : { replayOf }),
  };
}

/** Most messages come under few routing keys without headers: their origins are written once. */
const knownOrigins = new Map<string, string>();
const KNOWN_ORIGINS_MAX = 1_000;

function originText(origin: EventOrigin): string {
  const { source, exchange = "", routingKey = "", messageId, headers, replayOf } = origin;
  if (messageId !== undefined || headers !== undefined || replayOf !== undefined)
    return JSON.stringify(cleanOrigin(origin));
  const name = `${source}\0${exchange}\0${routingKey}`;
  let text = knownOrigins.get(name);
  if (text !== undefined) return text;
  text = JSON.stringify(cleanOrigin(origin));
  if (knownOrigins.size >= KNOWN_ORIGINS_MAX) knownOrigins.clear();
  knownOrigins.set(name, text);
  return text;
}

function canonicalText(payload: unknown): string {
  try {
    return canonicalJson(payload);
  } catch (cause) {
    if (!(cause instanceof NotJsonError)) throw cause;
    throw invalid(`the payload cannot be stored: ${cause.message}`, "payload", cause);
  }
}

const PLAIN = /^[\x21-\x7e]{1,100}$/;

function checkField(field: string, value: unknown, bytesMax?: number): void {
  if (typeof value === "string" && PLAIN.test(value)) return; // as most are
  try {
    checkName(field, value, bytesMax);
  } catch (cause) {
    throw invalid(
      cause instanceof Error ? cause.message.replace(/^refused: /, "") : `${field} is refused`,
      field,
      cause,
    );
  }
}

function invalid(message: string, field: string, cause?: unknown): RotaError {
  return new RotaError("EVENT_INVALID", message, { field }, { cause });
}
