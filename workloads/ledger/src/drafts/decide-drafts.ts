/** Submits, approves and rejects drafts, each in one transaction that it opens, and audited. */
import type { Database, Engine, Transaction } from "@rota/engine";
import { decideDraft, type DraftAction } from "../approval/approval.ts";
import { holdEntity } from "../entities/entity.ts";
import { type Acting, noteChanges } from "../entities/note-change.ts";
import { checkDraft } from "../journal/check-draft.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Poster } from "../periods/period.ts";
import { beginPosting } from "../posting/begin-posting.ts";
import { submitLateAccruals } from "../tasks/reverse-accruals.ts";
import { type KeptDraft, readDraft } from "./draft.ts";
import { setApproved, setRejected, setSubmitted } from "./drafts.sql.ts";

export type DraftAct = Acting & { readonly workflowId: string };

export function submitDraft(database: Database, act: DraftAct): Promise<KeptDraft> {
  return decide(database, act, { kind: "submit", by: act.actor }, (tx) =>
    tx.query(setSubmitted(act.workflowId, act.actor)),
  );
}

export function rejectDraft(database: Database, act: DraftAct & { readonly reason: string }): Promise<KeptDraft> {
  const { workflowId, actor, reason } = act;
  return decide(database, act, { kind: "reject", by: actor, reason }, (tx) =>
    tx.query(setRejected(workflowId, actor, reason)),
  );
}

export type Approved = { readonly draft: KeptDraft; readonly entry: JournalEntry };

/** Posts it as the books stand now. Of two who approve at once, one does. */
export function approveDraft(
  { database, codec }: Pick<Engine, "database" | "codec">,
  act: DraftAct & { readonly poster: Poster },
): Promise<Approved> {
  const { tenant, workflowId, actor, poster } = act;
  return database.transaction(async (tx) => {
    const { draft: known } = await readDraft(tx, tenant, workflowId);
    const posting = await beginPosting(tx, { tenant, eventIds: [known.eventId], isOfDrafts: true });
    // Another may have decided while we waited for our turn.
    const { status, draft } = await readDraft(tx, tenant, workflowId);
    decideDraft({ status, createdBy: draft.createdBy }, { kind: "approve", by: actor });
    const [entry] = await posting.post([checkDraft({ ...draft, approvedBy: actor }, posting.books, poster)]);
    if (entry === undefined) throw new Error("what was posted is missing");
    await tx.query(setApproved(workflowId, actor, entry.id));
    await submitLateAccruals(tx, { entries: [entry], books: posting.books, acting: { tenant, actor } }, { codec });
    await note(tx, act, { before: { status }, after: { status: "APPROVED", journalEntryId: entry.id } });
    return { draft: await readDraft(tx, tenant, workflowId), entry };
  });
}

type Write = (tx: Transaction) => Promise<unknown>;

function decide(database: Database, act: DraftAct, action: DraftAction, write: Write): Promise<KeptDraft> {
  const { tenant, workflowId } = act;
  return database.transaction(async (tx) => {
    await holdEntity(tx, tenant);
    const { status, draft } = await readDraft(tx, tenant, workflowId);
    const next = decideDraft({ status, createdBy: draft.createdBy }, action);
    await write(tx);
    const reason = action.kind === "reject" ? { reason: action.reason } : {};
    await note(tx, act, { before: { status }, after: { status: next, ...reason } });
    return readDraft(tx, tenant, workflowId);
  });
}

function note(tx: Transaction, { tenant, actor, workflowId }: DraftAct, change: { before: object; after: object }) {
  const subject = { type: "journal-draft", id: workflowId };
  return noteChanges(tx, { tenant, actor }, [{ action: "draft.decided", subject, ...change }]);
}
