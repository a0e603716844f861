/** Reads financial events and their envelopes as senders write them, with the field names of the replaced system. */
import type { OutsideEvent, ReceivedMessage } from "@rota/engine";
import { RotaError } from "@rota/engine/errors";
import type { Dimensions, DraftLine } from "../core/entry.ts";
import type { FinancialEvent } from "../core/rule.ts";

type Json = Readonly<Record<string, unknown>>;

/** Reads an event. Lines have the names of the replaced system: accountCode, amountCents, isCredit. Amounts are whole minor units, as numbers or text. */
export function readFinancialEvent(value: unknown): FinancialEvent {
  if (!isObject(value)) throw invalid("the event", "is not an object");
  const lines = value["lines"];
  const payload = value["payload"];
  if (lines !== undefined && lines !== null && !Array.isArray(lines)) throw invalid("lines", "is not a list");
  if (payload !== undefined && payload !== null && !isObject(payload)) throw invalid("payload", "is not an object");
  return {
    eventId: text(value, "eventId"),
    eventType: text(value, "eventType"),
    occurredAt: text(value, "occurredAt"),
    postedDate: text(value, "postedDate"),
    effectiveDate: optionalText(value, "effectiveDate"),
    transactionDate: optionalText(value, "transactionDate"),
    transactionCurrency: text(value, "transactionCurrency"),
    createdBy: text(value, "createdBy"),
    description: optionalText(value, "description"),
    referenceId: optionalText(value, "referenceId"),
    dimensions: readDimensions(value["dimensions"], "dimensions"),
    autoReverse: optionalBoolean(value, "autoReverse"),
    lines: Array.isArray(lines) ? lines.map(readLine) : undefined,
    payload: isObject(payload) ? payload : undefined,
  };
}

function readLine(line: unknown, index: number): DraftLine {
  const place = `lines[${String(index)}]`;
  if (!isObject(line)) throw invalid(place, "is not an object");
  const isCredit = line["isCredit"];
  if (typeof isCredit !== "boolean") throw invalid(`${place}.isCredit`, "is not true or false");
  return {
    account: text(line, "accountCode", place),
    side: isCredit ? "C" : "D",
    amount: readAmount(line["amountCents"], `${place}.amountCents`),
    currency: optionalText(line, "currency", place),
    dimensions: readDimensions(line["dimensions"], `${place}.dimensions`),
  };
}

/** Reads an amount. Refuses a number that JSON may have rounded, and a decimal number. */
function readAmount(value: unknown, place: string): bigint {
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === "string" && /^-?\d{1,19}$/.test(value)) return BigInt(value);
  throw invalid(place, "is not a whole number of minor units; send large ones as text");
}

function readDimensions(value: unknown, place: string): Dimensions | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw invalid(place, "is not an object");
  for (const name in value) if (typeof value[name] !== "string") throw invalid(`${place}.${name}`, "is not text");
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, String(member)]));
}

function text(from: Json, name: string, place = ""): string {
  const value = from[name];
  if (typeof value === "string" && value !== "") return value;
  throw invalid(place === "" ? name : `${place}.${name}`, value === undefined ? "is missing" : "is not text");
}

function optionalText(from: Json, name: string, place = ""): string | undefined {
  const value = from[name];
  return value === undefined || value === null ? undefined : text(from, name, place);
}

function optionalBoolean(from: Json, name: string): boolean | undefined {
  const value = from[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "boolean") return value;
  throw invalid(name, "is not true or false");
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(place: string, reason: string): RotaError {
  return new RotaError("EVENT_INVALID", `the event cannot be read: ${place} ${reason}`, { field: place });
}

/** Part of an event that is stored, hashed and handled. Excludes traces and other data of a single delivery. */
export type EventPayload = {
  readonly event: unknown;
  /** Sending system. The record of a conflict shows two systems that use the same id for different events. */
  readonly source?: string;
};

/** Reads a message `{tenantId, sourceSystem, event}`. The id of the event is `event.eventId`. */
export function readEnvelope({ body }: Pick<ReceivedMessage, "body">): OutsideEvent {
  if (!isObject(body)) throw unreadable("the message is not an object with tenantId, sourceSystem and event");
  const { tenantId, sourceSystem } = body;
  if (typeof tenantId !== "string") throw unreadable("tenantId is missing or not text");
  if (sourceSystem !== undefined && sourceSystem !== null && typeof sourceSystem !== "string")
    throw unreadable("sourceSystem is not text");
  return outsideEvent({ tenant: tenantId, source: sourceSystem ?? undefined, event: body["event"] });
}

type SentEvent = { readonly tenant: string; readonly source: string | undefined; readonly event: unknown };

export function outsideEvent({ tenant, source, event }: SentEvent): OutsideEvent {
  if (!isObject(event)) throw unreadable("event is missing or not an object");
  const { eventId } = event;
  if (typeof eventId !== "string") throw unreadable("event.eventId is missing or not text");
  const payload: EventPayload = { event, ...(source === undefined ? {} : { source }) };
  return { tenant, eventId, payload };
}

function unreadable(reason: string): RotaError {
  return new RotaError("EVENT_INVALID", `the message cannot be read: ${reason}`);
}
