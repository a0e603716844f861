/** Sends a rejected event through its intake once more, as it was or edited, in one transaction with the record of who did. */
import type { Transaction } from "../../database/database.ts";
import { json } from "../../database/sql.ts";
import { RotaError } from "../../errors.ts";
import type { IntakeDefinition } from "../define-intake.ts";
import type { EventOrigin, OutsideEvent } from "../event.ts";
import { prepareEvent, type PreparedEvent } from "../reading/prepare-event.ts";
import { readEvent } from "../reading/read-message.ts";
import { storeEvents } from "../storing/store-events.ts";
import { checkActor } from "./check-actor.ts";
import { rejectedNotFound } from "./list-rejected.ts";
import {
  closeRejected,
  holdRejectedId,
  lockRejectedEvent,
  selectRejectedEvent,
  type RejectedEventRow,
} from "./rejected.sql.ts";

export type Replay = {
  readonly rejectedId: bigint;
  /** The intake that it was rejected by. */
  readonly intake: IntakeDefinition;
  /** Who does it, for the history. */
  readonly actor: string;
  readonly reason?: string;
  /** What is to be otherwise. Another event id needs another payload; with `editsNeedNewIds` one needs the other. */
  readonly edited?: Partial<OutsideEvent>;
};

export type ReplayResult = {
  readonly tenant: string;
  readonly eventId: string;
  /** A duplicate was accepted meanwhile: nothing more is done. */
  readonly outcome: "stored" | "duplicate";
};

/**
 * The event is stored as if it had come just now; whether it is accepted this time is told by `readOutcome`. After an edited
 * replay another delivery of the original is a conflict; under another id it takes the place of the original, whose record
 * stays, and another delivery of that is a duplicate. Rejects with REJECTED_EVENT_NOT_FOUND, REJECTED_EVENT_CLOSED or, for
 * an edit that is no event, EVENT_INVALID; nothing is changed then.
 */
export async function replayRejected(on: Transaction, replay: Replay): Promise<ReplayResult> {
  checkActor(replay.actor);
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
export async function lockOpen(tx: Transaction, rejectedId: bigint): Promise<RejectedEventRow> {
  await tx.query(lockRejectedEvent(rejectedId));
  const [row] = await tx.query(selectRejectedEvent(rejectedId));
  if (row === undefined) throw rejectedNotFound(rejectedId);
  if (row.state !== "OPEN") throw closed(rejectedId, `was ${row.state.toLowerCase()} before`);
  return row;
}

function eventOf(row: RejectedEventRow, { intake, rejectedId, edited = {} }: Replay): PreparedEvent {
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

function parsed(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}

function closed(rejectedId: bigint, why: string): RotaError {
  const message = `rejected event ${String(rejectedId)} ${why}`;
  return new RotaError("REJECTED_EVENT_CLOSED", message, { rejectedId: String(rejectedId) });
}
