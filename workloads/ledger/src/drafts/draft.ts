/** Drafts of entries as they are stored: what is to be posted, and how far its approval is. */
import { RotaError, type Queryable } from "@rota/engine";
import type { DraftStatus } from "../approval/approval.ts";
import type { DraftLine, EntryDraft } from "../journal/entry.ts";
import { type DraftLineRow, type DraftRow, selectDraft, selectDraftLines, selectDraftOfEvent } from "./drafts.sql.ts";

export type KeptDraft = {
  readonly workflowId: string;
  readonly status: DraftStatus;
  readonly draft: EntryDraft;
  readonly createdAt: Date;
  readonly submitted: Decision | undefined;
  readonly approved: Decision | undefined;
  readonly rejected: (Decision & { readonly reason: string }) | undefined;
  /** Of the entry that it became. */
  readonly entryId: string | undefined;
};

export type Decision = { readonly by: string; readonly at: Date };

/** Refuses with JOURNAL_WORKFLOW_NOT_FOUND. */
export async function readDraft(on: Queryable, tenant: string, workflowId: string): Promise<KeptDraft> {
  return found(on, await on.query(selectDraft(tenant, workflowId)), workflowId);
}

/** The same, by the event id under which it was made. */
export async function readDraftOfEvent(on: Queryable, tenant: string, eventId: string): Promise<KeptDraft> {
  return found(on, await on.query(selectDraftOfEvent(tenant, eventId)), eventId);
}

/** The drafts of rows, in their order. */
export async function withDraftLines(on: Queryable, rows: readonly DraftRow[]): Promise<KeptDraft[]> {
  if (rows.length === 0) return [];
  const lines = await on.query(selectDraftLines(rows.map(({ workflow_id: id }) => id)));
  return rows.map((row) =>
    toDraft(
      row,
      lines.filter((line) => line.workflow_id === row.workflow_id),
    ),
  );
}

async function found(on: Queryable, rows: readonly DraftRow[], name: string): Promise<KeptDraft> {
  const [draft] = await withDraftLines(on, rows);
  if (draft !== undefined) return draft;
  const message = `there is no draft ${name}: list those that there are`;
  throw new RotaError("JOURNAL_WORKFLOW_NOT_FOUND", message, { workflowId: name });
}

function toDraft(row: DraftRow, lines: readonly DraftLineRow[]): KeptDraft {
  const rejected = decision(row.rejected_by, row.rejected_at);
  return {
    workflowId: row.workflow_id,
    status: row.status,
    draft: {
      eventId: row.event_id,
      postedDate: row.posted_date,
      effectiveDate: row.effective_date ?? undefined,
      transactionDate: row.transaction_date ?? undefined,
      currency: row.transaction_currency,
      description: row.description ?? undefined,
      reference: row.reference_id ?? undefined,
      payloadHash: Buffer.from(row.payload_hash).toString("hex"),
      autoReverse: row.auto_reverse,
      createdBy: row.created_by,
      lines: lines.map(toLine),
    },
    createdAt: row.created_at,
    submitted: decision(row.submitted_by, row.submitted_at),
    approved: decision(row.approved_by, row.approved_at),
    rejected: rejected && { ...rejected, reason: row.rejection_reason ?? "" },
    entryId: row.posted_journal_entry_id ?? undefined,
  };
}

function toLine(row: DraftLineRow): DraftLine {
  return {
    account: row.account_code,
    side: row.is_credit ? "C" : "D",
    amount: row.amount,
    currency: row.currency_code ?? undefined,
    dimensions: row.dimensions ?? undefined,
  };
}

function decision(by: string | null, at: Date | null): Decision | undefined {
  return by === null || at === null ? undefined : { by, at };
}
