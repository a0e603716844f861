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

-- Where each chain stands. An end that is cut off the journal is missed here.
create table rota.fis_chain_head (
  ledger_id      bigint      constraint fis_chain_head_has_a_ledger primary key,
  next_chain_seq bigint      not null default 1,
  last_hash      bytea       constraint fis_chain_head_hash_is_sha256 check (length(last_hash) = 32), -- null: no entry yet
  updated_at     timestamptz not null default clock_timestamp(),
  constraint fis_chain_head_begins_without_a_hash check ((next_chain_seq = 1) = (last_hash is null))
) with (fillfactor = 50);

create function rota.fis_ledger_begins() returns trigger
language plpgsql as $$
begin
  insert into rota.fis_chain_head (ledger_id) values (new.ledger_id);
  return null;
end $$;

create trigger fis_ledger_begins after insert on rota.fis_ledger for each row execute function rota.fis_ledger_begins();

-- To remove nothing from an empty journal is no change.
create function rota.fis_refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' and not exists (select from rota.fis_journal_entry) then return null; end if;
  raise exception 'the journal only grows: % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', hint = 'Post a reversal or a correction.';
end $$;

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

-- Every entry balances in the base currency, whoever inserts its lines.
create function rota.fis_check_balance() returns trigger
language plpgsql as $$
declare
  v_seq bigint;
begin
  select chain_seq into v_seq from added group by ledger_id, chain_seq
  having sum(case when is_credit then -base_amount else base_amount end) <> 0 limit 1;
  if found then
    raise exception 'the lines of entry % do not balance', v_seq
      using errcode = 'check_violation', constraint = 'fis_journal_line_balances';
  end if;
  return null;
end $$;

create trigger fis_journal_line_balances after insert on rota.fis_journal_line
  referencing new table as added for each statement execute function rota.fis_check_balance();

-- Begins a posting: takes the row of the tenant to the end of the transaction, so that postings of a tenant take turns and
-- nobody changes its books meanwhile. Only later statements see what the lock protects: that is why the rest is read after
-- it. `taken` are those of the event ids that are used up; null: none. No row: the tenant has no such ledger. p_ledger null:
-- the default one.
create function rota.fis_begin_posting(p_tenant text, p_ledger text, p_event_ids text[])
returns table (ledger_id bigint, ledger_code text, books_version uuid, next_chain_seq bigint, last_hash bytea, fiscal_years integer[], next_values bigint[],
               taken jsonb, at timestamptz)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  v_version uuid;
begin
  select books_version into v_version from rota.fis_business_entity where tenant_id = p_tenant for no key update;
  return query
  select ledger.ledger_id, ledger.code, v_version, head.next_chain_seq, head.last_hash, years.fiscal_years, years.next_values,
         (select jsonb_agg(jsonb_build_object('eventId', event_id, 'outcome', outcome, 'payloadHash', encode(payload_hash, 'hex'), 'journalEntryId', journal_entry_id))
            from rota.fis_event_key where tenant_id = p_tenant and event_id = any (p_event_ids)),
         date_trunc('milliseconds', greatest(clock_timestamp(), head.updated_at))
    from rota.fis_ledger as ledger
    join rota.fis_chain_head as head using (ledger_id)
   cross join lateral (
     select array_agg(fiscal_year) as fiscal_years, array_agg(next_value) as next_values from rota.fis_journal_sequence where ledger_id = ledger.ledger_id) as years
   where ledger.tenant_id = p_tenant and ledger.is_active and case when p_ledger is null then ledger.is_default else ledger.code = p_ledger end;
end $$;

-- Writes entries with their lines, keys, balances, numbers and the new head, if the chain stands where the caller thinks;
-- false: it does not, and nothing was written. Of a column, an empty array stands for nulls and one of a single value for that value
-- in every row: most entries of a batch have much in common. Hashes are 32 bytes each.
create function rota.fis_post_entries(
  p_tenant text, p_ledger_id bigint, p_next_seq bigint, p_previous_hash bytea, p_at timestamptz, p_base_currency text,
  p_ids uuid[], p_event_ids text[], p_statuses text[], p_posted date[], p_effective date[], p_transaction date[], p_years integer[], p_numbers bigint[],
  p_currencies text[], p_rates numeric[], p_descriptions text[], p_references text[], p_sources text[], p_payload_hashes bytea,
  p_rule_ids uuid[], p_rule_versions integer[], p_reversal_of uuid[], p_correction_of uuid[], p_auto_reverse boolean[], p_created_by text[], p_approved_by text[],
  p_hashes bytea,
  p_line_nths integer[], p_line_nos integer[], p_line_accounts bigint[], p_line_credits boolean[], p_line_currencies text[], p_line_amounts bigint[],
  p_line_base_amounts bigint[], p_line_dimensions text[],
  p_account_ids bigint[], p_debits numeric[], p_credits numeric[], p_base_debits numeric[], p_base_credits numeric[], p_account_seqs bigint[],
  p_numbered_years integer[], p_next_values bigint[])
returns boolean
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  v_count constant integer := cardinality(p_ids);
  v_status constant text := case when cardinality(p_statuses) = 1 then p_statuses[1] end;
  v_posted constant date := case when cardinality(p_posted) = 1 then p_posted[1] end;
  v_effective constant date := case when cardinality(p_effective) = 1 then p_effective[1] end;
  v_transacted constant date := case when cardinality(p_transaction) = 1 then p_transaction[1] end;
  v_year constant integer := case when cardinality(p_years) = 1 then p_years[1] end;
  v_number constant bigint := case when cardinality(p_numbers) = 1 then p_numbers[1] end;
  v_currency constant text := case when cardinality(p_currencies) = 1 then p_currencies[1] end;
  v_rate constant numeric := case when cardinality(p_rates) = 1 then p_rates[1] end;
  v_description constant text := case when cardinality(p_descriptions) = 1 then p_descriptions[1] end;
  v_reference constant text := case when cardinality(p_references) = 1 then p_references[1] end;
  v_source constant text := case when cardinality(p_sources) = 1 then p_sources[1] end;
  v_rule_id constant uuid := case when cardinality(p_rule_ids) = 1 then p_rule_ids[1] end;
  v_rule_version constant integer := case when cardinality(p_rule_versions) = 1 then p_rule_versions[1] end;
  v_reversal_of constant uuid := case when cardinality(p_reversal_of) = 1 then p_reversal_of[1] end;
  v_correction_of constant uuid := case when cardinality(p_correction_of) = 1 then p_correction_of[1] end;
  v_auto_reverse constant boolean := case when cardinality(p_auto_reverse) = 1 then p_auto_reverse[1] end;
  v_created_by constant text := case when cardinality(p_created_by) = 1 then p_created_by[1] end;
  v_approved_by constant text := case when cardinality(p_approved_by) = 1 then p_approved_by[1] end;
  v_line_currency constant text := case when cardinality(p_line_currencies) = 1 then p_line_currencies[1] end;
  v_dimensions constant text := case when cardinality(p_line_dimensions) = 1 then p_line_dimensions[1] end;
begin
  update rota.fis_chain_head set next_chain_seq = p_next_seq + v_count, last_hash = substring(p_hashes from (v_count - 1) * 32 + 1), updated_at = p_at
   where ledger_id = p_ledger_id and next_chain_seq = p_next_seq and coalesce(last_hash, p_previous_hash) = p_previous_hash;
  if not found then return false; end if;

  -- A key that is there already is that of a draft which is posted now.
  insert into rota.fis_event_key (tenant_id, event_id, payload_hash, journal_entry_id, at)
  select p_tenant, event_id, substring(p_payload_hashes from (nth::integer - 1) * 32 + 1 for 32), id, p_at
    from unnest(p_event_ids, p_ids) with ordinality as given (event_id, id, nth)
  on conflict on constraint fis_event_key_is_used_once do update set outcome = 'POSTED', journal_entry_id = excluded.journal_entry_id;

  insert into rota.fis_journal_entry (
         ledger_id, chain_seq, journal_entry_id, tenant_id, event_id, status, posted_date, effective_date, transaction_date, fiscal_year, sequence_number,
         transaction_currency, base_currency, exchange_rate, description, reference_id, source, payload_hash, rule_id, rule_version, reversal_of_id,
         correction_of_id, auto_reverse, created_by, approved_by, created_at, previous_hash, hash)
  select p_ledger_id, p_next_seq + nth - 1, id, p_tenant, event_id, coalesce(status, v_status), coalesce(posted, v_posted), coalesce(effective, v_effective),
         coalesce(transacted, v_transacted, posted, v_posted), coalesce(year, v_year), coalesce(number, v_number + nth - 1), coalesce(currency, v_currency),
         p_base_currency, coalesce(rate, v_rate, 1), coalesce(description, v_description), coalesce(reference, v_reference), coalesce(source, v_source),
         substring(p_payload_hashes from (nth::integer - 1) * 32 + 1 for 32), coalesce(rule_id, v_rule_id), coalesce(rule_version, v_rule_version), coalesce(reversal_of, v_reversal_of),
         coalesce(correction_of, v_correction_of), coalesce(auto_reverse, v_auto_reverse, false), coalesce(created_by, v_created_by),
         coalesce(approved_by, v_approved_by), p_at,
         case when nth = 1 then p_previous_hash else substring(p_hashes from (nth::integer - 2) * 32 + 1 for 32) end,
         substring(p_hashes from (nth::integer - 1) * 32 + 1 for 32)
    from unnest(p_ids, p_event_ids, p_statuses, p_posted, p_effective, p_transaction, p_years, p_numbers, p_currencies, p_rates, p_descriptions, p_references,
                p_sources, p_rule_ids, p_rule_versions, p_reversal_of, p_correction_of, p_auto_reverse, p_created_by, p_approved_by)
         with ordinality as given (id, event_id, status, posted, effective, transacted, year, number, currency, rate, description, reference,
                source, rule_id, rule_version, reversal_of, correction_of, auto_reverse, created_by, approved_by, nth);

  insert into rota.fis_journal_line (ledger_id, chain_seq, line_no, account_id, is_credit, currency_code, amount, base_amount, effective_date, dimensions)
  select p_ledger_id, p_next_seq + nth - 1, line_no, account_id, is_credit, coalesce(currency, v_line_currency), amount, coalesce(base_amount, amount),
         coalesce(v_effective, p_effective[nth]), coalesce(dimensions, v_dimensions)::jsonb
    from unnest(p_line_nths, p_line_nos, p_line_accounts, p_line_credits, p_line_currencies, p_line_amounts, p_line_base_amounts, p_line_dimensions)
         as given (nth, line_no, account_id, is_credit, currency, amount, base_amount, dimensions);

  update rota.fis_account_balance as balance
     set debit_minor = debit_minor + debit, credit_minor = credit_minor + credit, base_debit_minor = base_debit_minor + base_debit,
         base_credit_minor = base_credit_minor + base_credit, updated_seq = seq
    from unnest(p_account_ids, p_debits, p_credits, p_base_debits, p_base_credits, p_account_seqs)
         as given (account_id, debit, credit, base_debit, base_credit, seq)
   where balance.account_id = given.account_id;

  insert into rota.fis_journal_sequence (ledger_id, fiscal_year, next_value)
  select p_ledger_id, year, next_value from unnest(p_numbered_years, p_next_values) as given (year, next_value)
  on conflict on constraint fis_journal_sequence_is_of_a_year do update set next_value = excluded.next_value;
  return true;
end $$;
