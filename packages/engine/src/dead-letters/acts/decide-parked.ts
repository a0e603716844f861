/** Lets a parked event of the outbox be tried again, or gives it up, in one transaction with the audit log of its tenant. */
import type { Transaction } from "../../database/database.ts";
import { isRotaError, RotaError } from "../../errors.ts";
import { discardParkedEvent, retryParkedEvents } from "../../outbox/watching/parked-events.ts";
import { letterId, letterNotFound, type ParkedLetterName } from "../dead-letter.ts";
import { selectParkedLetter, type ParkedLetterRow } from "../listing/listing.sql.ts";
import { recordActs, type LetterDone } from "../record-acts.ts";

type Decision = { readonly actor: string; readonly reason?: string | undefined };

/** It has all its tries again. */
export async function retryParkedLetter(on: Transaction, name: ParkedLetterName, decision: Decision): Promise<void> {
  await decide(on, name, { ...decision, action: "replayed" }, async (tx, { sink, event_id: eventId }) => {
    await retryParkedEvents(tx, { sink, eventId });
  });
}

/** Those behind it go on. */
export async function discardParkedLetter(
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
