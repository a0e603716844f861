/** Lists, shows, replays and discards rejected events; each decision commits with a record of actor and reason. */
import type { Queryable, Transaction } from "../database/database.ts";
import { json } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import type { EventOrigin, IntakeDefinition, OutsideEvent } from "./define-intake.ts";
import {
  closeRejected,
  holdRejectedId,
  lockRejectedEvent,
  type RejectedActionRow,
  type RejectedEventRow,
  type RejectedKind,
  type RejectedListRow,
  type RejectedState,
  selectRejected,
  selectRejectedActions,
  selectRejectedEvent,
} from "./intake.sql.ts";
import { type PreparedEvent, prepareEvent, readEvent } from "./read-message.ts";
import { storeEvents } from "./store-events.ts";

export const LISTED_REJECTED_MAX = 1_000;
const DEFAULT_LISTED = 100;

/**
 * - `MALFORMED`: a message that is no event.
 * - `REJECTED`: by its schema, by the handler, or because its attempts are used up.
 * - `CONFLICT`: its id was taken by an event with another payload.
 * - `DEAD_LETTER`: the broker gave it up.
 */
export type RejectedEvent = {
  readonly rejectedId: bigint;
  readonly intake: string;
  readonly kind: RejectedKind;
  readonly state: RejectedState;
  readonly tenant: string | undefined;
  readonly eventId: string | undefined;
  readonly code: string;
  readonly reason: string;
  /** With the original routing key, also of dead letters. */
  readonly origin: EventOrigin;
  /** How often its handler failed at it. */
  readonly attempts: number;
  /** How often it was refused while its record was open. */
  readonly times: number;
  readonly rejectedAt: Date;
  readonly lastAt: Date;
};

/** Rejected event with its payload and recorded actions. */
export type RejectedDetails = RejectedEvent & {
  /** Undefined: it could not be read. */
  readonly payload: unknown;
  readonly payloadHash: string;
  /** As it was received, where it could not be read; at most its first MiB. */
  readonly raw: Uint8Array | undefined;
  /** Of a conflict: the event that was accepted under the same id. */
  readonly held: { readonly payloadHash: string; readonly payload: unknown } | undefined;
  readonly error: unknown;
  /** The id of the edited event that was replayed in its place. */
  readonly replayedAs: string | undefined;
  readonly history: readonly RejectedAct[];
};

export type RejectedAct = {
  readonly action: "REPLAYED" | "DISCARDED";
  readonly actor: string;
  readonly reason: string | undefined;
  readonly details: unknown;
  readonly at: Date;
};

/** Filter and place of a list of rejected events. */
export type RejectedFilter = {
  /** Default OPEN. */
  readonly state?: RejectedState | "ALL";
  readonly intake?: string;
  readonly tenant?: string;
  readonly kind?: RejectedKind;
  readonly code?: string;
  /** The last id of the page before. */
  readonly before?: bigint;
  /** Default 100, at most LISTED_REJECTED_MAX. */
  readonly limit?: number;
};

/** Lists rejected events, the newest first. */
export async function listRejected(on: Queryable, filter: RejectedFilter = {}): Promise<RejectedEvent[]> {
  const { state = "OPEN", intake, tenant, kind, code, before, limit = DEFAULT_LISTED } = filter;
  const rows = await on.query(
    selectRejected({
      state: state === "ALL" ? null : state,
      intake: intake ?? null,
      tenant: tenant ?? null,
      kind: kind ?? null,
      code: code ?? null,
      before: before ?? null,
      limit: Math.min(limit, LISTED_REJECTED_MAX),
    }),
  );
  return rows.map(toRejected);
}

/** Reads one rejected event with its payload and the recorded actions. Rejects with REJECTED_EVENT_NOT_FOUND. */
export async function showRejected(on: Queryable, rejectedId: bigint): Promise<RejectedDetails> {
  const [row] = await on.query(selectRejectedEvent(rejectedId));
  if (row === undefined) throw rejectedNotFound(rejectedId);
  const acts = await on.query(selectRejectedActions(rejectedId));
  return toDetails(row, acts);
}

function rejectedNotFound(rejectedId: bigint): RotaError {
  const message = `there is no rejected event ${String(rejectedId)}: list them to see which there are`;
  return new RotaError("REJECTED_EVENT_NOT_FOUND", message, { rejectedId: String(rejectedId) });
}

function toRejected(row: RejectedListRow): RejectedEvent {
  const { intake, kind, state, code, reason, origin, attempts, times } = row;
  return {
    rejectedId: row.rejected_id,
    ...{ intake, kind, state },
    tenant: row.tenant ?? undefined,
    eventId: row.event_id ?? undefined,
    ...{ code, reason, origin, attempts, times },
    rejectedAt: row.rejected_at,
    lastAt: row.last_at,
  };
}

function toDetails(row: RejectedEventRow, acts: readonly RejectedActionRow[]): RejectedDetails {
  const { payload, raw, error, held_hash: heldHash, held_payload: heldPayload } = row;
  return {
    ...toRejected(row),
    payload: parsed(payload),
    payloadHash: row.payload_hash,
    raw: raw ?? undefined,
    held: heldHash === null ? undefined : { payloadHash: heldHash, payload: parsed(heldPayload) },
    error: error ?? undefined,
    replayedAs: acts.findLast(({ details }) => details.eventId !== undefined)?.details.eventId,
    history: acts.map(({ action, actor, reason, details, acted_at: at }) => ({
      ...{ action, actor, reason: reason ?? undefined, details, at },
    })),
  };
}

function parsed(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}

/** Request to store a rejected event again. */
export type RejectedReplay = {
  readonly rejectedId: bigint;
  /** The intake that it was rejected by. */
  readonly intake: IntakeDefinition;
  /** Who does it, for the history. */
  readonly actor: string;
  readonly reason?: string;
  /** What is to be otherwise. Another event id needs another payload; with `editsNeedNewIds` one needs the other. */
  readonly edited?: Partial<OutsideEvent>;
};

/** Result of replaying a rejected event. */
export type ReplayResult = {
  readonly tenant: string;
  readonly eventId: string;
  /** A duplicate was accepted meanwhile: nothing more is done. */
  readonly outcome: "stored" | "duplicate";
};

/**
 * Stores a rejected event again, edited or not, as if it arrived now; `readOutcome` returns whether it is accepted this time.
 * After an edited replay another delivery of the original is a conflict; under another id it takes the place of the original,
 * whose record stays, and another delivery of that is a duplicate. Rejects with REJECTED_EVENT_NOT_FOUND,
 * REJECTED_EVENT_CLOSED or, for an edit that is no event, EVENT_INVALID; nothing is changed then.
 */
export async function replayRejected(on: Transaction, replay: RejectedReplay): Promise<ReplayResult> {
  checkActorAndReason(replay.actor);
  return on.transaction(async (tx) => {
    const row = await lockOpen(tx, replay.rejectedId);
    const event = eventOf(row, replay);
    const [outcome] = await storeEvents(tx, [{ intake: replay.intake, reading: { event } }]);
    if (outcome !== "stored" && outcome !== "duplicate")
      throw closed(
        replay.rejectedId,
        "cannot be replayed: another payload was accepted under its event id, compare the two with showRejected",
      );
    const { rejectedId, actor, reason = null } = replay;
    const isRenamed = row.event_id !== null && row.event_id !== event.eventId;
    if (isRenamed) await tx.query(holdRejectedId(rejectedId));
    const details = {
      ...{ outcome, isEdited: event.hash !== row.payload_hash, payloadHash: event.hash },
      ...(isRenamed ? { eventId: event.eventId } : {}),
    };
    await tx.query(closeRejected({ rejectedId, action: "REPLAYED", actor, reason, details: json(details) }));
    return { tenant: event.tenant, eventId: event.eventId, outcome };
  });
}

/** Rejects with REJECTED_EVENT_NOT_FOUND or REJECTED_EVENT_CLOSED. */
async function lockOpen(tx: Transaction, rejectedId: bigint): Promise<RejectedEventRow> {
  await tx.query(lockRejectedEvent(rejectedId));
  const [row] = await tx.query(selectRejectedEvent(rejectedId));
  if (row === undefined) throw rejectedNotFound(rejectedId);
  if (row.state !== "OPEN") throw closed(rejectedId, `was ${row.state.toLowerCase()} before`);
  return row;
}

function eventOf(row: RejectedEventRow, { intake, rejectedId, edited = {} }: RejectedReplay): PreparedEvent {
  if (row.intake !== intake.name) {
    const message = `rejected event ${String(rejectedId)} is of intake "${row.intake}", not "${intake.name}"`;
    throw new RotaError("INTAKE_INVALID", message, { intake: row.intake });
  }
  const origin: EventOrigin = { ...row.origin, source: "replay" };
  const { tenant = row.tenant, eventId = row.event_id } = edited;
  const payload = "payload" in edited ? edited.payload : parsed(row.payload);
  if (tenant === null || eventId === null || payload === undefined) {
    if (row.raw === null) throw closed(rejectedId, "has no payload that can be read: give one in edited");
    return readRaw(row, intake, origin);
  }
  const { event_id: before } = row;
  const linked = before === null || before === eventId ? origin : { ...origin, replayOf: before };
  const event = prepareEvent({ tenant, eventId, payload }, linked, intake.eventBytesMax);
  if (row.event_id !== null) checkId(row, event, intake);
  return event;
}

function readRaw(row: RejectedEventRow, intake: IntakeDefinition, origin: EventOrigin): PreparedEvent {
  const { exchange = "", routingKey = "", messageId, headers = {} } = row.origin;
  return readEvent(intake, { body: Buffer.from(row.raw ?? []), exchange, routingKey, messageId, headers }, origin);
}

/** One id stands for one payload: for its sender, and for whoever looks where an event comes from. */
function checkId(row: RejectedEventRow, event: PreparedEvent, intake: IntakeDefinition): void {
  const before = row.payload === null ? readRaw(row, intake, row.origin).hash : row.payload_hash;
  const isEdited = event.hash !== before;
  if (row.event_id !== event.eventId && !isEdited && row.kind !== "CONFLICT")
    throw invalidId(row, "is replayed as it was and keeps its id: edit its payload, or leave the id out");
  if (row.event_id === event.eventId && isEdited && intake.editsNeedNewIds)
    throw invalidId(row, "has another payload now and needs an event id of its own: give one that is not in use");
}

function invalidId({ rejected_id: rejectedId, event_id: eventId }: RejectedEventRow, why: string): RotaError {
  const message = `rejected event ${String(rejectedId)} ("${eventId ?? ""}") ${why}`;
  return new RotaError("EVENT_INVALID", message, { field: "eventId" });
}
function closed(rejectedId: bigint, why: string): RotaError {
  const message = `rejected event ${String(rejectedId)} ${why}`;
  return new RotaError("REJECTED_EVENT_CLOSED", message, { rejectedId: String(rejectedId) });
}

/** Request to discard a rejected event. */
export type RejectedDiscard = {
  readonly rejectedId: bigint;
  readonly actor: string;
  readonly reason: string;
};

/**
 * Discards a rejected event. Another delivery of the same event is then a duplicate, and of another payload under its id a
 * conflict. Rejects with REJECTED_EVENT_NOT_FOUND or REJECTED_EVENT_CLOSED.
 */
export async function discardRejected(on: Transaction, { rejectedId, actor, reason }: RejectedDiscard): Promise<void> {
  checkActorAndReason(actor, reason);
  await on.transaction(async (tx) => {
    await lockOpen(tx, rejectedId);
    await tx.query(holdRejectedId(rejectedId));
    await tx.query(closeRejected({ rejectedId, action: "DISCARDED", actor, reason, details: json({}) }));
  });
}

const TEXT_LENGTH_MAX = 500;

function checkActorAndReason(actor: string, reason?: string): void {
  for (const [field, text] of Object.entries(reason === undefined ? { actor } : { actor, reason }))
    if (typeof text !== "string" || text.trim() === "" || text.length > TEXT_LENGTH_MAX || /\0/.test(text))
      throw new RotaError(
        "EVENT_INVALID",
        `${field} must be a text of 1 to ${String(TEXT_LENGTH_MAX)} characters: it is kept in the history`,
        { field },
      );
}
