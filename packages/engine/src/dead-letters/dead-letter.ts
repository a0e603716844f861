/** Describes dead letters and their ids, and checks filters, actors and reasons. Pure. */
import { type ErrorDetails, RotaError } from "../errors.ts";

/**
 * - `open`: waits for somebody to decide.
 * - `replayed`: was given another chance. A chunk that fails again is open again; an event that is rejected again has a new id.
 * - `discarded`: somebody gave up on it. The record is kept.
 */
export type DeadLetterState = "open" | "replayed" | "discarded";

type Letter = {
  /** `chunk-<task>-<number>`, `event-<number>` or `parked-<number>-<position>`. */
  readonly id: string;
  readonly state: DeadLetterState;
  /** Of the error, or of the rejection. */
  readonly code: string | undefined;
  readonly reason: string | undefined;
  /** How often a handler failed at it. */
  readonly attempts: number;
  /** When it failed, was first rejected, or happened: what lists are ordered by. */
  readonly at: Date;
};

/** A chunk that failed for good, or used its attempts up. */
export type DeadChunk = Letter & {
  readonly kind: "chunk";
  readonly tenant: string;
  readonly queue: string;
  readonly group: string;
  readonly type: string;
  readonly version: number;
  readonly taskId: bigint;
  readonly number: number;
};

/** An event that was not accepted. */
export type DeadEvent = Letter & {
  readonly kind: "event";
  /** Undefined, like the event id, where the message does not say. */
  readonly tenant: string | undefined;
  readonly intake: string;
  readonly eventId: string | undefined;
  readonly rejection: "MALFORMED" | "REJECTED" | "CONFLICT" | "DEAD_LETTER";
  readonly routingKey: string | undefined;
  /** How often it was refused while it was open. */
  readonly times: number;
};

/** An event of the outbox that could not be handed to a sink. It is open until it is tried again or given up. */
export type ParkedLetter = Letter & {
  readonly kind: "parked";
  readonly tenant: string;
  readonly sink: string;
  readonly eventId: string;
  readonly type: string;
  readonly aggregate: { readonly type: string; readonly id: string };
  /** How many later events of the aggregate wait behind it. */
  readonly waiting: number;
};

/** Chunk, event of an intake or event of the outbox that failed for good. */
export type DeadLetter = DeadChunk | DeadEvent | ParkedLetter;

export type ChunkLetterName = { readonly kind: "chunk"; readonly taskId: bigint; readonly number: number };
export type EventLetterName = { readonly kind: "event"; readonly rejectedId: bigint };
/** The position is that of the event: another one may be parked in its place later. */
export type ParkedLetterName = { readonly kind: "parked"; readonly heldId: bigint; readonly position: bigint };
export type LetterName = ChunkLetterName | EventLetterName | ParkedLetterName;

const CHUNK = /^chunk-(?<task>[1-9]\d{0,18})-(?<number>[1-9]\d{0,8})$/;
const EVENT = /^event-(?<rejected>[1-9]\d{0,18})$/;
const PARKED = /^parked-(?<held>[1-9]\d{0,18})-(?<position>[1-9]\d{0,18})$/;
const BIGINT_MAX = 9_223_372_036_854_775_807n;

export function letterId(name: LetterName): string {
  switch (name.kind) {
    case "chunk":
      return `chunk-${String(name.taskId)}-${String(name.number)}`;
    case "event":
      return `event-${String(name.rejectedId)}`;
    case "parked":
      return `parked-${String(name.heldId)}-${String(name.position)}`;
  }
}

/** Throws DEAD_LETTER_INVALID. */
export function readLetterId(id: string): LetterName {
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

export function letterNotFound(id: string, why = "list them to see which there are"): RotaError {
  return new RotaError("DEAD_LETTER_NOT_FOUND", `there is no dead letter ${id}: ${why}`, { id });
}

/**
 * Every field that is given must fit. A queue and a type are of chunks, an intake is of events, a code of both; parked
 * events of the outbox have a tenant and a time.
 */
export type DeadLetterFilter = {
  readonly kind?: "chunk" | "event" | "parked";
  readonly tenant?: string;
  readonly queue?: string;
  readonly type?: string;
  readonly intake?: string;
  /** Of the error, or of the rejection. */
  readonly code?: string;
  /** Failed at this time or later. */
  readonly from?: Date;
  /** Failed earlier than this time. */
  readonly before?: Date;
};

/** As statements take it: null where nothing is asked. */
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

/** Who does it, for the audit log. */
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

/** Both are kept for good and shown in lines. */
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
