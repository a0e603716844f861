/** Replays or discards one dead letter, whether chunk, rejected event or parked event, together with its audit entry. */
import { canonicalJson, sha256Hex } from "@rota/proofs";
import type { WithCodec } from "../codec/payload-codec.ts";
import type { Transaction } from "../database/database.ts";
import { isRotaError, RotaError } from "../errors.ts";
import type { IntakeDefinition, OutsideEvent } from "../intake/define-intake.ts";
import { discardRejected, replayRejected, type ReplayResult } from "../intake/rejected-events.ts";
import { discardParkedEvent, retryParkedEvents } from "../outbox/parked-events.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import { checkInput } from "../tasks/schema.ts";
import { closedLetter, type LetterDone, recordActs } from "./dead-letter-audit.ts";
import {
  checkActor,
  checkReason,
  type ChunkLetterName,
  type EventLetterName,
  invalidDeadLetter,
  letterId,
  letterNotFound,
  type ParkedLetterName,
  readLetterId,
} from "./dead-letter.ts";
import {
  discardChunkRows,
  type LockedEventRow,
  lockEvent,
  type ParkedLetterRow,
  reopenEvent,
  selectParkedLetter,
} from "./dead-letters.sql.ts";
import { lockChunk, namesOf, replayChunk } from "./replay-chunk.ts";

/** Request to replay a dead letter, with the edited payload if it changes. */
export type DeadLetterReplay = WithCodec & {
  /** Who does it. */
  readonly actor: string;
  readonly reason?: string;
  /** Another payload. It is checked as at submission; the hashes of both are kept in the audit log. */
  readonly payload?: unknown;
  /** Of an event that does not say it. */
  readonly tenant?: string;
  /** Of an event that does not say it, or that has another payload now: then it refers to the one that was rejected. */
  readonly eventId?: string;
  /** Also one that was discarded. Default false. */
  readonly force?: boolean;
  /** What another payload of a chunk is checked by. */
  readonly tasks?: readonly TaskDefinition[];
  /** What events go through. */
  readonly intakes?: readonly IntakeDefinition[];
};

/** Result of replaying one dead letter. */
export type DeadLetterReplayed = {
  readonly id: string;
  /** `duplicate`: an event that was accepted meanwhile; nothing more is done. */
  readonly outcome: "waiting" | "duplicate";
};

/**
 * Replays one dead letter. A chunk waits again with all its attempts before it, and its task is active again. An event is
 * stored as a new one. Rejects with DEAD_LETTER_NOT_FOUND, DEAD_LETTER_CLOSED when it was decided before, or with what is
 * wrong with the payload; nothing is changed then.
 *
 * @example await replayDeadLetter(database, "chunk-17-3", { actor: "ann", payload: { pages: 3 }, tasks: [countPages] });
 */
export async function replayDeadLetter(
  on: Transaction,
  id: string,
  replay: DeadLetterReplay,
): Promise<DeadLetterReplayed> {
  const name = readLetterId(id);
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
    await retryParkedLetter(on, name, { actor, reason });
    return { id, outcome: "waiting" };
  }
  const edit = payload === undefined ? undefined : { payload, tasks, codec };
  await replayChunk(on, name, { actor, reason, isForced, edit });
  return { id, outcome: "waiting" };
}

/** Request to discard a dead letter. */
export type DeadLetterDiscard = {
  /** Who does it. */
  readonly actor: string;
  readonly reason: string;
};

/**
 * Discards a dead letter: it leaves the open list, and its record is kept. A chunk counts as failed as before, and a redrive
 * leaves it out; another delivery of an event is a duplicate. Rejects with DEAD_LETTER_NOT_FOUND or DEAD_LETTER_CLOSED.
 *
 * @example await discardDeadLetter(database, "event-42", { actor: "ann", reason: "sent by mistake" });
 */
export async function discardDeadLetter(on: Transaction, id: string, discard: DeadLetterDiscard): Promise<void> {
  const name = readLetterId(id);
  checkActor(discard.actor);
  checkReason(discard.reason);
  if (name.kind === "parked") return discardParkedLetter(on, name, discard);
  await (name.kind === "chunk" ? discardChunk(on, name, discard) : discardEvent(on, name, discard));
}

async function discardChunk(on: Transaction, name: ChunkLetterName, discard: DeadLetterDiscard): Promise<void> {
  const { actor, reason } = discard;
  await on.transaction(async (tx) => {
    const { tenant, code, is_discarded: isDiscarded } = await lockChunk(tx, name);
    if (isDiscarded) throw await closedLetter(tx, name, "discarded");
    await tx.query(discardChunkRows({ ...namesOf([name]), actor, reason }));
    await recordActs(tx, [{ id: letterId(name), tenant, action: "discarded", actor, details: { code, reason } }]);
  });
}

async function discardEvent(on: Transaction, name: EventLetterName, discard: DeadLetterDiscard): Promise<void> {
  const { actor, reason } = discard;
  await on.transaction(async (tx) => {
    const { tenant, event_id: eventId, code, intake } = await lockOpenEvent(tx, name, false);
    await discardRejected(tx, { rejectedId: name.rejectedId, actor, reason });
    const details = { code, intake, eventId, reason };
    await recordActs(tx, [{ id: letterId(name), tenant: tenant ?? undefined, action: "discarded", actor, details }]);
  });
}

export type EventReplay = {
  readonly actor: string;
  readonly reason?: string | undefined;
  readonly isForced: boolean;
  readonly intakes: readonly IntakeDefinition[];
  readonly edited: Partial<OutsideEvent>;
};

export async function replayEvent(on: Transaction, name: EventLetterName, replay: EventReplay): Promise<ReplayResult> {
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

/** Rejects with DEAD_LETTER_NOT_FOUND or DEAD_LETTER_CLOSED. One that was discarded is opened again when forced. */
async function lockOpenEvent(tx: Transaction, name: EventLetterName, isForced: boolean): Promise<LockedEventRow> {
  const { rejectedId } = name;
  const [row] = await tx.query(lockEvent(rejectedId));
  if (row === undefined) throw letterNotFound(letterId(name));
  if (row.state === "REPLAYED") throw await closedLetter(tx, name, "replayed");
  if (row.state === "OPEN") return row;
  if (!isForced) throw await closedLetter(tx, name, "discarded");
  const [reopened] = await tx.query(reopenEvent(rejectedId));
  if (reopened?.is_open === true) return row;
  const id = letterId(name);
  const message = `dead letter ${id} was discarded and its event came again: another one of it is open, replay that`;
  throw new RotaError("DEAD_LETTER_CLOSED", message, { id, state: "discarded" });
}

function intakeOf(name: EventLetterName, { intake }: LockedEventRow, intakes: readonly IntakeDefinition[]) {
  const found = intakes.find((known) => known.name === intake);
  if (found !== undefined) return found;
  const id = letterId(name);
  const message = `refused: ${id} goes through intake "${intake}": give its definition among intakes`;
  throw new RotaError("DEAD_LETTER_INVALID", message, { id, intake });
}

/** As the intake will, but at once, so that a slip of the pen changes nothing. */
async function checkEdited({ name, schema }: IntakeDefinition, { payload }: Partial<OutsideEvent>): Promise<void> {
  if (payload === undefined || schema === undefined) return;
  await checkInput(schema, payload, `payload of an event of intake "${name}"`);
}

type Replayed = {
  readonly name: EventLetterName;
  readonly row: LockedEventRow;
  readonly replay: EventReplay;
  readonly result: ReplayResult;
};

async function recordReplay(tx: Transaction, { name, row, replay, result }: Replayed): Promise<void> {
  const { actor, reason, isForced, edited } = replay;
  const { tenant, eventId, outcome } = result;
  const act = { id: letterId(name), tenant: row.tenant ?? tenant, actor };
  const details = {
    ...{ code: row.code, intake: row.intake, eventId, outcome },
    ...(row.event_id === null || row.event_id === eventId ? {} : { replayOf: row.event_id }),
    ...(reason === undefined ? {} : { reason }),
    ...(isForced && row.state === "DISCARDED" ? { force: true } : {}),
  };
  const isEdited = Object.values(edited).some((value) => value !== undefined);
  const after = edited.payload === undefined ? row.payload_hash : sha256Hex(canonicalJson(edited.payload));
  await recordActs(tx, [
    ...(isEdited ? [{ ...act, action: "edited" as const, details: { before: row.payload_hash, after } }] : []),
    { ...act, action: "replayed", details },
  ]);
}

type Decision = { readonly actor: string; readonly reason?: string | undefined };

/** It has all its tries again. */
async function retryParkedLetter(on: Transaction, name: ParkedLetterName, decision: Decision): Promise<void> {
  await decide(on, name, { ...decision, action: "replayed" }, async (tx, { sink, event_id: eventId }) => {
    await retryParkedEvents(tx, { sink, eventId });
  });
}

/** Those behind it go on. */
async function discardParkedLetter(
  on: Transaction,
  name: ParkedLetterName,
  { actor, reason }: Required<Decision> & { readonly reason: string },
): Promise<void> {
  await decide(on, name, { actor, reason, action: "discarded" }, (tx, { sink, event_id: eventId }) =>
    discardParkedEvent(tx, { sink, eventId, reason, by: actor }),
  );
}

async function decide(
  on: Transaction,
  name: ParkedLetterName,
  { actor, reason, action }: Decision & Pick<LetterDone, "action">,
  act: (tx: Transaction, row: ParkedLetterRow) => Promise<void>,
): Promise<void> {
  const id = letterId(name);
  await on.transaction(async (tx) => {
    const [row] = await tx.query(selectParkedLetter(name));
    if (row === undefined) throw letterNotFound(id, "it was handed over, is tried again or was given up");
    try {
      await act(tx, row);
    } catch (error) {
      if (!isRotaError(error, "OUTBOX_EVENT_NOT_PARKED")) throw error;
      throw new RotaError("DEAD_LETTER_CLOSED", `dead letter ${id} was decided about just now`, { id });
    }
    const { tenant, sink, event_id: eventId } = row;
    const details = { sink, eventId, ...(reason === undefined ? {} : { reason }) };
    await recordActs(tx, [{ id, tenant, action, actor, details }]);
  });
}
