/** Posts opening balances once, from a list or from CSV, in one audited transaction. */
import { createHash } from "node:crypto";
import type { Database } from "@rota/engine";
import { businessHash } from "../core/chain.ts";
import {
  OPENING_PER_ENTRY,
  type OpeningBalance,
  openingEntries,
  openingEventId,
  readOpeningCsv,
} from "../core/opening.ts";
import type { Poster } from "../core/period.ts";
import { currentBooks } from "./books-store.ts";
import { type Acting, noteChanges } from "./entity-store.ts";
import type { ImportReport } from "./import-book.ts";
import { type PostedOnce, postOnce } from "./post-entries.ts";

type OpeningToPost = Acting & {
  readonly poster: Poster;
  readonly eventId: string;
  readonly date: string;
  readonly equity: string;
  /** As a list, or as CSV. */
  readonly balances: readonly OpeningBalance[] | string;
};

export async function postOpening(database: Database, wish: OpeningToPost): Promise<PostedOnce> {
  const { tenant, actor, poster, eventId, date, equity } = wish;
  const balances =
    typeof wish.balances === "string"
      ? readOpeningCsv(wish.balances, await currentBooks(database, tenant))
      : wish.balances;
  const command = { command: "open", eventId, date, equity, balances };
  const commands = Array.from({ length: Math.ceil(balances.length / OPENING_PER_ENTRY) }, (_, part) => ({
    eventId: openingEventId(eventId, part),
    hash: businessHash({ ...command, part }),
  }));
  return postOnce(database, { tenant, commands }, async ({ books }, tx) => {
    const opening = { eventId, date, balances, equity, createdBy: actor };
    const entries = openingEntries(opening, books, poster);
    const after = { date, equity, accounts: balances.length };
    const subject = { type: "opening-balances", id: eventId };
    await noteChanges(tx, { tenant, actor }, [{ action: "opening.posted", subject, after }]);
    return entries.map((entry, part) => ({ ...entry, payloadHash: commands[part]?.hash ?? null }));
  });
}

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
