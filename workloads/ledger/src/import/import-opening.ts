/** Brings opening balances from CSV into the ledger of a tenant. */
import { createHash } from "node:crypto";
import type { Database } from "@rota/engine";
import { currentBooks } from "../books/current-books.ts";
import { importOpening as postOpening } from "../entries/import-opening.ts";
import { openingEntries } from "../opening/opening-entries.ts";
import { readOpeningCsv } from "../opening/read-opening-csv.ts";
import type { ImportReport } from "./import-book.ts";

export type OpeningWish = {
  readonly tenant: string;
  readonly actor: string;
  readonly date: string;
  /** Takes what is left over. */
  readonly equity: string;
  readonly csv: string;
  /** Checks all of it and writes nothing. */
  readonly isDryRun?: boolean;
};

/** The same balances of the same day are posted once. */
export async function importOpening(database: Database, wish: OpeningWish): Promise<ImportReport> {
  const { tenant, actor, date, equity, csv, isDryRun = false } = wish;
  const digest = createHash("sha256").update(csv).digest("hex").slice(0, 16);
  const eventId = `opening-${date}-${digest}`;
  if (isDryRun) {
    const books = await currentBooks(database, tenant);
    const opening = { eventId, date, equity, balances: readOpeningCsv(csv, books), createdBy: actor };
    return reportOf(openingEntries(opening, books).length, false);
  }
  const posted = await postOpening(database, { tenant, actor, poster: {}, eventId, date, equity, balances: csv });
  return reportOf(posted.entries.length, posted.isRepeated);
}

function reportOf(entries: number, isRepeated: boolean): ImportReport {
  const none = { accounts: 0, periods: 0, rates: 0 };
  return isRepeated ? { ...none, entries: 0, skipped: entries } : { ...none, entries, skipped: 0 };
}
