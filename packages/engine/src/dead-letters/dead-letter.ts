/** Describes dead letters and their ids, and checks filters, actors and reasons. Pure. */
import { type ErrorDetails, RotaError } from "../errors.ts";

/**
 * State of a dead letter.
 *
 * - `open`: it waits for a decision.
 * - `replayed`: it runs again. A chunk that fails again is open again; an event that is rejected again has a new id.
 * - `discarded`: it will not run again. The record is kept.
 */
export type DeadLetterState = "open" | "replayed" | "discarded";

/** Fields of every dead letter. */
type DeadLetterFields = {
  /** Id: `chunk-<task>-<number>`, `event-<number>` or `parked-<number>-<position>`. */
  readonly id: string;
  readonly state: DeadLetterState;
  /** Code of the error or of the rejection. */
  readonly code: string | undefined;
  readonly reason: string | undefined;
  /** Number of failed attempts. */
  readonly attempts: number;
  /** Time at which the chunk failed, the event was first rejected, or the parked event happened. Lists are ordered by it. */
  readonly at: Date;
};

/** Chunk that failed for good, or exhausted its attempts. */
export type DeadChunk = DeadLetterFields & {
  readonly kind: "chunk";
  readonly tenant: string;
  readonly queue: string;
  readonly group: string;
  readonly type: string;
  readonly version: number;
  readonly taskId: bigint;
  readonly number: number;
};

/** Event from outside that was not accepted. */
export type DeadEvent = DeadLetterFields & {
  readonly kind: "event";
  /** Tenant of the event. It is undefined, like the event id, if the message could not be read. */
  readonly tenant: string | undefined;
  readonly intake: string;
  readonly eventId: string | undefined;
  readonly rejection: "MALFORMED" | "REJECTED" | "CONFLICT" | "DEAD_LETTER";
  readonly routingKey: string | undefined;
  /** Number of times that the event was refused while it was open. */
  readonly times: number;
};

/** Event of the outbox that could not be delivered to a sink. It is open until it is retried or discarded. */
export type ParkedDeadLetter = DeadLetterFields & {
  readonly kind: "parked";
  readonly tenant: string;
  readonly sink: string;
  readonly eventId: string;
  readonly type: string;
  readonly aggregate: { readonly type: string; readonly id: string };
  /** Number of later events of the aggregate that wait behind it. */
  readonly waiting: number;
};

/** Chunk, event of an intake or event of the outbox that failed for good. */
export type DeadLetter = DeadChunk | DeadEvent | ParkedDeadLetter;

export type DeadChunkName = { readonly kind: "chunk"; readonly taskId: bigint; readonly number: number };
export type DeadEventName = { readonly kind: "event"; readonly rejectedId: bigint };
/** Name of a parked event. It contains the position of the event, because another event may be parked in its place later. */
export type ParkedEventName = { readonly kind: "parked"; readonly heldId: bigint; readonly position: bigint };
export type DeadLetterName = DeadChunkName | DeadEventName | ParkedEventName;

const CHUNK = /^chunk-(?<task>[1-9]\d{0,18})-(?<number>[1-9]\d{0,8})$/;
const EVENT = /^event-(?<rejected>[1-9]\d{0,18})$/;
const PARKED = /^parked-(?<held>[1-9]\d{0,18})-(?<position>[1-9]\d{0,18})$/;
const BIGINT_MAX = 9_223_372_036_854_775_807n;

export function deadLetterId(name: DeadLetterName): string {
  switch (name.kind) {
    case "chunk":
      return `chunk-${String(name.taskId)}-${String(name.number)}`;
    case "event":
      return `event-${String(name.rejectedId)}`;
    case "parked":
      return `parked-${String(name.heldId)}-${String(name.position)}`;
  }
}

/** Reads the id of a dead letter. Throws DEAD_LETTER_INVALID. */
export function readDeadLetterId(id: string): DeadLetterName {
  const { task, number } = CHUNK.exec(id)?.groups ?? {};
  if (task !== undefined && BigInt(task) <= BIGINT_MAX)
    return { kind: "chunk", taskId: BigInt(task), number: Number(number) };
  const { rejected } = EVENT.exec(id)?.groups ?? {};
  if (rejected !== undefined && BigInt(rejected) <= BIGINT_MAX) return { kind: "event", rejectedId: BigInt(rejected) };
  const { held, position } = PARKED.exec(id)?.groups ?? {};
  if (held !== undefined && position !== undefined && BigInt(held) <= BIGINT_MAX && BigInt(position) <= BIGINT_MAX)
    return { kind: "parked", heldId: BigInt(held), position: BigInt(position) };
  const message = `"${id.slice(0, 100)}" names no dead letter: give an id as it is listed, such as chunk-17-3 or event-42`;
  throw new RotaError("DEAD_LETTER_INVALID", message, { field: "id" });
}

export function deadLetterNotFound(id: string, why = "list them to see which there are"): RotaError {
  return new RotaError("DEAD_LETTER_NOT_FOUND", `there is no dead letter ${id}: ${why}`, { id });
}

/**
 * Filter of dead letters, which must match every given field. Chunks have a queue and a type, events have an intake, and
 * both have a code. Parked events of the outbox have only a tenant and a time.
 */
export type DeadLetterFilter = {
  readonly kind?: "chunk" | "event" | "parked";
  readonly tenant?: string;
  readonly queue?: string;
  readonly type?: string;
  readonly intake?: string;
  /** Code of the error or of the rejection. */
  readonly code?: string;
  /** Earliest time of the failure. */
  readonly from?: Date;
  /** Time before which it failed. */
  readonly before?: Date;
};

/** Filter as the statements take it: a field that was not given is null. */
export type Asked = {
  readonly hasChunks: boolean;
  readonly hasEvents: boolean;
  readonly hasParked: boolean;
  readonly tenant: string | null;
  readonly queue: string | null;
  readonly type: string | null;
  readonly intake: string | null;
  readonly code: string | null;
  readonly from: Date | null;
  readonly before: Date | null;
};

export function checkFilter(filter: DeadLetterFilter): Asked {
  const { kind, tenant, queue, type, intake, code, from, before } = filter;
  const isOfChunks = queue !== undefined || type !== undefined;
  if (kind !== undefined && !["chunk", "event", "parked"].includes(kind))
    throw invalidDeadLetter(`kind "${String(kind)}" must be chunk, event or parked`, { field: "kind" });
  if (kind === "parked" && (isOfChunks || intake !== undefined || code !== undefined))
    throw invalidDeadLetter("parked events are asked for by tenant and time only", { field: "kind" });
  if ((isOfChunks || kind === "chunk") && intake !== undefined)
    throw invalidDeadLetter("an intake is of events, a queue or a type of chunks: ask for one kind", {
      field: "intake",
    });
  if (isOfChunks && kind === "event")
    throw invalidDeadLetter("events have no queue and no type: ask by intake, or for chunks", { field: "kind" });
  for (const [field, time] of Object.entries({ from, before }))
    if (time !== undefined && Number.isNaN(time.getTime()))
      throw invalidDeadLetter(`${field} must be a time`, { field });
  return {
    hasChunks: kind !== "event" && kind !== "parked" && intake === undefined,
    hasEvents: kind !== "chunk" && kind !== "parked" && !isOfChunks,
    hasParked: kind === "parked" || (kind === undefined && !isOfChunks && intake === undefined && code === undefined),
    ...{ tenant: tenant ?? null, queue: queue ?? null, type: type ?? null, intake: intake ?? null },
    ...{ code: code ?? null, from: from ?? null, before: before ?? null },
  };
}

export function checkState(state: string): asserts state is DeadLetterState {
  if (["open", "replayed", "discarded"].includes(state)) return;
  throw invalidDeadLetter(`state "${state}" must be open, replayed or discarded`, { field: "state" });
}

export const ACTOR_BYTES_MAX = 300;
export const REASON_BYTES_MAX = 500;

/** Checks the name of the person who decides, which the audit log keeps. */
export function checkActor(actor: unknown): void {
  checkText("actor", actor, ACTOR_BYTES_MAX);
}

export function checkReason(reason: unknown): void {
  checkText("reason", reason, REASON_BYTES_MAX);
}

export function checkNumber(field: string, value: number, [min, max]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw invalidDeadLetter(`${field} (${String(value)}) must be a whole number from ${String(min)} to ${String(max)}`, {
    field,
  });
}

export function invalidDeadLetter(message: string, details: ErrorDetails): RotaError {
  return new RotaError("DEAD_LETTER_INVALID", `refused: ${message}`, details);
}

/** Checks a text that is kept forever and shown on one line. */
function checkText(field: string, text: unknown, bytesMax: number): void {
  const isFine =
    typeof text === "string" &&
    text.trim() !== "" &&
    Buffer.byteLength(text) <= bytesMax &&
    !/\p{Cc}|\p{Cs}/u.test(text);
  if (isFine) return;
  throw invalidDeadLetter(
    `${field} must be a text of 1 to ${String(bytesMax)} bytes on one line: it is kept in the audit log`,
    {
      field,
    },
  );
}
