/** Serves drafts of entries: list, get, submit, approve and reject them. */
import { Given, Nullable, PageView, pageOf, Word } from "@rota/engine/operations";
import { Type } from "typebox";
import { LedgerError } from "../errors.ts";
import { approveDraft, readDraft, rejectDraft, submitDraft, withDraftLines } from "../store/draft-store.ts";
import { selectDrafts } from "../store/draft.sql.ts";
import { readEntity } from "../store/entity-store.ts";
import { ACCOUNTANT, APPROVER, askedBooks, defineRoute, READER } from "./define-route.ts";
import { draftView, DraftView, entryView, EntryView } from "./entry-views.ts";
import { DatedPlace, ForTenant, LIMIT, PageQuery, Reason, Uuid } from "./fields.ts";

const WorkflowParams = Given({ workflowId: Uuid });

const list = defineRoute({
  name: "ledger.drafts.list",
  method: "GET",
  path: "/v1/journal-drafts",
  summary: "Drafts of entries, the newest first",
  role: READER,
  query: Given({
    limit: PageQuery.limit,
    after: Type.Optional(DatedPlace),
    status: Type.Optional(Word(["DRAFT", "PENDING_APPROVAL", "APPROVED", "REJECTED"])),
    ...ForTenant,
  }),
  answers: { 200: PageView(DraftView) },
  async handle(request) {
    const { limit = LIMIT, after, status = null } = request.query;
    const { tenant } = await askedBooks(request);
    const { database } = request.engine;
    await readEntity(database, tenant);
    const before = after === undefined ? null : readTime(after.slice(0, -37));
    const beforeId = after?.slice(-36) ?? null;
    const rows = await database.query(selectDrafts({ tenant, status, before, beforeId, limit }));
    const items = (await withDraftLines(database, rows)).map(draftView);
    const cursorOf = ({ createdAt, workflowId }: { createdAt: string; workflowId: string }) =>
      `${createdAt}.${workflowId}`;
    return { status: 200, body: pageOf(items, { limit, cursorOf }) };
  },
});

function readTime(text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  const message = "after cannot be read: give the next of the page before, or leave it out";
  throw new LedgerError("REPORT_INVALID_PARAMS", message, { field: "after" });
}

const get = defineRoute({
  name: "ledger.drafts.get",
  method: "GET",
  path: "/v1/journal-drafts/{workflowId}",
  summary: "One draft",
  role: READER,
  params: WorkflowParams,
  query: Given(ForTenant),
  answers: { 200: DraftView },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const draft = await readDraft(request.engine.database, tenant, request.params.workflowId);
    return { status: 200, body: draftView(draft) };
  },
});

const DecidedView = Type.Object({
  workflowId: Type.String(),
  status: Word(["DRAFT", "PENDING_APPROVAL", "APPROVED", "REJECTED"]),
  postedJournalEntryId: Nullable(Type.String()),
  message: Type.String(),
  draft: DraftView,
});

const submit = defineRoute({
  name: "ledger.drafts.submit",
  method: "POST",
  path: "/v1/journal-entries/{workflowId}/submit",
  summary: "Ask for the approval of a draft",
  role: ACCOUNTANT,
  params: WorkflowParams,
  body: Given(ForTenant),
  answers: { 200: DecidedView },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    const { workflowId } = request.params;
    const draft = draftView(await submitDraft(request.engine.database, { tenant, actor, workflowId }));
    const message = "it waits for the approval of somebody else";
    return { status: 200, body: { workflowId, status: draft.status, postedJournalEntryId: null, message, draft } };
  },
});

const approve = defineRoute({
  name: "ledger.drafts.approve",
  method: "POST",
  path: "/v1/journal-entries/{workflowId}/approve",
  summary: "Approve a draft, which posts it",
  description:
    "Not by who made it. It is checked against the books as they stand now. Of two who approve at once, one does.",
  role: APPROVER,
  params: WorkflowParams,
  body: Given(ForTenant),
  answers: { 201: Type.Object({ ...DecidedView.properties, entry: EntryView }) },
  async handle(request) {
    const { tenant, actor, poster } = await askedBooks(request);
    const { workflowId } = request.params;
    const approved = await approveDraft(request.engine, { tenant, actor, poster, workflowId });
    const draft = draftView(approved.draft);
    const entry = entryView(approved.entry);
    const message = `it is posted as ${entry.number}`;
    const body = {
      workflowId,
      status: draft.status,
      postedJournalEntryId: entry.journalEntryId,
      message,
      draft,
      entry,
    };
    return { status: 201, body };
  },
});

const reject = defineRoute({
  name: "ledger.drafts.reject",
  method: "POST",
  path: "/v1/journal-entries/{workflowId}/reject",
  summary: "Reject a draft",
  role: APPROVER,
  params: WorkflowParams,
  body: Given({ reason: Reason, ...ForTenant }),
  answers: { 200: DecidedView },
  async handle(request) {
    const { tenant, actor } = await askedBooks(request);
    const { workflowId } = request.params;
    const { reason } = request.body;
    const draft = draftView(await rejectDraft(request.engine.database, { tenant, actor, workflowId, reason }));
    const message = `it is rejected: ${reason}`;
    return { status: 200, body: { workflowId, status: draft.status, postedJournalEntryId: null, message, draft } };
  },
});

export const draftOperations = [list, get, submit, approve, reject];
