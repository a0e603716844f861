/** Replays or discards one dead letter (a chunk, a rejected event or a parked event) together with its audit entry. */
import { canonicalJson, sha256Hex } from "@rota/proofs";
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Transaction } from "../database/database.ts";
import { isRotaError, RotaError } from "../errors.ts";
import type { IntakeDefinition, OutsideEvent } from "../intake/define-intake.ts";
import { discardRejected, replayRejected, type ReplayResult } from "../intake/rejected-events.ts";
import { discardParkedEvent, retryParkedEvents } from "../outbox/parked-events.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import { checkInput } from "../tasks/schema.ts";
import { deadLetterClosed, type DeadLetterEntry, recordActions } from "./dead-letter-audit.ts";
import {
  checkActor,
  checkReason,
  type DeadChunkName,
  type DeadEventName,
  invalidDeadLetter,
  deadLetterId,
  deadLetterNotFound,
  type ParkedEventName,
  readDeadLetterId,
} from "./dead-letter.ts";
import {
  discardChunkRows,
  type LockedEventRow,
  lockEvent,
  type ParkedEventRow,
  reopenEvent,
  selectParkedEvent,
} from "./dead-letters.sql.ts";
import { lockChunk, namesOf, replayChunk } from "./replay-chunk.ts";

/** Request to replay a dead letter, with the edited payload if it changes. */
export type DeadLetterReplay = WithCodec & {
  /** Person who replays it, for the audit log. */
  readonly actor: string;
  readonly reason?: string;
  /** Edited payload. It is checked as at submission; the hashes of both payloads are kept in the audit log. */
  readonly payload?: unknown;
  /** Tenant for an event without one. */
  readonly tenant?: string;
  /** Event id for an event without one, or a new id for an edited event, which then refers to the rejected one. */
  readonly eventId?: string;
  /** Whether to replay it even if it was discarded. Default false. */
  readonly force?: boolean;
  /** Task definitions that check the edited payload of a chunk. */
  readonly tasks?: readonly TaskDefinition[];
  /** Intakes that store events again. */
  readonly intakes?: readonly IntakeDefinition[];
};

/** Result of replaying one dead letter. */
export type DeadLetterReplayed = {
  readonly id: string;
  /** Outcome. `duplicate`: the event was accepted meanwhile, and nothing more is done. */
  readonly outcome: "waiting" | "duplicate";
};

/**
 * Replays one dead letter. A chunk waits again with a new set of attempts, and its task is active again. An event is stored
 * as a new one. Rejects with DEAD_LETTER_NOT_FOUND, with DEAD_LETTER_CLOSED if it was decided before, or with the error of
 * an invalid payload; then nothing is changed.
 *
 * @example await replayDeadLetter(database, "chunk-17-3", { actor: "ann", payload: { pages: 3 }, tasks: [countPages] });
 */
export async function replayDeadLetter(
  on: Transaction,
  id: string,
  replay: DeadLetterReplay,
): Promise<DeadLetterReplayed> {
  const name = readDeadLetterId(id);
  const { actor, reason, payload, tenant, eventId, force: isForced = false, tasks = [], intakes = [], codec } = replay;
  checkActor(actor);
  if (reason !== undefined) checkReason(reason);
  if (name.kind === "event") {
    const edited: Partial<OutsideEvent> = {
      ...(payload === undefined ? {} : { payload }),
      ...(tenant === undefined ? {} : { tenant }),
      ...(eventId === undefined ? {} : { eventId }),
    };
    const { outcome } = await replayEvent(on, name, { actor, reason, isForced, intakes, edited });
    return { id, outcome: outcome === "duplicate" ? "duplicate" : "waiting" };
  }
  if (tenant !== undefined || eventId !== undefined)
    throw invalidDeadLetter(`${id} is no rejected event: tenant and eventId are of those`, { field: "tenant" });
  if (name.kind === "parked") {
    if (payload !== undefined)
      throw invalidDeadLetter(`${id} tells what happened: it cannot be edited`, { field: "payload" });
    await replayParked(on, name, { actor, reason });
    return { id, outcome: "waiting" };
  }
  const edit = payload === undefined ? undefined : { payload, tasks, codec };
  await replayChunk(on, name, { actor, reason, isForced, edit });
  return { id, outcome: "waiting" };
}

/** Request to discard a dead letter. */
export type DeadLetterDiscard = {
  /** Person who discards it, for the audit log. */
  readonly actor: string;
  readonly reason: string;
};

/**
 * Discards a dead letter: it is no longer in the open list, but its record is kept. A discarded chunk still counts as failed
 * and is not redriven; another delivery of a discarded event is a duplicate. Rejects with DEAD_LETTER_NOT_FOUND or
 * DEAD_LETTER_CLOSED.
 *
 * @example await discardDeadLetter(database, "event-42", { actor: "ann", reason: "sent by mistake" });
 */
export async function discardDeadLetter(on: Transaction, id: string, discard: DeadLetterDiscard): Promise<void> {
  const name = readDeadLetterId(id);
  checkActor(discard.actor);
  checkReason(discard.reason);
  if (name.kind === "parked") return discardParked(on, name, discard);
  await (name.kind === "chunk" ? discardChunk(on, name, discard) : discardEvent(on, name, discard));
}

async function discardChunk(on: Transaction, name: DeadChunkName, discard: DeadLetterDiscard): Promise<void> {
  const { actor, reason } = discard;
  await on.transaction(async (tx) => {
    const { tenant, code, is_discarded: isDiscarded } = await lockChunk(tx, name);
    if (isDiscarded) throw await deadLetterClosed(tx, name, "discarded");
    await tx.query(discardChunkRows({ ...namesOf([name]), actor, reason }));
    await recordActions(tx, [
      { id: deadLetterId(name), tenant, action: "discarded", actor, details: { code, reason } },
    ]);
  });
}

async function discardEvent(on: Transaction, name: DeadEventName, discard: DeadLetterDiscard): Promise<void> {
  const { actor, reason } = discard;
  await on.transaction(async (tx) => {
    const { tenant, event_id: eventId, code, intake } = await lockOpenEvent(tx, name, false);
    await discardRejected(tx, { rejectedId: name.rejectedId, actor, reason });
    const details = { code, intake, eventId, reason };
    await recordActions(tx, [
      { id: deadLetterId(name), tenant: tenant ?? undefined, action: "discarded", actor, details },
    ]);
  });
}

export type EventReplay = {
  readonly actor: string;
  readonly reason?: string | undefined;
  readonly isForced: boolean;
  readonly intakes: readonly IntakeDefinition[];
  readonly edited: Partial<OutsideEvent>;
};

export async function replayEvent(on: Transaction, name: DeadEventName, replay: EventReplay): Promise<ReplayResult> {
  return on.transaction(async (tx) => {
    const row = await lockOpenEvent(tx, name, replay.isForced);
    const intake = intakeOf(name, row, replay.intakes);
    await checkEdited(intake, replay.edited);
    const result = await replayRejected(tx, {
      rejectedId: name.rejectedId,
      intake,
      actor: replay.actor,
      ...(replay.reason === undefined ? {} : { reason: replay.reason }),
      edited: replay.edited,
    });
    await recordReplay(tx, { name, row, replay, result });
    return result;
  });
}

/** Locks an open event; a discarded one is reopened if forced. Rejects with DEAD_LETTER_NOT_FOUND or DEAD_LETTER_CLOSED. */
async function lockOpenEvent(tx: Transaction, name: DeadEventName, isForced: boolean): Promise<LockedEventRow> {
  const { rejectedId } = name;
  const [row] = await tx.query(lockEvent(rejectedId));
  if (row === undefined) throw deadLetterNotFound(deadLetterId(name));
  if (row.state === "REPLAYED") throw await deadLetterClosed(tx, name, "replayed");
  if (row.state === "OPEN") return row;
  if (!isForced) throw await deadLetterClosed(tx, name, "discarded");
  const [reopened] = await tx.query(reopenEvent(rejectedId));
  if (reopened?.is_open === true) return row;
  const id = deadLetterId(name);
  const message = `dead letter ${id} was discarded and its event came again: another one of it is open, replay that`;
  throw new RotaError("DEAD_LETTER_CLOSED", message, { id, state: "discarded" });
}

function intakeOf(name: DeadEventName, { intake }: LockedEventRow, intakes: readonly IntakeDefinition[]) {
  const found = intakes.find((known) => known.name === intake);
  if (found !== undefined) return found;
  const id = deadLetterId(name);
  const message = `refused: ${id} goes through intake "${intake}": give its definition among intakes`;
  throw new RotaError("DEAD_LETTER_INVALID", message, { id, intake });
}

/** Checks an edited payload as the intake will, but before anything is changed. */
async function checkEdited({ name, schema }: IntakeDefinition, { payload }: Partial<OutsideEvent>): Promise<void> {
  if (payload === undefined || schema === undefined) return;
  await checkInput(schema, payload, `payload of an event of intake "${name}"`);
}

type Replayed = {
  readonly name: DeadEventName;
  readonly row: LockedEventRow;
  readonly replay: EventReplay;
  readonly result: ReplayResult;
};

async function recordReplay(tx: Transaction, { name, row, replay, result }: Replayed): Promise<void> {
  const { actor, reason, isForced, edited } = replay;
  const { tenant, eventId, outcome } = result;
  const entry = { id: deadLetterId(name), tenant: row.tenant ?? tenant, actor };
  const details = {
    ...{ code: row.code, intake: row.intake, eventId, outcome },
    ...(row.event_id === null || row.event_id === eventId ? {} : { replayOf: row.event_id }),
    ...(reason === undefined ? {} : { reason }),
    ...(isForced && row.state === "DISCARDED" ? { force: true } : {}),
  };
  const isEdited = Object.values(edited).some((value) => value !== undefined);
  const after = edited.payload === undefined ? row.payload_hash : sha256Hex(canonicalJson(edited.payload));
  await recordActions(tx, [
    ...(isEdited ? [{ ...entry, action: "edited" as const, details: { before: row.payload_hash, after } }] : []),
    { ...entry, action: "replayed", details },
  ]);
}

type Decision = { readonly actor: string; readonly reason?: string | undefined };

/** Replays a parked event, with a new set of tries. */
async function replayParked(on: Transaction, name: ParkedEventName, decision: Decision): Promise<void> {
  await decide(on, name, { ...decision, action: "replayed" }, async (tx, { sink, event_id: eventId }) => {
    await retryParkedEvents(tx, { sink, eventId });
  });
}

/** Discards a parked event; the events behind it continue. */
async function discardParked(
  on: Transaction,
  name: ParkedEventName,
  { actor, reason }: Required<Decision> & { readonly reason: string },
): Promise<void> {
  await decide(on, name, { actor, reason, action: "discarded" }, (tx, { sink, event_id: eventId }) =>
    discardParkedEvent(tx, { sink, eventId, reason, by: actor }),
  );
}

async function decide(
  on: Transaction,
  name: ParkedEventName,
  { actor, reason, action }: Decision & Pick<DeadLetterEntry, "action">,
  apply: (tx: Transaction, row: ParkedEventRow) => Promise<void>,
): Promise<void> {
  const id = deadLetterId(name);
  await on.transaction(async (tx) => {
    const [row] = await tx.query(selectParkedEvent(name));
    if (row === undefined) throw deadLetterNotFound(id, "it was handed over, is tried again or was given up");
    try {
      await apply(tx, row);
    } catch (error) {
      if (!isRotaError(error, "OUTBOX_EVENT_NOT_PARKED")) throw error;
      throw new RotaError("DEAD_LETTER_CLOSED", `dead letter ${id} was decided about just now`, { id });
    }
    const { tenant, sink, event_id: eventId } = row;
    const details = { sink, eventId, ...(reason === undefined ? {} : { reason }) };
    await recordActions(tx, [{ id, tenant, action, actor, details }]);
  });
}
