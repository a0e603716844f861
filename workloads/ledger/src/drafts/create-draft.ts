/** Stores an entry that waits for a second person; it touches neither balances nor chain nor numbers. */
import { json, type Queryable } from "@rota/engine";
import type { TenantBooks } from "../books/tenant-books.ts";
import { businessHash } from "../chain/business-hash.ts";
import type { EntryDraft } from "../journal/entry.ts";
import { type KeptDraft, readDraft } from "./draft.ts";
import { insertDraft } from "./drafts.sql.ts";

/** In the caller's transaction, which holds the tenant's turn and has checked the entry and its event id. */
export async function createDraft(tx: Queryable, books: TenantBooks, draft: EntryDraft): Promise<KeptDraft> {
  const { tenant, ledgerId } = books;
  const [made] = await tx.query(
    insertDraft({
      tenant,
      ledgerId,
      eventId: draft.eventId,
      payloadHash: Buffer.from(draft.payloadHash ?? businessHash(draft), "hex"),
      postedDate: draft.postedDate,
      effectiveDate: draft.effectiveDate ?? null,
      transactionDate: draft.transactionDate ?? null,
      description: draft.description ?? null,
      reference: draft.reference ?? null,
      currency: draft.currency,
      autoReverse: draft.autoReverse ?? false,
      createdBy: draft.createdBy,
      accounts: draft.lines.map(({ account }) => account),
      credits: draft.lines.map(({ side }) => side === "C"),
      amounts: draft.lines.map(({ amount }) => amount),
      currencies: draft.lines.map(({ currency }) => currency ?? null),
      dimensions: json(draft.lines.map(({ dimensions }) => dimensions ?? {})),
    }),
  );
  if (made === undefined) throw new Error("a draft was inserted and no row came back");
  return readDraft(tx, tenant, made.workflow_id);
}
