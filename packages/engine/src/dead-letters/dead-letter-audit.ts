/** Records actions on dead letters in the audit log, and reports who decided about a closed one. */
import { appendAudits } from "../audit-log/append-audit.ts";
import type { Queryable, Transaction } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { type ChunkLetterName, type EventLetterName, letterId } from "./dead-letter.ts";
import { selectChunkDecision, selectEventDecision } from "./dead-letters.sql.ts";

/** What entries about dead letters are of. */
export const LETTER_SUBJECT = "dead-letter";
/** Whose log tells of messages that do not say whose they are. */
export const NOBODYS_TENANT = "system";

export type LetterDone = {
  readonly id: string;
  readonly tenant: string | undefined;
  readonly action: "replayed" | "edited" | "discarded";
  readonly actor: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/**
 * An entry for each letter, also of many: whoever asks what became of one finds it by its id. A batch of them takes two
 * statements all the same.
 */
export async function recordActs(tx: Transaction, acts: readonly LetterDone[]): Promise<void> {
  await appendAudits(
    tx,
    acts.map(({ id, tenant = NOBODYS_TENANT, action, actor, details }) => ({
      tenant,
      actor,
      action: `dead-letter.${action}`,
      subject: { type: LETTER_SUBJECT, id },
      details,
    })),
  );
}

export async function closedLetter(
  on: Queryable,
  name: ChunkLetterName | EventLetterName,
  state: "replayed" | "discarded",
): Promise<RotaError> {
  const [decision] = await on.query(
    name.kind === "chunk" ? selectChunkDecision(name) : selectEventDecision(name.rejectedId),
  );
  const id = letterId(name);
  const who = decision === undefined ? "" : ` by ${decision.decided_by} at ${decision.decided_at.toISOString()}`;
  const wayOut = state === "discarded" ? ": replay it with force if it shall be tried all the same" : "";
  return new RotaError("DEAD_LETTER_CLOSED", `dead letter ${id} was ${state}${who}${wayOut}`, { id, state });
}
