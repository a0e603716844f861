/** Tells the audit log of a tenant what was done to its dead letters, in the transaction that does it. */
import { appendAudits } from "../audit-log/append-audit.ts";
import type { Transaction } from "../database/database.ts";

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
