/** Checks that the texts of an entry fit their columns and come back from them as they were hashed. */
import { RotaError } from "@rota/engine/errors";
import type { EntryDraft } from "../entry.ts";

/** The most characters that a column holds. */
const LENGTHS = {
  eventId: 255,
  createdBy: 100,
  reference: 100,
  description: 1_000,
  source: 100,
  approvedBy: 100,
} as const;
const NAMES = ["eventId", "createdBy", "reference", "description", "source", "approvedBy"] as const;

export function checkTexts(texts: Pick<EntryDraft, (typeof NAMES)[number]>): void {
  for (const name of NAMES) {
    const text = texts[name];
    if (text === undefined) continue;
    if (text === "" && (name === "eventId" || name === "createdBy")) throw invalid(`${name} is empty; it is needed`);
    if (text.length > LENGTHS[name])
      throw invalid(`${name} has more than ${String(LENGTHS[name])} characters; shorten it`);
    if (!isStorable(text)) throw invalid(`${name} holds a NUL or half a character; send valid text`);
  }
}

/** PostgreSQL holds no NUL, and the hash of half a surrogate pair would not be that of what is stored. */
export function isStorable(text: string): boolean {
  return !SUSPECT.test(text) || (!text.includes("\0") && !/\p{Surrogate}/u.test(text));
}

/** Few texts hold any of these, whole pairs included. */
const SUSPECT = /[\0\ud800-\udfff]/;

function invalid(reason: string): RotaError {
  return new RotaError("JOURNAL_ENTRY_INVALID", `the entry cannot be posted: ${reason}`);
}
