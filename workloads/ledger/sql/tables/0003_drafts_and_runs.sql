-- Entries that wait for a second person, and what is run once for a period. Both lie outside the journal.

create table rota.fis_journal_workflow (
  workflow_id             uuid        default gen_random_uuid() constraint fis_journal_workflow_has_an_id primary key,
  tenant_id               text        not null constraint fis_journal_workflow_has_an_entity references rota.fis_business_entity,
  ledger_id               bigint      not null constraint fis_journal_workflow_has_a_ledger references rota.fis_ledger,
  event_id                text        not null,
  payload_hash            bytea       not null constraint fis_journal_workflow_hash_is_sha256 check (length(payload_hash) = 32),
  posted_date             date        not null,
  effective_date          date,
  transaction_date        date,
  description             text,
  reference_id            text,
  transaction_currency    text        not null,
  auto_reverse            boolean     not null default false,
  created_by              text        not null,
  created_at              timestamptz not null default clock_timestamp(),
  status                  text        not null default 'DRAFT' constraint fis_journal_workflow_status_is_known check (status in ('DRAFT', 'PENDING_APPROVAL', 'APPROVED', 'REJECTED')),
  submitted_by            text,
  submitted_at            timestamptz,
  approved_by             text,
  approved_at             timestamptz,
  rejected_by             text,
  rejected_at             timestamptz,
  rejection_reason        text,
  posted_journal_entry_id uuid,
  traceparent             text,
  constraint fis_journal_workflow_events_are_unique unique (tenant_id, event_id),
  constraint fis_journal_workflow_is_approved_by_another check (approved_by is distinct from created_by),
  constraint fis_journal_workflow_approved_is_posted check ((status = 'APPROVED') = (posted_journal_entry_id is not null))
);

create index fis_journal_workflow_by_status on rota.fis_journal_workflow (tenant_id, status, created_at);

create table rota.fis_journal_workflow_line (
  workflow_id   uuid    not null constraint fis_journal_workflow_line_has_a_draft references rota.fis_journal_workflow,
  sort_order    integer not null,
  account_code  text    not null,
  is_credit     boolean not null,
  amount        bigint  not null constraint fis_journal_workflow_line_amount_is_positive check (amount > 0),
  currency_code text,   -- null: that of the entry
  dimensions    jsonb,
  constraint fis_journal_workflow_line_is_numbered primary key (workflow_id, sort_order)
);

create table rota.fis_period_revaluation_run (
  run_id     uuid        default gen_random_uuid() constraint fis_period_revaluation_run_has_an_id primary key,
  tenant_id  text        not null,
  period_id  uuid        not null constraint fis_period_revaluation_run_has_a_period references rota.fis_accounting_period,
  event_id   text        not null,
  status     text        not null default 'PROCESSING' constraint fis_period_revaluation_run_status_is_known check (status in ('PROCESSING', 'COMPLETED', 'FAILED')),
  details    jsonb       not null default '{}',
  created_by text        not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

-- A run that failed does not block its period.
create unique index fis_period_revaluation_run_is_one on rota.fis_period_revaluation_run (tenant_id, period_id) where status <> 'FAILED';

create table rota.fis_period_translation_run (
  run_id     uuid        default gen_random_uuid() constraint fis_period_translation_run_has_an_id primary key,
  tenant_id  text        not null,
  period_id  uuid        not null constraint fis_period_translation_run_has_a_period references rota.fis_accounting_period,
  event_id   text        not null,
  status     text        not null default 'PROCESSING' constraint fis_period_translation_run_status_is_known check (status in ('PROCESSING', 'COMPLETED', 'FAILED')),
  details    jsonb       not null default '{}',
  created_by text        not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create unique index fis_period_translation_run_is_one on rota.fis_period_translation_run (tenant_id, period_id) where status <> 'FAILED';
