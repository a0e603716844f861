/** Posts what a command makes, once however often it is sent, in one transaction that it opens. */
import type { Database, Transaction } from "@rota/engine";
import { readEntity } from "../entities/entity.ts";
import type { CheckedEntry, JournalEntry } from "../journal/entry.ts";
import { beginPosting, type Posting } from "../posting/begin-posting.ts";
import type { TakenKey } from "../posting/posting.sql.ts";
import { readEntry } from "./read-entries.ts";
import { repeatedKeys } from "./repeated.ts";

/** One for each entry that may be posted: its event id, and the hash of what was asked for. */
export type Commands = readonly { readonly eventId: string; readonly hash: string }[];

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
