/** Brings opening balances into the ledger of a tenant, in one transaction that it opens. */
import { createHash } from "node:crypto";
import type { Database } from "@rota/engine";
import { openingEntries } from "../opening/opening-entries.ts";
import { readOpeningCsv } from "../opening/read-opening-csv.ts";
import { beginPosting } from "../posting/begin-posting.ts";
import type { ImportReport } from "./import-book.ts";

export type OpeningWish = {
  readonly tenant: string;
  readonly actor: string;
  readonly date: string;
  /** Takes what is left over. */
  readonly equity: string;
  readonly csv: string;
  readonly isDryRun?: boolean;
};

/** The same balances of the same day are posted once. */
export function importOpening(database: Database, wish: OpeningWish): Promise<ImportReport> {
  const { tenant, actor, date, equity, csv, isDryRun = false } = wish;
  const digest = createHash("sha256").update(csv).digest("hex").slice(0, 16);
  const eventId = `opening-${date}-${digest}`;
  return database.transaction(async (tx) => {
    const posting = await beginPosting(tx, { tenant, eventIds: [eventId] });
    const balances = readOpeningCsv(csv, posting.books);
    const entries = openingEntries({ eventId, date, equity, balances, createdBy: actor }, posting.books);
    const isThere = posting.taken.has(eventId);
    if (!isDryRun && !isThere) await posting.post(entries);
    const [added, skipped] = isThere ? [0, entries.length] : [entries.length, 0];
    return { accounts: 0, periods: 0, rates: 0, entries: added, skipped };
  });
}
