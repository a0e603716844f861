/** Posts entries that people write, once for each event id; an entry that needs a second person becomes a draft. */
import { type Database, type Engine, isRepeated, keyConflict, RotaError, type Transaction } from "@rota/engine";
import { businessHash } from "../core/chain.ts";
import { checkDraft } from "../core/check-entry.ts";
import { needsApproval } from "../core/draft.ts";
import type { CheckedEntry, EntryDraft, JournalEntry } from "../core/entry.ts";
import type { Poster } from "../core/period.ts";
import { submitLateAccruals } from "../tasks/reverse-accruals.ts";
import { createDraft, type KeptDraft, readDraftOfEvent } from "./draft-store.ts";
import { type Acting, readEntity } from "./entity-store.ts";
import { readEntry } from "./entry-store.ts";
import type { TakenKey } from "./entry.sql.ts";
import { beginPosting, type Posting, usedEventId } from "./posting.ts";

/** What somebody writes: who it is comes from who asks. */
export type HandEntry = Omit<EntryDraft, "createdBy" | "approvedBy" | "payloadHash" | "ruleId" | "ruleVersion">;

export type HandResult =
  { readonly kind: "posted"; readonly entry: JournalEntry } | { readonly kind: "draft"; readonly draft: KeptDraft };

type HandPosting = Acting & {
  readonly poster: Poster;
  readonly entries: readonly HandEntry[];
  /**
   * `post` refuses all when one needs approval, `draft` makes drafts of all, `either` makes drafts of those that need it.
   */
  readonly mode: "post" | "draft" | "either";
};

type HandResults = {
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

/** One for each entry that may be posted: its event id, and the hash of what was asked for. */
type Commands = readonly { readonly eventId: string; readonly hash: string }[];

export type PostedOnce = {
  readonly entries: readonly JournalEntry[];
  /** Whether the same was asked for before: nothing was done now. */
  readonly isRepeated: boolean;
};

/** `make` is called while the tenant's turn is held; its entries must carry the hashes of the commands. */
export function postOnce(
  database: Database,
  { tenant, commands }: { readonly tenant: string; readonly commands: Commands },
  make: (posting: Posting, tx: Transaction) => Promise<readonly CheckedEntry[]>,
): Promise<PostedOnce> {
  return database.transaction(async (tx) => {
    const posting = await beginPosting(tx, { tenant, eventIds: commands.map(({ eventId }) => eventId) });
    const repeated = repeatedKeys(posting.taken, commands);
    if (repeated === undefined) return { entries: await posting.post(await make(posting, tx)), isRepeated: false };
    return { entries: await entriesOf(tx, tenant, repeated), isRepeated: true };
  });
}

async function entriesOf(tx: Transaction, tenant: string, keys: readonly TakenKey[]): Promise<JournalEntry[]> {
  const entity = await readEntity(tx, tenant);
  const entries: JournalEntry[] = [];
  for (const { journalEntryId } of keys) entries.push(await readEntry(tx, entity, journalEntryId ?? ""));
  return entries;
}

/**
 * The keys of commands that are taken together: all of them are repeated, or all are new and undefined comes back.
 *
 * @throws IDEMPOTENCY_CONFLICT when the event id of one was used for something else.
 */
function repeatedKeys(
  taken: ReadonlyMap<string, TakenKey>,
  commands: readonly { readonly eventId: string; readonly hash: string }[],
): readonly TakenKey[] | undefined {
  refuseTwice(commands.map(({ eventId }) => eventId));
  const keys = commands.flatMap(({ eventId, hash }) => {
    const key = taken.get(eventId);
    return key !== undefined && isRepeated(key.payloadHash, hash, usedEventId(key)) ? [key] : [];
  });
  if (keys.length === 0) return undefined;
  if (keys.length === commands.length) return keys;
  const [first] = keys;
  throw first === undefined ? new Error("there is a key") : keyConflict(usedEventId(first));
}

function refuseTwice(eventIds: readonly string[]): void {
  const twice = eventIds.find((eventId, index) => eventIds.indexOf(eventId) < index);
  if (twice === undefined) return;
  const holder = "another entry of this request";
  throw keyConflict({ name: `event id ${JSON.stringify(twice)}`, holder, details: { eventId: twice } });
}
