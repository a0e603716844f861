/** The statements about drafts of entries. */
import { type JsonValue, sql } from "@rota/engine";
import type { DraftStatus } from "../core/draft.ts";

export type DraftRow = {
  workflow_id: string;
  event_id: string;
  payload_hash: Uint8Array;
  posted_date: string;
  effective_date: string | null;
  transaction_date: string | null;
  description: string | null;
  reference_id: string | null;
  transaction_currency: string;
  auto_reverse: boolean;
  created_by: string;
  created_at: Date;
  status: DraftStatus;
  submitted_by: string | null;
  submitted_at: Date | null;
  approved_by: string | null;
  approved_at: Date | null;
  rejected_by: string | null;
  rejected_at: Date | null;
  rejection_reason: string | null;
  posted_journal_entry_id: string | null;
};

/** Returns one draft. No row: the tenant has none of that id. */
export const selectDraft = (tenant: string, workflowId: string) => sql<DraftRow>`
  select * from rota.fis_journal_workflow where tenant_id = ${tenant} and workflow_id = ${workflowId}`;

/** Returns the draft with an event id. No row: there is none. */
export const selectDraftOfEvent = (tenant: string, eventId: string) => sql<DraftRow>`
  select * from rota.fis_journal_workflow where tenant_id = ${tenant} and event_id = ${eventId}`;

type DraftsPage = {
  tenant: string;
  status: DraftStatus | null;
  before: Date | null;
  beforeId: string | null;
  limit: number;
};

/** Returns drafts, the newest first. Compares times by the milliseconds that callers see. */
export const selectDrafts = ({ tenant, status, before, beforeId, limit }: DraftsPage) => sql<DraftRow>`
  select * from rota.fis_journal_workflow
   where tenant_id = ${tenant}
     and (${status}::text is null or status = ${status})
     and (${before}::timestamptz is null
          or (date_trunc('milliseconds', created_at), workflow_id) < (${before}::timestamptz, ${beforeId}::uuid))
   order by date_trunc('milliseconds', created_at) desc, workflow_id desc
   limit ${limit}`;

export type DraftLineRow = {
  workflow_id: string;
  account_code: string;
  is_credit: boolean;
  amount: bigint;
  currency_code: string | null;
  dimensions: Record<string, string> | null;
};

/** Returns the lines of drafts, in their order. */
export const selectDraftLines = (workflowIds: readonly string[]) => sql<DraftLineRow>`
  select workflow_id, account_code, is_credit, amount, currency_code, dimensions
    from rota.fis_journal_workflow_line where workflow_id = any (${workflowIds}::uuid[])
   order by workflow_id, sort_order`;

type NewDraftRow = {
  tenant: string;
  ledgerId: bigint;
  eventId: string;
  payloadHash: Uint8Array;
  postedDate: string;
  effectiveDate: string | null;
  transactionDate: string | null;
  description: string | null;
  reference: string | null;
  currency: string;
  autoReverse: boolean;
  createdBy: string;
  accounts: readonly string[];
  credits: readonly boolean[];
  amounts: readonly bigint[];
  currencies: readonly (string | null)[];
  dimensions: JsonValue;
};

/** Adds a draft with its lines and records its event id as used. Returns the id of the draft. */
export const insertDraft = (draft: NewDraftRow) => sql<{ workflow_id: string }>`
  with made as (
    insert into rota.fis_journal_workflow (tenant_id, ledger_id, event_id, payload_hash, posted_date, effective_date, transaction_date,
                                           description, reference_id, transaction_currency, auto_reverse, created_by)
    values (${draft.tenant}, ${draft.ledgerId}, ${draft.eventId}, ${draft.payloadHash}, ${draft.postedDate}, ${draft.effectiveDate},
            ${draft.transactionDate}, ${draft.description}, ${draft.reference}, ${draft.currency}, ${draft.autoReverse}, ${draft.createdBy})
    returning workflow_id
  ), used as (
    insert into rota.fis_event_key (tenant_id, event_id, payload_hash, outcome)
    values (${draft.tenant}, ${draft.eventId}, ${draft.payloadHash}, 'DRAFT')
  ), lines as (
    insert into rota.fis_journal_workflow_line (workflow_id, sort_order, account_code, is_credit, amount, currency_code, dimensions)
    select workflow_id, place, account, credit, amount, currency, nullif(${draft.dimensions}::jsonb -> (place::integer - 1), '{}')
      from made, unnest(${draft.accounts}::text[], ${draft.credits}::boolean[], ${draft.amounts}::bigint[], ${draft.currencies}::text[])
           with ordinality as given (account, credit, amount, currency, place)
  )
  select workflow_id from made`;

/** Returns nothing. */
export const setSubmitted = (workflowId: string, actor: string) => sql`
  update rota.fis_journal_workflow
     set status = 'PENDING_APPROVAL', submitted_by = ${actor}, submitted_at = clock_timestamp()
   where workflow_id = ${workflowId}`;

/** Returns nothing. */
export const setApproved = (workflowId: string, actor: string, entryId: string) => sql`
  update rota.fis_journal_workflow
     set status = 'APPROVED', approved_by = ${actor}, approved_at = clock_timestamp(), posted_journal_entry_id = ${entryId}
   where workflow_id = ${workflowId}`;

/** Returns nothing. */
export const setRejected = (workflowId: string, actor: string, reason: string) => sql`
  update rota.fis_journal_workflow
     set status = 'REJECTED', rejected_by = ${actor}, rejected_at = clock_timestamp(), rejection_reason = ${reason}
   where workflow_id = ${workflowId}`;
