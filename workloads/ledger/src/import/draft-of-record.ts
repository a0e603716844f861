/** Makes of an entry of a book what is posted: the same day, amounts and texts, under the same event id. Pure. */
import type { EntryRecord } from "../book-file/record-schemas.ts";
import { businessHash } from "../chain/business-hash.ts";
import type { EntryDraft } from "../journal/entry.ts";

const SOURCE = "import";

/** Known again by what it says: where the entry stood in another journal does not count. */
export function draftOf(record: EntryRecord, actor: string): EntryDraft {
  const { eventId, postedDate, effectiveDate, transactionDate, currency, description, reference, autoReverse } = record;
  const lines = record.lines.map(({ account, side, amount, currency: own, dimensions }) => ({
    ...{ account, side, amount: BigInt(amount) },
    ...(own === undefined ? {} : { currency: own }),
    ...(dimensions === undefined ? {} : { dimensions }),
  }));
  const said = {
    ...{ eventId, postedDate, effectiveDate, transactionDate, currency, lines, autoReverse },
    ...{ description: description ?? undefined, reference: reference ?? undefined },
  };
  return {
    ...said,
    source: record.source ?? SOURCE,
    createdBy: record.createdBy ?? actor,
    payloadHash: businessHash(said),
  };
}
