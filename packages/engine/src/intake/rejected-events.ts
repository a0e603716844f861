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
 * Rejected event.
 *
 * - `MALFORMED`: the message is not a valid event.
 * - `REJECTED`: the schema or the handler refused it, or its attempts are exhausted.
 * - `CONFLICT`: its id was taken by an event with another payload.
 * - `DEAD_LETTER`: the broker moved it to the dead-letter queue.
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
  /** Origin, with the original routing key, also of dead letters. */
  readonly origin: EventOrigin;
  /** Number of failed attempts. */
  readonly attempts: number;
  /** Number of times that it was refused while its record was open. */
  readonly times: number;
  readonly rejectedAt: Date;
  readonly lastAt: Date;
};

/** Rejected event with its payload and recorded actions. */
export type RejectedDetails = RejectedEvent & {
  /** Payload; undefined if it could not be read. */
  readonly payload: unknown;
  readonly payloadHash: string;
  /** Bytes of an unreadable message, at most the first MiB. */
  readonly raw: Uint8Array | undefined;
  /** Event that was accepted under the same id; only for conflicts. */
  readonly held: { readonly payloadHash: string; readonly payload: unknown } | undefined;
  readonly error: unknown;
  /** Id of the edited event that was replayed in its place. */
  readonly replayedAs: string | undefined;
  readonly history: readonly RejectedAction[];
};

export type RejectedAction = {
  readonly action: "REPLAYED" | "DISCARDED";
  readonly actor: string;
  readonly reason: string | undefined;
  readonly details: unknown;
  readonly at: Date;
};

/** Filter and position of a list of rejected events. */
export type RejectedFilter = {
  /** State. Default OPEN. */
  readonly state?: RejectedState | "ALL";
  readonly intake?: string;
  readonly tenant?: string;
  readonly kind?: RejectedKind;
  readonly code?: string;
  /** Last id of the previous page. */
  readonly before?: bigint;
  /** Size of the page. Default 100, at most LISTED_REJECTED_MAX. */
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
  const actions = await on.query(selectRejectedActions(rejectedId));
  return toDetails(row, actions);
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

function toDetails(row: RejectedEventRow, actions: readonly RejectedActionRow[]): RejectedDetails {
  const { payload, raw, error, held_hash: heldHash, held_payload: heldPayload } = row;
  return {
    ...toRejected(row),
    payload: parsed(payload),
    payloadHash: row.payload_hash,
    raw: raw ?? undefined,
    held: heldHash === null ? undefined : { payloadHash: heldHash, payload: parsed(heldPayload) },
    error: error ?? undefined,
    replayedAs: actions.findLast(({ details }) => details.eventId !== undefined)?.details.eventId,
    history: actions.map(({ action, actor, reason, details, acted_at: at }) => ({
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
  /** Intake that rejected it. */
  readonly intake: IntakeDefinition;
  /** Person who replays it, for the history. */
  readonly actor: string;
  readonly reason?: string;
  /** Fields to change. A new event id needs an edited payload; with `editsNeedNewIds` also the other way round. */
  readonly edited?: Partial<OutsideEvent>;
};

/** Result of replaying a rejected event. */
export type ReplayResult = {
  readonly tenant: string;
  readonly eventId: string;
  /** Outcome. `duplicate`: the event was accepted meanwhile, and nothing more is done. */
  readonly outcome: "stored" | "duplicate";
};

/**
 * Stores a rejected event again, edited or not, as if it arrived now; `readOutcome` returns whether it is accepted this time.
 * After an edited replay under the same id, another delivery of the original is a conflict. After one under a new id, it is a
 * duplicate, and the record of the original stays. Rejects with REJECTED_EVENT_NOT_FOUND, with REJECTED_EVENT_CLOSED or, for
 * an invalid edit, with EVENT_INVALID; then nothing is changed.
 *
 * @example await replayRejected(database, { rejectedId, intake: orders, actor: "ann", edited: { payload } });
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

/** Locks an open rejected event. Rejects with REJECTED_EVENT_NOT_FOUND or REJECTED_EVENT_CLOSED. */
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

/** Refuses an edit after which an event id would not identify one payload, for the sender and for readers of the history. */
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
 * Discards a rejected event. Another delivery of the same event is then a duplicate, and another payload under its id is a
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
