/** Posts opening balances, in one transaction that it opens, and audited. */
import type { Database } from "@rota/engine";
import { currentBooks } from "../books/current-books.ts";
import { businessHash } from "../chain/business-hash.ts";
import { type Acting, noteChanges } from "../entities/note-change.ts";
import { type OpeningBalance, OPENING_PER_ENTRY, openingEntries, openingEventId } from "../opening/opening-entries.ts";
import { readOpeningCsv } from "../opening/read-opening-csv.ts";
import type { Poster } from "../periods/period.ts";
import { postOnce, type PostedOnce } from "./post-once.ts";

export type OpeningWish = Acting & {
  readonly poster: Poster;
  readonly eventId: string;
  readonly date: string;
  readonly equity: string;
  /** As a list, or as CSV. */
  readonly balances: readonly OpeningBalance[] | string;
};

export async function importOpening(database: Database, wish: OpeningWish): Promise<PostedOnce> {
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
