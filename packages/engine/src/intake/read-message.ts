/** Turns broker messages into events that can be stored, with canonical payload and hash, or into rejection records. */
import { canonicalJson, NotJsonError, sha256Hex } from "@rota/proofs";
import type { IncomingMessage, MessageHeaders } from "../broker/broker.ts";
import { isRotaError, RotaError } from "../errors.ts";
import { checkName } from "../tasks/check-task.ts";
import { errorRecord, safeText } from "../worker/error-record.ts";
import type { EventOrigin, IntakeDefinition, OutsideEvent } from "./define-intake.ts";
import * as limits from "./intake-limits.ts";

/** Row of a rejected event, as rota.record_rejected() takes it. */
export type RejectedRow = {
  readonly intake: string;
  readonly kind: "MALFORMED" | "REJECTED" | "DEAD_LETTER";
  readonly tenant?: string;
  readonly event_id?: string;
  readonly code: string;
  readonly reason: string;
  readonly payload?: string;
  readonly payload_hash: string;
  /** Bytes of the message in base64. */
  readonly raw?: string;
  readonly origin: EventOrigin;
  readonly error?: unknown;
  readonly attempts?: number;
};

export type Reading = { readonly event: PreparedEvent } | { readonly rejected: RejectedRow };

type Message = Pick<IncomingMessage, "body" | "headers" | "exchange" | "routingKey" | "messageId">;

export function readMessage(intake: IntakeDefinition, message: Message): Reading {
  try {
    return { event: readEvent(intake, message, originOf(message)) };
  } catch (error) {
    const { code, reason } = explain(error);
    return { rejected: unreadableRow(intake, message, { kind: "MALFORMED", code, reason, origin: originOf(message) }) };
  }
}

/** Reads an event from a message. Throws if it is not a valid event. */
export function readEvent(intake: IntakeDefinition, message: Message, origin: EventOrigin): PreparedEvent {
  const { body: bytes, headers, exchange, routingKey, messageId } = message;
  if (bytes.byteLength > intake.eventBytesMax)
    throw notAnEvent(
      "EVENT_TOO_LARGE",
      `it has ${String(bytes.byteLength)} bytes, at most ${String(intake.eventBytesMax)} are taken (eventBytesMax)`,
    );
  if (intake.readEvent === undefined) throw notAnEvent("EVENT_INVALID", "the intake has no readEvent");
  const body = parse(bytes);
  return prepareEvent(
    intake.readEvent({ body, headers, exchange, routingKey, messageId }),
    origin,
    intake.eventBytesMax,
  );
}

type Why = Pick<RejectedRow, "kind" | "code" | "reason" | "origin" | "tenant" | "event_id">;

/** Creates the record of an unreadable message, with its bytes for people to inspect. */
function unreadableRow(intake: IntakeDefinition, { body }: Pick<Message, "body">, why: Why): RejectedRow {
  const raw = body.subarray(0, limits.RAW_BYTES_MAX).toString("base64");
  return { intake: intake.name, ...why, origin: cleanOrigin(why.origin), payload_hash: sha256Hex(body), raw };
}

/** Returns the origin of a message with its text, number and boolean headers, without those of the broker. */
function originOf({ headers, exchange, routingKey, messageId }: Omit<Message, "body">): EventOrigin {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    !name.startsWith("x-") && isPlain(value) ? [[name, value] as const] : [],
  );
  return {
    source: "queue",
    exchange,
    routingKey,
    ...(messageId === undefined ? {} : { messageId }),
    ...(kept.length === 0 ? {} : { headers: Object.fromEntries(kept) }),
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(bytes: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw notAnEvent("EVENT_NOT_JSON", "its body is not UTF-8");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw notAnEvent("EVENT_NOT_JSON", "its body is not json"); // the parser's message repeats the body
  }
}

function notAnEvent(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function explain(error: unknown): { readonly code: string; readonly reason: string } {
  const { code, message } = errorRecord(error, { attempt: 1, worker: "", at: new Date(0) });
  const isOurs = isRotaError(error) || code.startsWith("EVENT_");
  return { code: isOurs ? code : "EVENT_UNREADABLE", reason: safeText(message, limits.REASON_LENGTH_MAX) };
}

function isPlain(value: unknown): value is string | number | boolean {
  return (
    typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))
  );
}

export function readDeadLetter(intake: IntakeDefinition, message: IncomingMessage): RejectedRow {
  const { routingKey, exchange, reason } = firstDeath(message.headers);
  const original = {
    ...message,
    body: message.body,
    routingKey: routingKey ?? message.routingKey,
    exchange: exchange ?? message.exchange,
  };
  const origin = originOf(original);
  return unreadableRow(intake, message, {
    kind: "DEAD_LETTER",
    code: "EVENT_DEAD_LETTERED",
    reason: `the broker gave it up: ${reason ?? "it does not say why"}`,
    origin,
    ...namesOf(intake, original),
  });
}

/** Returns tenant and id of the event if they can be read. */
function namesOf(intake: IntakeDefinition, message: IncomingMessage): { tenant?: string; event_id?: string } {
  try {
    const { tenant, eventId } = readEvent(intake, message, originOf(message));
    return { tenant, event_id: eventId };
  } catch {
    return {};
  }
}

type Death = { readonly routingKey?: string; readonly exchange?: string; readonly reason?: string };

/** Reads the original routing key, which a header keeps, because a message gets another one with the dead-letter queue. */
function firstDeath(headers: MessageHeaders): Death {
  const deaths = headers["x-death"];
  const death: unknown = Array.isArray(deaths) ? deaths[0] : undefined;
  if (typeof death !== "object" || death === null) return {};
  const keys: unknown = "routing-keys" in death ? death["routing-keys"] : undefined;
  const routingKey: unknown = Array.isArray(keys) ? keys[0] : undefined;
  return {
    ...(typeof routingKey === "string" ? { routingKey } : {}),
    ...("exchange" in death && typeof death.exchange === "string" ? { exchange: death.exchange } : {}),
    ...("reason" in death && typeof death.reason === "string" ? { reason: death.reason } : {}),
  };
}

/** Event that can be stored. */
export type PreparedEvent = {
  readonly tenant: string;
  readonly eventId: string;
  /** SHA-256 of the payload in hexadecimal digits. */
  readonly hash: string;
  /** Entry of the batch: JSON of payload, origin, event id and hash. */
  readonly entryText: string;
};

/** Checks an event and prepares it for storage. Throws EVENT_INVALID, which does not repeat the payload. */
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

/** Entry of a batch as it is read from the database. */
export type StoredEntry = readonly [payload: unknown, origin: EventOrigin, eventId: string, hash: string];

export function entryText([payload, origin, eventId, hash]: StoredEntry): string {
  return `[${canonicalJson(payload)},${JSON.stringify(origin)},${JSON.stringify(eventId)},"${hash}"]`;
}

/** Bounds the length of the texts of an origin, and removes what jsonb cannot hold. */
function cleanOrigin({ source, exchange, routingKey, messageId, headers, replayOf }: EventOrigin): EventOrigin {
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

/** Cache of origins as JSON: most messages have one of few routing keys and no headers. */
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
  if (typeof value === "string" && PLAIN.test(value)) return; // the common case
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
