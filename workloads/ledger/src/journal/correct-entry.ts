/** Replaces an entry: its mirror image and the entry as it should have been, to be posted together or not at all. */
import { RotaError } from "@rota/engine/errors";
import type { Poster } from "../periods/period.ts";
import type { Books } from "./books.ts";
import { checkDraft } from "./check-draft.ts";
import type { CheckedEntry, EntryDraft, JournalEntry } from "./entry.ts";
import { type ReversalState, reverseEntry } from "./reverse-entry.ts";

export type Correction = {
  /** The entry as it should have been. */
  readonly draft: EntryDraft;
  readonly reversalEventId: string;
  readonly reason?: string | undefined;
};

export type CorrectionEntries = { readonly reversal: CheckedEntry; readonly correction: CheckedEntry };

/** Both name the original: the reversal as what it takes back, the correction as what it replaces. */
export function correctEntry(
  original: JournalEntry,
  { draft, reversalEventId, reason }: Correction,
  books: Books,
  state: ReversalState & Poster,
): CorrectionEntries {
  if (draft.eventId === reversalEventId)
    throw new RotaError(
      "JOURNAL_ENTRY_INVALID",
      `the correction and its reversal both have the event id ${draft.eventId}: give two`,
    );
  const { createdBy, approvedBy } = draft;
  const reversal = reverseEntry(original, { eventId: reversalEventId, createdBy, approvedBy, reason }, books, state);
  const correction = checkDraft(draft, books, state, { kind: "CORRECTION", correctionOf: original.id });
  return { reversal: { ...reversal, correctionOf: original.id }, correction };
}
