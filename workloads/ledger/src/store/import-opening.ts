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
import { type ActionContext, noteChanges } from "./entity-store.ts";
import type { ImportReport } from "./import-book.ts";
import { type PostedOnce, postOnce } from "./post-entries.ts";

type OpeningRequest = ActionContext & {
  readonly poster: Poster;
  readonly eventId: string;
  readonly date: string;
  readonly equity: string;
  /** List or CSV. */
  readonly balances: readonly OpeningBalance[] | string;
};

export async function postOpening(database: Database, request: OpeningRequest): Promise<PostedOnce> {
  const { tenant, actor, poster, eventId, date, equity } = request;
  const balances =
    typeof request.balances === "string"
      ? readOpeningCsv(request.balances, await currentBooks(database, tenant))
      : request.balances;
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

export type OpeningImportRequest = {
  readonly tenant: string;
  readonly actor: string;
  readonly date: string;
  /** Account that takes the difference. */
  readonly equity: string;
  readonly csv: string;
  /** Whether to check everything and write nothing. */
  readonly isDryRun?: boolean;
};

/** Imports opening balances from CSV. The same balances of the same day are posted once. */
export async function importOpening(database: Database, request: OpeningImportRequest): Promise<ImportReport> {
  const { tenant, actor, date, equity, csv, isDryRun = false } = request;
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
