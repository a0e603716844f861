-- The journal: entries and lines that are added and never changed, chained by hash, numbered without gaps.

-- Which event ids are used up, by whatever was accepted under them: entries, drafts, runs. Never removed.
create table rota.fis_event_key (
  tenant_id        text        not null,
  event_id         text        not null,
  payload_hash     bytea       not null constraint fis_event_key_hash_is_sha256 check (length(payload_hash) = 32),
  outcome          text        not null default 'POSTED' constraint fis_event_key_outcome_is_known check (outcome in ('POSTED', 'DRAFT', 'RUN')),
  journal_entry_id uuid,       -- of what was posted; null: a draft or a run
  at               timestamptz not null default clock_timestamp(),
  constraint fis_event_key_is_used_once primary key (tenant_id, event_id)
);

-- All that is here is hashed, but for the two hashes. Entries have no foreign keys: they are written in batches by one
-- function only, and verified from what is stored.
create table rota.fis_journal_entry (
  ledger_id            bigint         not null,
  chain_seq            bigint         not null, -- from 1 without a gap
  journal_entry_id     uuid           not null constraint fis_journal_entry_ids_are_unique unique,
  tenant_id            text           not null,
  event_id             text           not null,
  status               text           not null constraint fis_journal_entry_status_is_known check (status in ('POSTED', 'REVERSAL', 'CORRECTION', 'CLOSING')),
  posted_date          date           not null,
  effective_date       date           not null,
  transaction_date     date           not null,
  fiscal_year          integer        not null,
  sequence_number      bigint         not null,
  transaction_currency text           not null,
  base_currency        text           not null,
  exchange_rate        numeric(18, 8) not null,
  description          text,
  reference_id         text,
  source               text,
  payload_hash         bytea          not null, -- of the event, or of what was asked for
  rule_id              uuid,
  rule_version         integer,
  reversal_of_id       uuid,
  correction_of_id     uuid,
  auto_reverse         boolean        not null default false,
  created_by           text           not null,
  approved_by          text,
  created_at           timestamptz(3) not null,
  previous_hash        bytea          not null,
  hash                 bytea          not null,
  constraint fis_journal_entry_is_chained primary key (ledger_id, chain_seq),
  constraint fis_journal_entry_is_numbered unique (ledger_id, fiscal_year, sequence_number),
  constraint fis_journal_entry_counts_from_one check (chain_seq >= 1 and sequence_number >= 1),
  constraint fis_journal_entry_hashes_are_sha256 check (length(hash) = 32 and length(previous_hash) = 32 and length(payload_hash) = 32),
  constraint fis_journal_entry_reversal_has_an_original check ((status = 'REVERSAL') = (reversal_of_id is not null))
);

create unique index fis_journal_entry_is_reversed_once on rota.fis_journal_entry (reversal_of_id) where reversal_of_id is not null;
create index fis_journal_entry_by_date on rota.fis_journal_entry (ledger_id, effective_date, chain_seq);
create index fis_journal_entry_by_reference on rota.fis_journal_entry (tenant_id, reference_id) where reference_id is not null;
create index fis_journal_entry_to_reverse on rota.fis_journal_entry (ledger_id, effective_date) where auto_reverse;
-- Entries that close a year are few, and income statements leave them out.
create index fis_journal_entry_that_closes on rota.fis_journal_entry (ledger_id, fiscal_year, chain_seq) where status = 'CLOSING';

create table rota.fis_journal_line (
  ledger_id      bigint  not null,
  chain_seq      bigint  not null,
  line_no        integer not null,
  account_id     bigint  not null,
  is_credit      boolean not null,
  currency_code  text    not null,
  amount         bigint  not null,
  base_amount    bigint  not null,
  effective_date date    not null, -- that of its entry, so that reports need no join
  dimensions     jsonb   constraint fis_journal_line_dimensions_are_not_empty check (dimensions <> '{}'),
  constraint fis_journal_line_is_numbered primary key (ledger_id, chain_seq, line_no),
  constraint fis_journal_line_amount_is_positive check (amount > 0 and base_amount >= 0)
);

create index fis_journal_line_of_account on rota.fis_journal_line (account_id, effective_date, chain_seq);

-- The next number of each fiscal year of a ledger.
create table rota.fis_journal_sequence (
  ledger_id   bigint  not null,
  fiscal_year integer not null,
  next_value  bigint  not null,
  constraint fis_journal_sequence_is_of_a_year primary key (ledger_id, fiscal_year)
) with (fillfactor = 50);

-- The head of each chain. It shows when the end of a journal was cut off.
create table rota.fis_chain_head (
  ledger_id      bigint      constraint fis_chain_head_has_a_ledger primary key,
  next_chain_seq bigint      not null default 1,
  last_hash      bytea       constraint fis_chain_head_hash_is_sha256 check (length(last_hash) = 32), -- null: no entry yet
  updated_at     timestamptz not null default clock_timestamp(),
  constraint fis_chain_head_begins_without_a_hash check ((next_chain_seq = 1) = (last_hash is null))
) with (fillfactor = 50);

create trigger fis_ledger_begins after insert on rota.fis_ledger for each row execute function rota.fis_ledger_begins();

create trigger fis_journal_entry_is_not_changed before update or delete on rota.fis_journal_entry for each row execute function rota.fis_refuse_change();
create trigger fis_journal_entry_is_not_emptied before truncate on rota.fis_journal_entry for each statement execute function rota.fis_refuse_change();
create trigger fis_journal_line_is_not_changed before update or delete on rota.fis_journal_line for each row execute function rota.fis_refuse_change();
create trigger fis_journal_line_is_not_emptied before truncate on rota.fis_journal_line for each statement execute function rota.fis_refuse_change();
create trigger fis_event_key_is_kept before delete on rota.fis_event_key for each row execute function rota.fis_refuse_change();
create trigger fis_event_key_is_not_emptied before truncate on rota.fis_event_key for each statement execute function rota.fis_refuse_change();
-- A draft is posted under the id that it has used up.
create trigger fis_event_key_is_not_changed before update on rota.fis_event_key for each row
  when (old.outcome = 'POSTED' or (new.tenant_id, new.event_id, new.payload_hash, new.at) is distinct from (old.tenant_id, old.event_id, old.payload_hash, old.at))
  execute function rota.fis_refuse_change();
create trigger fis_journal_sequence_only_advances before update on rota.fis_journal_sequence for each row
  when (new.ledger_id <> old.ledger_id or new.fiscal_year <> old.fiscal_year or new.next_value < old.next_value) execute function rota.fis_refuse_change();
create trigger fis_journal_sequence_is_kept before delete on rota.fis_journal_sequence for each row execute function rota.fis_refuse_change();
create trigger fis_chain_head_only_advances before update on rota.fis_chain_head for each row
  when (new.ledger_id <> old.ledger_id or new.next_chain_seq <= old.next_chain_seq) execute function rota.fis_refuse_change();
create trigger fis_chain_head_is_kept before delete on rota.fis_chain_head for each row execute function rota.fis_refuse_change();
create trigger fis_account_balance_only_rises before update on rota.fis_account_balance for each row
  when (new.account_id <> old.account_id or new.debit_minor < old.debit_minor or new.credit_minor < old.credit_minor
        or new.base_debit_minor < old.base_debit_minor or new.base_credit_minor < old.base_credit_minor or new.updated_seq <= old.updated_seq)
  execute function rota.fis_refuse_change();
create trigger fis_mapping_rule_version_is_not_changed before update or delete on rota.fis_mapping_rule_version for each row execute function rota.fis_refuse_change();

create trigger fis_journal_line_balances after insert on rota.fis_journal_line
  referencing new table as added for each statement execute function rota.fis_check_balance();
