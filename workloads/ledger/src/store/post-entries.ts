/** Posts manual entries, once per event id. An entry that needs a second person becomes a draft. */
import type { Database, Engine, RotaError, Transaction } from "@rota/engine";
import { isRepeated, keyConflict } from "@rota/engine/workload";
import { businessHash } from "../core/chain.ts";
import { checkDraft } from "../core/check-entry.ts";
import { needsApproval } from "../core/draft.ts";
import type { CheckedEntry, EntryDraft, JournalEntry } from "../core/entry.ts";
import type { Poster } from "../core/period.ts";
import { LedgerError } from "../errors.ts";
import { submitLateAccruals } from "../tasks/reverse-accruals.ts";
import { createDraft, type KeptDraft, readDraftOfEvent } from "./draft-store.ts";
import { type ActionContext, readEntity } from "./entity-store.ts";
import { readEntry } from "./entry-store.ts";
import type { TakenKey } from "./entry.sql.ts";
import { beginPosting, type Posting, usedEventId } from "./posting.ts";

/** Entry that a person writes. Its author comes from the request's credentials. */
export type ManualEntry = Omit<EntryDraft, "createdBy" | "approvedBy" | "payloadHash" | "ruleId" | "ruleVersion">;

export type ManualResult =
  { readonly kind: "posted"; readonly entry: JournalEntry } | { readonly kind: "draft"; readonly draft: KeptDraft };

type ManualPosting = ActionContext & {
  readonly poster: Poster;
  readonly entries: readonly ManualEntry[];
  /**
   * `post` refuses all when one needs approval, `draft` makes drafts of all, `either` makes drafts of those that need it.
   */
  readonly mode: "post" | "draft" | "either";
};

type ManualResults = {
  /** In the order of the entries. */
  readonly results: readonly ManualResult[];
  /** Whether the same request was handled before. A repetition does nothing. */
  readonly isRepeated: boolean;
};

/** Posts all entries or none. */
export function postManualEntries(
  { database, codec }: Pick<Engine, "database" | "codec">,
  request: ManualPosting,
): Promise<ManualResults> {
  const { tenant, actor, poster, mode } = request;
  const drafts = request.entries.map((entry) => ({ ...entry, createdBy: actor, payloadHash: hashOf(entry) }));
  return database.transaction(async (tx) => {
    const posting = await beginPosting(tx, { tenant, eventIds: drafts.map(({ eventId }) => eventId) });
    const commands = drafts.map(({ eventId, payloadHash: hash }) => ({ eventId, hash }));
    const repeated = repeatedKeys(posting.taken, commands);
    if (repeated !== undefined) return { results: await resultsOf(tx, tenant, repeated), isRepeated: true };
    const results = await take(tx, { posting, drafts, poster, mode });
    const entries = results.flatMap((result) => (result.kind === "posted" ? [result.entry] : []));
    await submitLateAccruals(tx, { entries, books: posting.books, context: { tenant, actor } }, { codec });
    return { results, isRepeated: false };
  });
}

/** Hashes an entry without its author, so that a colleague who repeats it gets the same answer. */
function hashOf(entry: ManualEntry): string {
  return businessHash({ command: "post", ...entry });
}

type Taking = {
  readonly posting: Posting;
  readonly drafts: readonly EntryDraft[];
  readonly poster: Poster;
  readonly mode: ManualPosting["mode"];
};

async function take(tx: Transaction, { posting, drafts, poster, mode }: Taking): Promise<ManualResult[]> {
  const { books } = posting;
  const checked = drafts.map((draft) => checkDraft(draft, books, poster));
  const waits = checked.map((entry) => mode === "draft" || needsApproval(entry, books.approvalThreshold));
  const first = waits.indexOf(true);
  if (mode === "post" && first >= 0) throw needsSecond(drafts[first]?.eventId ?? "");
  const posted = await posting.post(checked.filter((_, index) => waits[index] === false));
  const byEvent = new Map(posted.map((entry) => [entry.eventId, entry]));
  const results: ManualResult[] = [];
  for (const draft of drafts) {
    const entry = byEvent.get(draft.eventId);
    results.push(entry ? { kind: "posted", entry } : { kind: "draft", draft: await createDraft(tx, books, draft) });
  }
  return results;
}

async function resultsOf(tx: Transaction, tenant: string, keys: readonly TakenKey[]): Promise<ManualResult[]> {
  const entity = await readEntity(tx, tenant);
  const results: ManualResult[] = [];
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
  return new LedgerError("APPROVAL_VIOLATION", message, { eventId });
}

/** Event id and hash of the command, for each entry that may be posted. */
type Commands = readonly { readonly eventId: string; readonly hash: string }[];

export type PostedOnce = {
  readonly entries: readonly JournalEntry[];
  /** Whether the same request was handled before. A repetition does nothing. */
  readonly isRepeated: boolean;
};

/** Posts the entries of `make`, which runs while the tenant is locked. They must have the hashes of the commands. */
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
 * Returns the keys of commands that are sent together if all of them are repeated. Undefined if all are new.
 *
 * @throws IDEMPOTENCY_CONFLICT when one of the event ids was used for something else.
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
