/** Dead letters as callers see them, and the ids by which they are named. Pure. */
import { RotaError } from "../errors.ts";

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
