-- The schema that all files in tables/ and functions/ create. Generated: change those, then run
-- npm run schema

create table rota.fis_account (
  account_id bigint not null generated always as identity,
  tenant_id text not null,
  ledger_id bigint not null,
  code text not null,
  name text not null,
  account_type text not null,
  currency_code text not null,
  is_contra boolean not null default false,
  is_cash boolean not null default false,
  parent_account_id bigint,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint fis_account_code_is_short CHECK (((char_length(code) >= 1) AND (char_length(code) <= 50))),
  constraint fis_account_codes_are_unique UNIQUE (ledger_id, code),
  constraint fis_account_currency_is_a_code CHECK ((currency_code ~ '^[A-Z]{3}$'::text)),
  constraint fis_account_has_an_id PRIMARY KEY (account_id),
  constraint fis_account_name_is_short CHECK ((char_length(name) <= 255)),
  constraint fis_account_type_is_known CHECK ((account_type = ANY (ARRAY['ASSET'::text, 'LIABILITY'::text, 'EQUITY'::text, 'REVENUE'::text, 'EXPENSE'::text])))
);

create table rota.fis_account_balance (
  account_id bigint not null,
  ledger_id bigint not null,
  debit_minor numeric(38,0) not null default 0,
  credit_minor numeric(38,0) not null default 0,
  base_debit_minor numeric(38,0) not null default 0,
  base_credit_minor numeric(38,0) not null default 0,
  updated_seq bigint not null default 0,
  constraint fis_account_balance_has_an_account PRIMARY KEY (account_id),
  constraint fis_account_balance_is_not_negative CHECK ((LEAST(debit_minor, credit_minor, base_debit_minor, base_credit_minor) >= (0)::numeric))
) with (fillfactor=50);

create table rota.fis_accounting_period (
  period_id uuid not null default gen_random_uuid(),
  tenant_id text not null,
  name text not null,
  start_date date not null,
  end_date date not null,
  status text not null default 'OPEN'::text,
  closed_by text,
  closed_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint fis_accounting_period_ends_after_it_starts CHECK ((end_date >= start_date)),
  constraint fis_accounting_period_has_an_id PRIMARY KEY (period_id),
  constraint fis_accounting_period_name_is_short CHECK (((char_length(name) >= 1) AND (char_length(name) <= 50))),
  constraint fis_accounting_period_names_are_unique UNIQUE (tenant_id, name),
  constraint fis_accounting_period_status_is_known CHECK ((status = ANY (ARRAY['OPEN'::text, 'SOFT_CLOSED'::text, 'HARD_CLOSED'::text]))),
  constraint fis_accounting_periods_share_no_day EXCLUDE USING gist (rota.fis_tenant_days(ROW(tenant_id, start_date)::rota.fis_tenant_day, ROW(tenant_id, end_date)::rota.fis_tenant_day, '[]'::text) WITH &&)
);

create table rota.fis_business_entity (
  tenant_id text not null,
  name text not null,
  legal_name text,
  base_currency text not null default 'USD'::text,
  is_active boolean not null default true,
  fiscal_year_start_month smallint not null default 1,
  approval_threshold_minor bigint,
  dimension_names text[],
  rate_age_days_max smallint not null default 7,
  may_invert_rates boolean not null default false,
  cross_rate_currency text,
  retained_earnings_account text,
  fx_gain_account text,
  fx_loss_account text,
  fx_reserve_account text,
  rounding_account text,
  books_version uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint fis_business_entity_cross_is_a_code CHECK ((cross_rate_currency ~ '^[A-Z]{3}$'::text)),
  constraint fis_business_entity_currency_is_a_code CHECK ((base_currency ~ '^[A-Z]{3}$'::text)),
  constraint fis_business_entity_has_an_id PRIMARY KEY (tenant_id),
  constraint fis_business_entity_legal_name_is_short CHECK ((char_length(legal_name) <= 255)),
  constraint fis_business_entity_month_is_one CHECK (((fiscal_year_start_month >= 1) AND (fiscal_year_start_month <= 12))),
  constraint fis_business_entity_name_is_short CHECK ((char_length(name) <= 255)),
  constraint fis_business_entity_rate_age_is_positive CHECK ((rate_age_days_max >= 0)),
  constraint fis_business_entity_threshold_is_positive CHECK ((approval_threshold_minor > 0))
);

create table rota.fis_chain_head (
  ledger_id bigint not null,
  next_chain_seq bigint not null default 1,
  last_hash bytea,
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint fis_chain_head_begins_without_a_hash CHECK (((next_chain_seq = 1) = (last_hash IS NULL))),
  constraint fis_chain_head_has_a_ledger PRIMARY KEY (ledger_id),
  constraint fis_chain_head_hash_is_sha256 CHECK ((length(last_hash) = 32))
) with (fillfactor=50);

create table rota.fis_event_key (
  tenant_id text not null,
  event_id text not null,
  payload_hash bytea not null,
  outcome text not null default 'POSTED'::text,
  journal_entry_id uuid,
  at timestamp with time zone not null default clock_timestamp(),
  constraint fis_event_key_hash_is_sha256 CHECK ((length(payload_hash) = 32)),
  constraint fis_event_key_is_used_once PRIMARY KEY (tenant_id, event_id),
  constraint fis_event_key_outcome_is_known CHECK ((outcome = ANY (ARRAY['POSTED'::text, 'DRAFT'::text, 'RUN'::text])))
);

create table rota.fis_exchange_rate (
  rate_id uuid not null default gen_random_uuid(),
  tenant_id text not null,
  source_currency text not null,
  target_currency text not null,
  rate_type text not null default 'SPOT'::text,
  rate numeric(18,8) not null,
  effective_date date not null,
  uploaded_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  superseded_at timestamp with time zone,
  constraint fis_exchange_rate_has_an_id PRIMARY KEY (rate_id),
  constraint fis_exchange_rate_has_two_currencies CHECK ((source_currency <> target_currency)),
  constraint fis_exchange_rate_is_positive CHECK ((rate > (0)::numeric)),
  constraint fis_exchange_rate_source_is_a_code CHECK ((source_currency ~ '^[A-Z]{3}$'::text)),
  constraint fis_exchange_rate_target_is_a_code CHECK ((target_currency ~ '^[A-Z]{3}$'::text)),
  constraint fis_exchange_rate_type_is_known CHECK ((rate_type = ANY (ARRAY['SPOT'::text, 'CLOSING'::text, 'AVERAGE'::text])))
);

create table rota.fis_journal_entry (
  ledger_id bigint not null,
  chain_seq bigint not null,
  journal_entry_id uuid not null,
  tenant_id text not null,
  event_id text not null,
  status text not null,
  posted_date date not null,
  effective_date date not null,
  transaction_date date not null,
  fiscal_year integer not null,
  sequence_number bigint not null,
  transaction_currency text not null,
  base_currency text not null,
  exchange_rate numeric(18,8) not null,
  description text,
  reference_id text,
  source text,
  payload_hash bytea not null,
  rule_id uuid,
  rule_version integer,
  reversal_of_id uuid,
  correction_of_id uuid,
  auto_reverse boolean not null default false,
  created_by text not null,
  approved_by text,
  created_at timestamp(3) with time zone not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint fis_journal_entry_counts_from_one CHECK (((chain_seq >= 1) AND (sequence_number >= 1))),
  constraint fis_journal_entry_hashes_are_sha256 CHECK (((length(hash) = 32) AND (length(previous_hash) = 32) AND (length(payload_hash) = 32))),
  constraint fis_journal_entry_ids_are_unique UNIQUE (journal_entry_id),
  constraint fis_journal_entry_is_chained PRIMARY KEY (ledger_id, chain_seq),
  constraint fis_journal_entry_is_numbered UNIQUE (ledger_id, fiscal_year, sequence_number),
  constraint fis_journal_entry_reversal_has_an_original CHECK (((status = 'REVERSAL'::text) = (reversal_of_id IS NOT NULL))),
  constraint fis_journal_entry_status_is_known CHECK ((status = ANY (ARRAY['POSTED'::text, 'REVERSAL'::text, 'CORRECTION'::text, 'CLOSING'::text])))
);

create table rota.fis_journal_line (
  ledger_id bigint not null,
  chain_seq bigint not null,
  line_no integer not null,
  account_id bigint not null,
  is_credit boolean not null,
  currency_code text not null,
  amount bigint not null,
  base_amount bigint not null,
  effective_date date not null,
  dimensions jsonb,
  constraint fis_journal_line_amount_is_positive CHECK (((amount > 0) AND (base_amount >= 0))),
  constraint fis_journal_line_dimensions_are_not_empty CHECK ((dimensions <> '{}'::jsonb)),
  constraint fis_journal_line_is_numbered PRIMARY KEY (ledger_id, chain_seq, line_no)
);

create table rota.fis_journal_sequence (
  ledger_id bigint not null,
  fiscal_year integer not null,
  next_value bigint not null,
  constraint fis_journal_sequence_is_of_a_year PRIMARY KEY (ledger_id, fiscal_year)
) with (fillfactor=50);

create table rota.fis_journal_workflow (
  workflow_id uuid not null default gen_random_uuid(),
  tenant_id text not null,
  ledger_id bigint not null,
  event_id text not null,
  payload_hash bytea not null,
  posted_date date not null,
  effective_date date,
  transaction_date date,
  description text,
  reference_id text,
  transaction_currency text not null,
  auto_reverse boolean not null default false,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  status text not null default 'DRAFT'::text,
  submitted_by text,
  submitted_at timestamp with time zone,
  approved_by text,
  approved_at timestamp with time zone,
  rejected_by text,
  rejected_at timestamp with time zone,
  rejection_reason text,
  posted_journal_entry_id uuid,
  traceparent text,
  constraint fis_journal_workflow_approved_is_posted CHECK (((status = 'APPROVED'::text) = (posted_journal_entry_id IS NOT NULL))),
  constraint fis_journal_workflow_events_are_unique UNIQUE (tenant_id, event_id),
  constraint fis_journal_workflow_has_an_id PRIMARY KEY (workflow_id),
  constraint fis_journal_workflow_hash_is_sha256 CHECK ((length(payload_hash) = 32)),
  constraint fis_journal_workflow_is_approved_by_another CHECK ((approved_by IS DISTINCT FROM created_by)),
  constraint fis_journal_workflow_status_is_known CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PENDING_APPROVAL'::text, 'APPROVED'::text, 'REJECTED'::text])))
);

create table rota.fis_journal_workflow_line (
  workflow_id uuid not null,
  sort_order integer not null,
  account_code text not null,
  is_credit boolean not null,
  amount bigint not null,
  currency_code text,
  dimensions jsonb,
  constraint fis_journal_workflow_line_amount_is_positive CHECK ((amount > 0)),
  constraint fis_journal_workflow_line_is_numbered PRIMARY KEY (workflow_id, sort_order)
);

create table rota.fis_ledger (
  ledger_id bigint not null generated always as identity,
  tenant_id text not null,
  code text not null,
  name text not null,
  description text,
  is_default boolean not null default false,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint fis_ledger_code_is_plain CHECK ((code ~ '^[a-z0-9][a-z0-9._-]{0,49}$'::text)),
  constraint fis_ledger_codes_are_unique UNIQUE (tenant_id, code),
  constraint fis_ledger_has_an_id PRIMARY KEY (ledger_id),
  constraint fis_ledger_name_is_short CHECK ((char_length(name) <= 255))
);

create table rota.fis_mapping_rule (
  rule_id uuid not null default gen_random_uuid(),
  tenant_id text not null,
  ledger_id bigint not null,
  event_type text not null,
  description text,
  is_active boolean not null default false,
  version integer not null default 1,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint fis_mapping_rule_has_an_id PRIMARY KEY (rule_id),
  constraint fis_mapping_rule_type_is_short CHECK (((char_length(event_type) >= 1) AND (char_length(event_type) <= 100))),
  constraint fis_mapping_rule_types_are_unique UNIQUE (ledger_id, event_type),
  constraint fis_mapping_rule_version_is_positive CHECK ((version >= 1))
);

create table rota.fis_mapping_rule_version (
  rule_id uuid not null,
  version integer not null,
  definition jsonb not null,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint fis_mapping_rule_version_is_positive CHECK ((version >= 1)),
  constraint fis_mapping_rule_versions_are_numbered PRIMARY KEY (rule_id, version)
);

create table rota.fis_period_revaluation_run (
  run_id uuid not null default gen_random_uuid(),
  tenant_id text not null,
  period_id uuid not null,
  event_id text not null,
  status text not null default 'PROCESSING'::text,
  details jsonb not null default '{}'::jsonb,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint fis_period_revaluation_run_has_an_id PRIMARY KEY (run_id),
  constraint fis_period_revaluation_run_status_is_known CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text])))
);

create table rota.fis_period_translation_run (
  run_id uuid not null default gen_random_uuid(),
  tenant_id text not null,
  period_id uuid not null,
  event_id text not null,
  status text not null default 'PROCESSING'::text,
  details jsonb not null default '{}'::jsonb,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint fis_period_translation_run_has_an_id PRIMARY KEY (run_id),
  constraint fis_period_translation_run_status_is_known CHECK ((status = ANY (ARRAY['PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text])))
);

alter table rota.fis_account add constraint fis_account_has_a_ledger FOREIGN KEY (ledger_id) REFERENCES rota.fis_ledger(ledger_id);

alter table rota.fis_account add constraint fis_account_has_a_parent FOREIGN KEY (parent_account_id) REFERENCES rota.fis_account(account_id);

alter table rota.fis_accounting_period add constraint fis_accounting_period_has_an_entity FOREIGN KEY (tenant_id) REFERENCES rota.fis_business_entity(tenant_id);

alter table rota.fis_exchange_rate add constraint fis_exchange_rate_has_an_entity FOREIGN KEY (tenant_id) REFERENCES rota.fis_business_entity(tenant_id);

alter table rota.fis_journal_workflow add constraint fis_journal_workflow_has_a_ledger FOREIGN KEY (ledger_id) REFERENCES rota.fis_ledger(ledger_id);

alter table rota.fis_journal_workflow add constraint fis_journal_workflow_has_an_entity FOREIGN KEY (tenant_id) REFERENCES rota.fis_business_entity(tenant_id);

alter table rota.fis_journal_workflow_line add constraint fis_journal_workflow_line_has_a_draft FOREIGN KEY (workflow_id) REFERENCES rota.fis_journal_workflow(workflow_id);

alter table rota.fis_ledger add constraint fis_ledger_has_an_entity FOREIGN KEY (tenant_id) REFERENCES rota.fis_business_entity(tenant_id);

alter table rota.fis_mapping_rule add constraint fis_mapping_rule_has_a_ledger FOREIGN KEY (ledger_id) REFERENCES rota.fis_ledger(ledger_id);

alter table rota.fis_mapping_rule_version add constraint fis_mapping_rule_version_has_a_rule FOREIGN KEY (rule_id) REFERENCES rota.fis_mapping_rule(rule_id);

alter table rota.fis_period_revaluation_run add constraint fis_period_revaluation_run_has_a_period FOREIGN KEY (period_id) REFERENCES rota.fis_accounting_period(period_id);

alter table rota.fis_period_translation_run add constraint fis_period_translation_run_has_a_period FOREIGN KEY (period_id) REFERENCES rota.fis_accounting_period(period_id);

CREATE INDEX fis_account_children ON rota.fis_account USING btree (parent_account_id) WHERE (parent_account_id IS NOT NULL);

CREATE UNIQUE INDEX fis_exchange_rate_holds_once ON rota.fis_exchange_rate USING btree (tenant_id, source_currency, target_currency, rate_type, effective_date) WHERE (superseded_at IS NULL);

CREATE INDEX fis_journal_entry_by_date ON rota.fis_journal_entry USING btree (ledger_id, effective_date, chain_seq);

CREATE INDEX fis_journal_entry_by_reference ON rota.fis_journal_entry USING btree (tenant_id, reference_id) WHERE (reference_id IS NOT NULL);

CREATE UNIQUE INDEX fis_journal_entry_is_reversed_once ON rota.fis_journal_entry USING btree (reversal_of_id) WHERE (reversal_of_id IS NOT NULL);

CREATE INDEX fis_journal_entry_that_closes ON rota.fis_journal_entry USING btree (ledger_id, fiscal_year, chain_seq) WHERE (status = 'CLOSING'::text);

CREATE INDEX fis_journal_entry_to_reverse ON rota.fis_journal_entry USING btree (ledger_id, effective_date) WHERE auto_reverse;

CREATE INDEX fis_journal_line_of_account ON rota.fis_journal_line USING btree (account_id, effective_date, chain_seq);

CREATE INDEX fis_journal_workflow_by_status ON rota.fis_journal_workflow USING btree (tenant_id, status, created_at);

CREATE UNIQUE INDEX fis_ledger_has_one_default ON rota.fis_ledger USING btree (tenant_id) WHERE is_default;

CREATE UNIQUE INDEX fis_period_revaluation_run_is_one ON rota.fis_period_revaluation_run USING btree (tenant_id, period_id) WHERE (status <> 'FAILED'::text);

CREATE UNIQUE INDEX fis_period_translation_run_is_one ON rota.fis_period_translation_run USING btree (tenant_id, period_id) WHERE (status <> 'FAILED'::text);

create view rota.fis_mapping_rule_line as
 SELECT rule.rule_id,
    line.sort_order,
    (line.definition ->> 'account'::text) AS account_code_expression,
    ((line.definition ->> 'side'::text) = 'C'::text) AS is_credit,
    (line.definition ->> 'amount'::text) AS amount_expression,
    (line.definition ->> 'when'::text) AS condition_expression,
    (line.definition ->> 'currency'::text) AS currency_expression,
    (line.definition -> 'dimensions'::text) AS dimension_expressions
   FROM ((rota.fis_mapping_rule rule
     JOIN rota.fis_mapping_rule_version used ON (((used.rule_id = rule.rule_id) AND (used.version = rule.version))))
     CROSS JOIN LATERAL jsonb_array_elements((used.definition -> 'lines'::text)) WITH ORDINALITY line(definition, sort_order));

CREATE OR REPLACE FUNCTION rota.fis_account_begins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.parent_account_id is not null and not exists (
       select from rota.fis_account where account_id = new.parent_account_id and ledger_id = new.ledger_id and account_type = new.account_type) then
    raise exception 'account % needs a parent of its own ledger and type', new.code
      using errcode = 'check_violation', constraint = 'fis_account_parent_fits';
  end if;
  if not exists (select from rota.fis_ledger where ledger_id = new.ledger_id and tenant_id = new.tenant_id) then
    raise exception 'account % is not of the tenant of its ledger', new.code
      using errcode = 'check_violation', constraint = 'fis_account_tenant_fits';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_account_has_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into rota.fis_account_balance (account_id, ledger_id) values (new.account_id, new.ledger_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_account_keeps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    if exists (select from rota.fis_account_balance where account_id = old.account_id and updated_seq > 0) then
      raise exception 'account % has postings and stays', old.code
        using errcode = 'restrict_violation', constraint = 'fis_account_stays_once_used', hint = 'Deactivate it instead.';
    end if;
    delete from rota.fis_account_balance where account_id = old.account_id;
    return old;
  end if;
  if (new.account_id, new.tenant_id, new.ledger_id, new.code, new.account_type, new.currency_code, new.is_contra, new.parent_account_id)
       is distinct from (old.account_id, old.tenant_id, old.ledger_id, old.code, old.account_type, old.currency_code, old.is_contra, old.parent_account_id) then
    raise exception 'account % stays what it is: only its name, its part in the cash report and whether it is active may change', old.code
      using errcode = 'restrict_violation', constraint = 'fis_account_keeps_what_is_hashed';
  end if;
  new.updated_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_begin_posting(p_tenant text, p_ledger text, p_event_ids text[])
 RETURNS TABLE(ledger_id bigint, ledger_code text, books_version uuid, next_chain_seq bigint, last_hash bytea, fiscal_years integer[], next_values bigint[], taken jsonb, at timestamp with time zone)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_books_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update rota.fis_business_entity set books_version = gen_random_uuid() where tenant_id in (select tenant_id from changed);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_check_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_entity_begins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into rota.fis_ledger (tenant_id, code, name, is_default) values (new.tenant_id, 'main', 'Main ledger', true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_entity_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.books_version := gen_random_uuid();
  new.updated_at := clock_timestamp();
  if (new.tenant_id, new.base_currency, new.fiscal_year_start_month) is distinct from (old.tenant_id, old.base_currency, old.fiscal_year_start_month)
     and exists (select from rota.fis_account where tenant_id = old.tenant_id) then
    raise exception 'base currency and fiscal year of % stay as they are: it has accounts', old.tenant_id
      using errcode = 'restrict_violation', constraint = 'fis_business_entity_keeps_what_is_fixed';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_ledger_begins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into rota.fis_chain_head (ledger_id) values (new.ledger_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_ledger_keeps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.ledger_id, new.tenant_id, new.code) is distinct from (old.ledger_id, old.tenant_id, old.code) then
    raise exception 'ledger % stays what it is: only its name, its description and whether it is used may change', old.code
      using errcode = 'restrict_violation', constraint = 'fis_ledger_keeps_what_is_hashed';
  end if;
  new.updated_at := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_post_entries(p_tenant text, p_ledger_id bigint, p_next_seq bigint, p_previous_hash bytea, p_at timestamp with time zone, p_base_currency text, p_ids uuid[], p_event_ids text[], p_statuses text[], p_posted date[], p_effective date[], p_transaction date[], p_years integer[], p_numbers bigint[], p_currencies text[], p_rates numeric[], p_descriptions text[], p_references text[], p_sources text[], p_payload_hashes bytea, p_rule_ids uuid[], p_rule_versions integer[], p_reversal_of uuid[], p_correction_of uuid[], p_auto_reverse boolean[], p_created_by text[], p_approved_by text[], p_hashes bytea, p_line_nths integer[], p_line_nos integer[], p_line_accounts bigint[], p_line_credits boolean[], p_line_currencies text[], p_line_amounts bigint[], p_line_base_amounts bigint[], p_line_dimensions text[], p_account_ids bigint[], p_debits numeric[], p_credits numeric[], p_base_debits numeric[], p_base_credits numeric[], p_account_seqs bigint[], p_numbered_years integer[], p_next_values bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'TRUNCATE' and not exists (select from rota.fis_journal_entry) then return null; end if;
  raise exception 'the journal only grows: % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', hint = 'Post a reversal or a correction.';
end $function$;

CREATE OR REPLACE FUNCTION rota.fis_tenant_days(rota.fis_tenant_day, rota.fis_tenant_day)
 RETURNS rota.fis_tenant_days
 LANGUAGE internal
 IMMUTABLE PARALLEL SAFE
AS $function$range_constructor2$function$;

CREATE OR REPLACE FUNCTION rota.fis_tenant_days(rota.fis_tenant_day, rota.fis_tenant_day, text)
 RETURNS rota.fis_tenant_days
 LANGUAGE internal
 IMMUTABLE PARALLEL SAFE
AS $function$range_constructor3$function$;

CREATE OR REPLACE FUNCTION rota.fis_tenant_days_multirange()
 RETURNS rota.fis_tenant_days_multirange
 LANGUAGE internal
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$multirange_constructor0$function$;

CREATE OR REPLACE FUNCTION rota.fis_tenant_days_multirange(VARIADIC rota.fis_tenant_days[])
 RETURNS rota.fis_tenant_days_multirange
 LANGUAGE internal
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$multirange_constructor2$function$;

CREATE OR REPLACE FUNCTION rota.fis_tenant_days_multirange(rota.fis_tenant_days)
 RETURNS rota.fis_tenant_days_multirange
 LANGUAGE internal
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$multirange_constructor1$function$;

CREATE TRIGGER fis_account_begins BEFORE INSERT ON rota.fis_account FOR EACH ROW EXECUTE FUNCTION rota.fis_account_begins();

CREATE TRIGGER fis_account_changes AFTER UPDATE ON rota.fis_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_account_has_balance AFTER INSERT ON rota.fis_account FOR EACH ROW EXECUTE FUNCTION rota.fis_account_has_balance();

CREATE TRIGGER fis_account_is_added AFTER INSERT ON rota.fis_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_account_is_removed AFTER DELETE ON rota.fis_account REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_account_keeps BEFORE DELETE OR UPDATE ON rota.fis_account FOR EACH ROW EXECUTE FUNCTION rota.fis_account_keeps();

CREATE TRIGGER fis_account_balance_only_rises BEFORE UPDATE ON rota.fis_account_balance FOR EACH ROW WHEN (((new.account_id <> old.account_id) OR (new.debit_minor < old.debit_minor) OR (new.credit_minor < old.credit_minor) OR (new.base_debit_minor < old.base_debit_minor) OR (new.base_credit_minor < old.base_credit_minor) OR (new.updated_seq <= old.updated_seq))) EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_accounting_period_changes AFTER UPDATE ON rota.fis_accounting_period REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_accounting_period_is_added AFTER INSERT ON rota.fis_accounting_period REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_accounting_period_is_removed AFTER DELETE ON rota.fis_accounting_period REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_business_entity_begins AFTER INSERT ON rota.fis_business_entity FOR EACH ROW EXECUTE FUNCTION rota.fis_entity_begins();

CREATE TRIGGER fis_business_entity_changes BEFORE UPDATE ON rota.fis_business_entity FOR EACH ROW EXECUTE FUNCTION rota.fis_entity_changes();

CREATE TRIGGER fis_chain_head_is_kept BEFORE DELETE ON rota.fis_chain_head FOR EACH ROW EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_chain_head_only_advances BEFORE UPDATE ON rota.fis_chain_head FOR EACH ROW WHEN (((new.ledger_id <> old.ledger_id) OR (new.next_chain_seq <= old.next_chain_seq))) EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_event_key_is_kept BEFORE DELETE ON rota.fis_event_key FOR EACH ROW EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_event_key_is_not_changed BEFORE UPDATE ON rota.fis_event_key FOR EACH ROW WHEN (((old.outcome = 'POSTED'::text) OR ((((new.tenant_id IS DISTINCT FROM old.tenant_id) OR (new.event_id IS DISTINCT FROM old.event_id)) OR (new.payload_hash IS DISTINCT FROM old.payload_hash)) OR (new.at IS DISTINCT FROM old.at)))) EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_event_key_is_not_emptied BEFORE TRUNCATE ON rota.fis_event_key FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_exchange_rate_changes AFTER UPDATE ON rota.fis_exchange_rate REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_exchange_rate_is_added AFTER INSERT ON rota.fis_exchange_rate REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_journal_entry_is_not_changed BEFORE DELETE OR UPDATE ON rota.fis_journal_entry FOR EACH ROW EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_journal_entry_is_not_emptied BEFORE TRUNCATE ON rota.fis_journal_entry FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_journal_line_balances AFTER INSERT ON rota.fis_journal_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_check_balance();

CREATE TRIGGER fis_journal_line_is_not_changed BEFORE DELETE OR UPDATE ON rota.fis_journal_line FOR EACH ROW EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_journal_line_is_not_emptied BEFORE TRUNCATE ON rota.fis_journal_line FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_journal_sequence_is_kept BEFORE DELETE ON rota.fis_journal_sequence FOR EACH ROW EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_journal_sequence_only_advances BEFORE UPDATE ON rota.fis_journal_sequence FOR EACH ROW WHEN (((new.ledger_id <> old.ledger_id) OR (new.fiscal_year <> old.fiscal_year) OR (new.next_value < old.next_value))) EXECUTE FUNCTION rota.fis_refuse_change();

CREATE TRIGGER fis_ledger_begins AFTER INSERT ON rota.fis_ledger FOR EACH ROW EXECUTE FUNCTION rota.fis_ledger_begins();

CREATE TRIGGER fis_ledger_changes AFTER UPDATE ON rota.fis_ledger REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_ledger_is_added AFTER INSERT ON rota.fis_ledger REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_ledger_keeps BEFORE UPDATE ON rota.fis_ledger FOR EACH ROW EXECUTE FUNCTION rota.fis_ledger_keeps();

CREATE TRIGGER fis_mapping_rule_changes AFTER UPDATE ON rota.fis_mapping_rule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_mapping_rule_is_added AFTER INSERT ON rota.fis_mapping_rule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_mapping_rule_is_removed AFTER DELETE ON rota.fis_mapping_rule REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.fis_books_change();

CREATE TRIGGER fis_mapping_rule_version_is_not_changed BEFORE DELETE OR UPDATE ON rota.fis_mapping_rule_version FOR EACH ROW EXECUTE FUNCTION rota.fis_refuse_change();
