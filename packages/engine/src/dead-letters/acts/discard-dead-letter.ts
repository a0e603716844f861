/** Gives up on a dead letter, in one transaction with the audit log of its tenant. */
import type { Transaction } from "../../database/database.ts";
import { discardRejected } from "../../intake/rejected/discard-rejected.ts";
import { checkActor, checkReason } from "../check-fields.ts";
import { letterId, readLetterId, type ChunkLetterName, type EventLetterName } from "../dead-letter.ts";
import { discardChunkRows } from "./acts.sql.ts";
import { closedLetter } from "./closed-letter.ts";
import { discardParkedLetter } from "./decide-parked.ts";
import { recordActs } from "../record-acts.ts";
import { lockChunk, namesOf } from "./replay-chunk.ts";
import { lockOpenEvent } from "./replay-event.ts";

export type DeadLetterDiscard = {
  /** Who does it. */
  readonly actor: string;
  readonly reason: string;
};

/**
 * It leaves the open list, and the record of it is kept. A chunk counts as failed as before, and no redrive takes it along;
 * another delivery of an event is a duplicate. Rejects with DEAD_LETTER_NOT_FOUND or DEAD_LETTER_CLOSED.
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
