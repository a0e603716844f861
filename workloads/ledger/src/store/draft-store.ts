/** Stores drafts of entries and submits, approves and rejects them, each in one audited transaction. */
import { type Database, type Engine, json, type Queryable, type Transaction } from "@rota/engine";
import type { TenantBooks } from "../core/books.ts";
import { businessHash } from "../core/chain.ts";
import { checkDraft } from "../core/check-entry.ts";
import { decideDraft, type DraftAction, type DraftStatus } from "../core/draft.ts";
import type { DraftLine, EntryDraft, JournalEntry } from "../core/entry.ts";
import type { Poster } from "../core/period.ts";
import { LedgerError } from "../errors.ts";
import { submitLateAccruals } from "../tasks/reverse-accruals.ts";
import {
  type DraftLineRow,
  type DraftRow,
  insertDraft,
  selectDraft,
  selectDraftLines,
  selectDraftOfEvent,
  setApproved,
  setRejected,
  setSubmitted,
} from "./draft.sql.ts";
import { type ActionContext, holdEntity, noteChanges } from "./entity-store.ts";
import { beginPosting } from "./posting.ts";

type DraftRequest = ActionContext & { readonly workflowId: string };

export function submitDraft(database: Database, request: DraftRequest): Promise<KeptDraft> {
  return decide(database, request, { kind: "submit", by: request.actor }, (tx) =>
    tx.query(setSubmitted(request.workflowId, request.actor)),
  );
}

export function rejectDraft(
  database: Database,
  request: DraftRequest & { readonly reason: string },
): Promise<KeptDraft> {
  const { workflowId, actor, reason } = request;
  return decide(database, request, { kind: "reject", by: actor, reason }, (tx) =>
    tx.query(setRejected(workflowId, actor, reason)),
  );
}

type Approved = { readonly draft: KeptDraft; readonly entry: JournalEntry };

/** Approves and posts a draft against the current books. Of two simultaneous approvals, one succeeds. */
export function approveDraft(
  { database, codec }: Pick<Engine, "database" | "codec">,
  request: DraftRequest & { readonly poster: Poster },
): Promise<Approved> {
  const { tenant, workflowId, actor, poster } = request;
  return database.transaction(async (tx) => {
    const { draft: known } = await readDraft(tx, tenant, workflowId);
    const posting = await beginPosting(tx, { tenant, eventIds: [known.eventId], isOfDrafts: true });
    // Another person may have decided during the wait for the tenant's lock.
    const { status, draft } = await readDraft(tx, tenant, workflowId);
    decideDraft({ status, createdBy: draft.createdBy }, { kind: "approve", by: actor });
    const [entry] = await posting.post([checkDraft({ ...draft, approvedBy: actor }, posting.books, poster)]);
    if (entry === undefined) throw new Error("what was posted is missing");
    await tx.query(setApproved(workflowId, actor, entry.id));
    await submitLateAccruals(tx, { entries: [entry], books: posting.books, context: { tenant, actor } }, { codec });
    await note(tx, request, { before: { status }, after: { status: "APPROVED", journalEntryId: entry.id } });
    return { draft: await readDraft(tx, tenant, workflowId), entry };
  });
}

type Write = (tx: Transaction) => Promise<unknown>;

function decide(database: Database, request: DraftRequest, action: DraftAction, write: Write): Promise<KeptDraft> {
  const { tenant, workflowId } = request;
  return database.transaction(async (tx) => {
    await holdEntity(tx, tenant);
    const { status, draft } = await readDraft(tx, tenant, workflowId);
    const next = decideDraft({ status, createdBy: draft.createdBy }, action);
    await write(tx);
    const reason = action.kind === "reject" ? { reason: action.reason } : {};
    await note(tx, request, { before: { status }, after: { status: next, ...reason } });
    return readDraft(tx, tenant, workflowId);
  });
}

function note(tx: Transaction, { tenant, actor, workflowId }: DraftRequest, change: { before: object; after: object }) {
  const subject = { type: "journal-draft", id: workflowId };
  return noteChanges(tx, { tenant, actor }, [{ action: "draft.decided", subject, ...change }]);
}

/**
 * Stores an entry that waits for approval. A draft changes neither balances nor chain nor numbers. The transaction of
 * the caller has locked the tenant and checked the entry and its event id.
 */
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

export type KeptDraft = {
  readonly workflowId: string;
  readonly status: DraftStatus;
  readonly draft: EntryDraft;
  readonly createdAt: Date;
  readonly submitted: Decision | undefined;
  readonly approved: Decision | undefined;
  readonly rejected: (Decision & { readonly reason: string }) | undefined;
  /** Id of the posted entry. */
  readonly entryId: string | undefined;
};

type Decision = { readonly by: string; readonly at: Date };

/** Returns a draft. Throws JOURNAL_WORKFLOW_NOT_FOUND. */
export async function readDraft(on: Queryable, tenant: string, workflowId: string): Promise<KeptDraft> {
  return found(on, await on.query(selectDraft(tenant, workflowId)), workflowId);
}

/** Returns the draft with an event id. Throws JOURNAL_WORKFLOW_NOT_FOUND. */
export async function readDraftOfEvent(on: Queryable, tenant: string, eventId: string): Promise<KeptDraft> {
  return found(on, await on.query(selectDraftOfEvent(tenant, eventId)), eventId);
}

/** Returns the drafts of rows, in their order. */
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
  throw new LedgerError("JOURNAL_WORKFLOW_NOT_FOUND", message, { workflowId: name });
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
