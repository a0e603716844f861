/** Records actions on dead letters in the audit log, and reports who decided about a closed one. */
import { appendAudits } from "../audit-log/append-audit.ts";
import type { Queryable, Transaction } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { type DeadChunkName, type DeadEventName, deadLetterId } from "./dead-letter.ts";
import { selectChunkDecision, selectEventDecision } from "./dead-letters.sql.ts";

/** Type of the subject of audit entries about dead letters. */
export const DEAD_LETTER_SUBJECT = "dead-letter";
/** Tenant whose audit log records actions on events without a tenant. */
export const SYSTEM_TENANT = "system";

/** Action on a dead letter, for the audit log. */
export type DeadLetterEntry = {
  readonly id: string;
  readonly tenant: string | undefined;
  readonly action: "replayed" | "edited" | "discarded";
  readonly actor: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/**
 * Appends one audit entry for each action. The actions on a dead letter are found by its id, also when a batch decided
 * about it. A batch takes two statements, whatever its size.
 */
export async function recordActions(tx: Transaction, entries: readonly DeadLetterEntry[]): Promise<void> {
  await appendAudits(
    tx,
    entries.map(({ id, tenant = SYSTEM_TENANT, action, actor, details }) => ({
      tenant,
      actor,
      action: `dead-letter.${action}`,
      subject: { type: DEAD_LETTER_SUBJECT, id },
      details,
    })),
  );
}

/** Creates the error for a dead letter that was decided before, with the person who decided and the time. */
export async function deadLetterClosed(
  on: Queryable,
  name: DeadChunkName | DeadEventName,
  state: "replayed" | "discarded",
): Promise<RotaError> {
  const [decision] = await on.query(
    name.kind === "chunk" ? selectChunkDecision(name) : selectEventDecision(name.rejectedId),
  );
  const id = deadLetterId(name);
  const who = decision === undefined ? "" : ` by ${decision.decided_by} at ${decision.decided_at.toISOString()}`;
  const wayOut = state === "discarded" ? ": replay it with force if it shall be tried all the same" : "";
  return new RotaError("DEAD_LETTER_CLOSED", `dead letter ${id} was ${state}${who}${wayOut}`, { id, state });
}
