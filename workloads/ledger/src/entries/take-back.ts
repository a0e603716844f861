/** Reverses entries and replaces them by correct ones, each in one transaction that it opens. */
import { RotaError, type Database } from "@rota/engine";
import { needsApproval } from "../approval/approval.ts";
import { businessHash } from "../chain/business-hash.ts";
import { readEntity } from "../entities/entity.ts";
import type { Acting } from "../entities/note-change.ts";
import { correctEntry } from "../journal/correct-entry.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { reverseEntry } from "../journal/reverse-entry.ts";
import type { Poster } from "../periods/period.ts";
import type { HandEntry } from "./post-by-hand.ts";
import { postOnce } from "./post-once.ts";
import { readEntry, reversalOf } from "./read-entries.ts";

export type TakeBack = Acting & { readonly poster: Poster; readonly entryId: string };

export type ReversalWish = TakeBack & {
  readonly eventId: string;
  readonly reason?: string | undefined;
  readonly effectiveDate?: string | undefined;
};

export type TakenBack = { readonly reversal: JournalEntry; readonly isRepeated: boolean };

export async function reverse(database: Database, wish: ReversalWish): Promise<TakenBack> {
  const { tenant, actor, poster, entryId, eventId, reason, effectiveDate } = wish;
  const hash = businessHash({ command: "reverse", entryId, eventId, reason, effectiveDate });
  const { entries, isRepeated } = await postOnce(
    database,
    { tenant, commands: [{ eventId, hash }] },
    async (posting, tx) => {
      const original = await readEntry(tx, await readEntity(tx, tenant), entryId);
      const isReversed = (await reversalOf(tx, entryId)) !== undefined;
      const wanted = { eventId, createdBy: actor, reason, effectiveDate };
      return [{ ...reverseEntry(original, wanted, posting.books, { isReversed, ...poster }), payloadHash: hash }];
    },
  );
  return { reversal: only(entries[0]), isRepeated };
}

export type CorrectionWish = TakeBack & {
  readonly entry: HandEntry;
  readonly reversalEventId: string;
  readonly reason?: string | undefined;
};

export type Corrected = TakenBack & { readonly correction: JournalEntry };

/** The command is known again by the new lines too: another correction under the same ids is refused. */
export async function correct(database: Database, wish: CorrectionWish): Promise<Corrected> {
  const { tenant, actor, poster, entryId, entry, reversalEventId, reason } = wish;
  const command = { command: "correct", entryId, entry, reversalEventId, reason };
  const reversalHash = businessHash({ ...command, part: "reversal" });
  const hash = businessHash({ ...command, part: "correction" });
  const commands = [
    { eventId: reversalEventId, hash: reversalHash },
    { eventId: entry.eventId, hash },
  ];
  const { entries, isRepeated } = await postOnce(database, { tenant, commands }, async ({ books }, tx) => {
    const original = await readEntry(tx, await readEntity(tx, tenant), entryId);
    const isReversed = (await reversalOf(tx, entryId)) !== undefined;
    const draft = { ...entry, createdBy: actor, payloadHash: hash };
    const made = correctEntry(original, { draft, reversalEventId, reason }, books, { isReversed, ...poster });
    if (needsApproval(made.correction, books.approvalThreshold)) throw needsSecond();
    return [{ ...made.reversal, payloadHash: reversalHash }, made.correction];
  });
  return { reversal: only(entries[0]), correction: only(entries[1]), isRepeated };
}

function only(entry: JournalEntry | undefined): JournalEntry {
  if (entry === undefined) throw new Error("what was posted is missing");
  return entry;
}

function needsSecond(): RotaError {
  const message =
    "the corrected entry reaches the threshold of approval: reverse the wrong one, and post the right one";
  return new RotaError("APPROVAL_VIOLATION", message);
}
