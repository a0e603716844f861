/** Posts the entries of a book some hundred at a time, each time in a transaction of its own; those that are there are passed over. */
import { isRotaError, RotaError, type Database } from "@rota/engine";
import type { EntryRecord, NumberedRecord } from "../book-file/record-schemas.ts";
import { checkDraft } from "../journal/check-draft.ts";
import type { CheckedEntry } from "../journal/entry.ts";
import { beginPosting, idTaken, type Posting } from "../posting/begin-posting.ts";
import { draftOf } from "./draft-of-record.ts";

const ENTRIES_AT_ONCE = 500;

export type RecordsToPost = {
  readonly tenant: string;
  readonly actor: string;
  readonly records: AsyncIterable<NumberedRecord>;
  readonly total: number;
  readonly onEntries?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
};

type NumberedEntry = { readonly line: number; readonly record: EntryRecord };
type Posted = { readonly entries: number; readonly skipped: number };

export async function postRecords(database: Database, wish: RecordsToPost): Promise<Posted> {
  const sum = { entries: 0, skipped: 0 };
  const postBatch = async (batch: readonly NumberedEntry[]) => {
    const { entries, skipped } = await postTogether(database, wish, batch);
    sum.entries += entries;
    sum.skipped += skipped;
    wish.onEntries?.({ done: sum.entries + sum.skipped, total: wish.total });
  };
  let batch: NumberedEntry[] = [];
  for await (const { line, record } of wish.records) {
    if (record.record !== "entry") continue;
    batch.push({ line, record });
    if (batch.length < ENTRIES_AT_ONCE) continue;
    await postBatch(batch);
    batch = [];
  }
  if (batch.length > 0) await postBatch(batch);
  return sum;
}

function postTogether(
  database: Database,
  { tenant, actor }: RecordsToPost,
  batch: readonly NumberedEntry[],
): Promise<Posted> {
  return database.transaction(async (tx) => {
    const posting = await beginPosting(tx, { tenant, eventIds: batch.map(({ record }) => record.eventId) });
    const checked = batch.flatMap((numbered) => checkedEntry(numbered, posting, actor) ?? []);
    await posting.post(checked);
    return { entries: checked.length, skipped: batch.length - checked.length };
  });
}

/** Undefined: the same entry is posted already. */
function checkedEntry({ line, record }: NumberedEntry, posting: Posting, actor: string): CheckedEntry | undefined {
  const draft = draftOf(record, actor);
  const key = posting.taken.get(draft.eventId);
  if (key !== undefined && key.payloadHash === draft.payloadHash) return undefined;
  try {
    if (key !== undefined) throw idTaken(key);
    return checkDraft(draft, posting.books);
  } catch (cause) {
    if (!isRotaError(cause)) throw cause;
    const message = `line ${String(line)}: ${cause.message}; entries before it may be posted: import the corrected book again, and they are passed over`;
    throw new RotaError(cause.code, message, { line }, { cause });
  }
}
