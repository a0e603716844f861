/** Posts entries that people write, each call in one transaction that it opens; what needs a second person becomes a draft. */
import { RotaError, type Engine, type Transaction } from "@rota/engine";
import { needsApproval } from "../approval/approval.ts";
import { businessHash } from "../chain/business-hash.ts";
import { createDraft } from "../drafts/create-draft.ts";
import { type KeptDraft, readDraftOfEvent } from "../drafts/draft.ts";
import { readEntity } from "../entities/entity.ts";
import type { Acting } from "../entities/note-change.ts";
import { checkDraft } from "../journal/check-draft.ts";
import type { EntryDraft, JournalEntry } from "../journal/entry.ts";
import type { Poster } from "../periods/period.ts";
import { beginPosting, type Posting } from "../posting/begin-posting.ts";
import type { TakenKey } from "../posting/posting.sql.ts";
import { submitLateAccruals } from "../tasks/reverse-accruals.ts";
import { readEntry } from "./read-entries.ts";
import { repeatedKeys } from "./repeated.ts";

/** What somebody writes: who it is comes from who asks. */
export type HandEntry = Omit<EntryDraft, "createdBy" | "approvedBy" | "payloadHash" | "ruleId" | "ruleVersion">;

export type HandResult =
  { readonly kind: "posted"; readonly entry: JournalEntry } | { readonly kind: "draft"; readonly draft: KeptDraft };

export type HandPosting = Acting & {
  readonly poster: Poster;
  readonly entries: readonly HandEntry[];
  /**
   * `post` refuses all when one needs approval, `draft` makes drafts of all, `either` makes drafts of those that need it.
   */
  readonly mode: "post" | "draft" | "either";
};

export type HandResults = {
  /** In the order of the entries. */
  readonly results: readonly HandResult[];
  /** Whether the same was asked for before: nothing was done now. */
  readonly isRepeated: boolean;
};

/** All or none. */
export function postByHand(
  { database, codec }: Pick<Engine, "database" | "codec">,
  wish: HandPosting,
): Promise<HandResults> {
  const { tenant, actor, poster, mode } = wish;
  const drafts = wish.entries.map((entry) => ({ ...entry, createdBy: actor, payloadHash: hashOf(entry) }));
  return database.transaction(async (tx) => {
    const posting = await beginPosting(tx, { tenant, eventIds: drafts.map(({ eventId }) => eventId) });
    const commands = drafts.map(({ eventId, payloadHash: hash }) => ({ eventId, hash }));
    const repeated = repeatedKeys(posting.taken, commands);
    if (repeated !== undefined) return { results: await resultsOf(tx, tenant, repeated), isRepeated: true };
    const results = await take(tx, { posting, drafts, poster, mode });
    const entries = results.flatMap((result) => (result.kind === "posted" ? [result.entry] : []));
    await submitLateAccruals(tx, { entries, books: posting.books, acting: { tenant, actor } }, { codec });
    return { results, isRepeated: false };
  });
}

/** Without who sends it, so that a colleague who repeats it gets the same answer. */
function hashOf(entry: HandEntry): string {
  return businessHash({ command: "post", ...entry });
}

type Taking = {
  readonly posting: Posting;
  readonly drafts: readonly EntryDraft[];
  readonly poster: Poster;
  readonly mode: HandPosting["mode"];
};

async function take(tx: Transaction, { posting, drafts, poster, mode }: Taking): Promise<HandResult[]> {
  const { books } = posting;
  const checked = drafts.map((draft) => checkDraft(draft, books, poster));
  const waits = checked.map((entry) => mode === "draft" || needsApproval(entry, books.approvalThreshold));
  const first = waits.indexOf(true);
  if (mode === "post" && first >= 0) throw needsSecond(drafts[first]?.eventId ?? "");
  const posted = await posting.post(checked.filter((_, index) => waits[index] === false));
  const byEvent = new Map(posted.map((entry) => [entry.eventId, entry]));
  const results: HandResult[] = [];
  for (const draft of drafts) {
    const entry = byEvent.get(draft.eventId);
    results.push(entry ? { kind: "posted", entry } : { kind: "draft", draft: await createDraft(tx, books, draft) });
  }
  return results;
}

async function resultsOf(tx: Transaction, tenant: string, keys: readonly TakenKey[]): Promise<HandResult[]> {
  const entity = await readEntity(tx, tenant);
  const results: HandResult[] = [];
  for (const { journalEntryId, eventId } of keys)
    results.push(
      journalEntryId === null
        ? { kind: "draft", draft: await readDraftOfEvent(tx, tenant, eventId) }
        : { kind: "posted", entry: await readEntry(tx, entity, journalEntryId) },
    );
  return results;
}

function needsSecond(eventId: string): RotaError {
  const message = `entry ${JSON.stringify(eventId)} reaches the threshold of approval: send all as CREATE_DRAFTS, or it alone`;
  return new RotaError("APPROVAL_VIOLATION", message, { eventId });
}
