/** Reads a message of the broker: an event that can be stored, or the reason why it is none. Never throws. */
import { isRotaError } from "../../errors.ts";
import type { IncomingMessage } from "../../broker/broker.ts";
import { sha256Hex } from "@rota/proofs";
import { errorRecord, safeText } from "../../worker/outcome/error-record.ts";
import type { IntakeDefinition } from "../define-intake.ts";
import type { EventOrigin } from "../event.ts";
import { RAW_BYTES_MAX, REASON_LENGTH_MAX } from "../limits.ts";
import { cleanOrigin, prepareEvent, type PreparedEvent } from "./prepare-event.ts";

/** A row of rejected events, as rota.record_rejected() takes it. */
export type RejectedRow = {
  readonly intake: string;
  readonly kind: "MALFORMED" | "REJECTED" | "DEAD_LETTER";
  readonly tenant?: string;
  readonly event_id?: string;
  readonly code: string;
  readonly reason: string;
  readonly payload?: string;
  readonly payload_hash: string;
  /** Base64. */
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
    return { rejected: unreadable(intake, message, { kind: "MALFORMED", code, reason, origin: originOf(message) }) };
  }
}

/** Throws when the message is no event. */
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

/** A record of the bytes as they came, for people to look at. */
export function unreadable(intake: IntakeDefinition, { body }: Pick<Message, "body">, why: Why): RejectedRow {
  const raw = body.subarray(0, RAW_BYTES_MAX).toString("base64");
  return { intake: intake.name, ...why, origin: cleanOrigin(why.origin), payload_hash: sha256Hex(body), raw };
}

/** Headers of text, numbers and truth values; those of the broker itself are left out. */
export function originOf({ headers, exchange, routingKey, messageId }: Omit<Message, "body">): EventOrigin {
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

export function explain(error: unknown): { readonly code: string; readonly reason: string } {
  const { code, message } = errorRecord(error, { attempt: 1, worker: "", at: new Date(0) });
  const isOurs = isRotaError(error) || code.startsWith("EVENT_");
  return { code: isOurs ? code : "EVENT_UNREADABLE", reason: safeText(message, REASON_LENGTH_MAX) };
}

function isPlain(value: unknown): value is string | number | boolean {
  return (
    typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))
  );
}
