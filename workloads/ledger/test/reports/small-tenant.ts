/** Creates tenants with the small books of the tests in a database, and posts entries for them. */
import type { Database } from "@rota/engine";
import { createAccounts } from "../../src/store/account-store.ts";
import { changeEntity, createEntity } from "../../src/store/entity-store.ts";
import { createPeriod } from "../../src/store/period-store.ts";
import { addRates } from "../../src/store/rate-store.ts";
import { checkDraft } from "../../src/core/check-entry.ts";
import type { EntryDraft, JournalEntry } from "../../src/core/entry.ts";
import { reverseEntry } from "../../src/core/reverse-entry.ts";
import { beginPosting } from "../../src/store/posting.ts";
import { ACCOUNTS, rate } from "../small-books.ts";

let counted = 0;

export async function addSmallTenant(database: Database): Promise<string> {
  counted += 1;
  const tenant = `tenant-${String(counted)}`;
  const context = { tenant, actor: "ann" };
  await createEntity(database, { ...context, settings: { name: tenant, baseCurrency: "USD" } });
  const active = ACCOUNTS.filter(({ isActive }) => isActive);
  const accounts = active.map((account) => ({ ...account, isCash: account.code === "cash" }));
  await createAccounts(database, { ...context, accounts });
  const period = { name: "2026", start: "2026-01-01", end: "2026-12-31" };
  await createPeriod({ database, codec: undefined }, { ...context, period });
  await addRates(database, { ...context, rates: [rate("2026-01-01", "1.1"), rate("2026-06-01", "1.2")] });
  const changes = { rateAgeDaysMax: 400, roundingAccount: "rounding" };
  await changeEntity(database, { ...context, changes });
  return tenant;
}

export type DraftToPost = EntryDraft & { readonly isTakenBack?: boolean };

/** Posts drafts in one transaction, and then the reversals of those that are to be reversed. */
export function postDrafts(
  database: Database,
  tenant: string,
  drafts: readonly DraftToPost[],
): Promise<JournalEntry[]> {
  return database.transaction(async (tx) => {
    const eventIds = drafts.flatMap(({ eventId }) => [eventId, `undo-${eventId}`]);
    const posting = await beginPosting(tx, { tenant, eventIds });
    const entries = await posting.post(drafts.map((draft) => checkDraft(draft, posting.books)));
    const reversals = entries
      .filter((_, index) => drafts[index]?.isTakenBack === true)
      .map((entry) =>
        reverseEntry(entry, { eventId: `undo-${entry.eventId}`, createdBy: "ann" }, posting.books, {
          isReversed: false,
        }),
      );
    return [...entries, ...(await posting.post(reversals))];
  });
}
