/** Sends a rejected event through its intake once more, in one transaction with the audit log of its tenant. */
import { canonicalJson, sha256Hex } from "@rota/proofs";
import type { Transaction } from "../../database/database.ts";
import { RotaError } from "../../errors.ts";
import type { IntakeDefinition } from "../../intake/define-intake.ts";
import type { OutsideEvent } from "../../intake/event.ts";
import { replayRejected, type ReplayResult } from "../../intake/rejected/replay-rejected.ts";
import { checkInput } from "../../tasks/definition/input/check-input.ts";
import { letterId, letterNotFound, type EventLetterName } from "../dead-letter.ts";
import { lockEvent, reopenEvent, type LockedEventRow } from "./acts.sql.ts";
import { closedLetter } from "./closed-letter.ts";
import { recordActs } from "../record-acts.ts";

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
export async function lockOpenEvent(
  tx: Transaction,
  name: EventLetterName,
  isForced: boolean,
): Promise<LockedEventRow> {
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
