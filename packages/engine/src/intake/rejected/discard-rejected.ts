/** Gives up a rejected event for good, in one transaction with the record of who did and why. */
import type { Transaction } from "../../database/database.ts";
import { json } from "../../database/sql.ts";
import { checkActor } from "./check-actor.ts";
import { lockOpen } from "./replay-rejected.ts";
import { closeRejected, holdRejectedId } from "./rejected.sql.ts";

export type Discard = {
  readonly rejectedId: bigint;
  readonly actor: string;
  readonly reason: string;
};

/**
 * Another delivery of the same event is then a duplicate, and of another payload under its id a conflict. Rejects with
 * REJECTED_EVENT_NOT_FOUND or REJECTED_EVENT_CLOSED.
 */
export async function discardRejected(on: Transaction, { rejectedId, actor, reason }: Discard): Promise<void> {
  checkActor(actor, reason);
  await on.transaction(async (tx) => {
    await lockOpen(tx, rejectedId);
    await tx.query(holdRejectedId(rejectedId));
    await tx.query(closeRejected({ rejectedId, action: "DISCARDED", actor, reason, details: json({}) }));
  });
}
