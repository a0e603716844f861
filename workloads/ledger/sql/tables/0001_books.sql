-- The books of a tenant: what entries are checked against. A change of any of it gives the books a new version, and
-- waits for postings: a posting holds the row of its tenant, and compares the version that it was checked against.

create table rota.fis_business_entity (
  tenant_id                 text        constraint fis_business_entity_has_an_id primary key,
  name                      text        not null constraint fis_business_entity_name_is_short check (char_length(name) <= 255),
  legal_name                text        constraint fis_business_entity_legal_name_is_short check (char_length(legal_name) <= 255),
  base_currency             text        not null default 'USD' constraint fis_business_entity_currency_is_a_code check (base_currency ~ '^[A-Z]{3}$'),
  is_active                 boolean     not null default true,
  fiscal_year_start_month   smallint    not null default 1 constraint fis_business_entity_month_is_one check (fiscal_year_start_month between 1 and 12),
  approval_threshold_minor  bigint      constraint fis_business_entity_threshold_is_positive check (approval_threshold_minor > 0), -- null: nothing needs approval
  dimension_names           text[],     -- that lines may carry; null: any
  rate_age_days_max         smallint    not null default 7 constraint fis_business_entity_rate_age_is_positive check (rate_age_days_max >= 0),
  may_invert_rates          boolean     not null default false,
  cross_rate_currency       text        constraint fis_business_entity_cross_is_a_code check (cross_rate_currency ~ '^[A-Z]{3}$'),
  -- Codes of accounts in the default ledger.
  retained_earnings_account text,
  fx_gain_account           text,
  fx_loss_account           text,
  fx_reserve_account        text,
  rounding_account          text,
  books_version             uuid        not null default gen_random_uuid(),
  created_at                timestamptz not null default clock_timestamp(),
  updated_at                timestamptz not null default clock_timestamp()
);

create table rota.fis_ledger (
  ledger_id   bigint      generated always as identity constraint fis_ledger_has_an_id primary key,
  tenant_id   text        not null constraint fis_ledger_has_an_entity references rota.fis_business_entity,
  code        text        not null constraint fis_ledger_code_is_plain check (code ~ '^[a-z0-9][a-z0-9._-]{0,49}$'), -- hashed: it never changes
  name        text        not null constraint fis_ledger_name_is_short check (char_length(name) <= 255),
  description text,
  is_default  boolean     not null default false,
  is_active   boolean     not null default true,
  created_at  timestamptz not null default clock_timestamp(),
  updated_at  timestamptz not null default clock_timestamp(),
  constraint fis_ledger_codes_are_unique unique (tenant_id, code)
);

create unique index fis_ledger_has_one_default on rota.fis_ledger (tenant_id) where is_default;

create table rota.fis_account (
  account_id        bigint      generated always as identity constraint fis_account_has_an_id primary key,
  tenant_id         text        not null,
  ledger_id         bigint      not null constraint fis_account_has_a_ledger references rota.fis_ledger,
  code              text        not null constraint fis_account_code_is_short check (char_length(code) between 1 and 50), -- hashed: it never changes
  name              text        not null constraint fis_account_name_is_short check (char_length(name) <= 255),
  account_type      text        not null constraint fis_account_type_is_known check (account_type in ('ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE')),
  currency_code     text        not null constraint fis_account_currency_is_a_code check (currency_code ~ '^[A-Z]{3}$'),
  is_contra         boolean     not null default false,
  is_cash           boolean     not null default false, -- counts in the cash report
  parent_account_id bigint      constraint fis_account_has_a_parent references rota.fis_account,
  is_active         boolean     not null default true,
  created_at        timestamptz not null default clock_timestamp(),
  updated_at        timestamptz not null default clock_timestamp(),
  constraint fis_account_codes_are_unique unique (ledger_id, code)
);

create index fis_account_children on rota.fis_account (parent_account_id) where parent_account_id is not null;

-- Two totals that only rise, in the currency of the account and in the base currency. Every batch updates a row of each
-- account that it touches: half of a page is left free, so that the new version needs no entry in an index.
create table rota.fis_account_balance (
  account_id        bigint         constraint fis_account_balance_has_an_account primary key,
  ledger_id         bigint         not null,
  debit_minor       numeric(38, 0) not null default 0,
  credit_minor      numeric(38, 0) not null default 0,
  base_debit_minor  numeric(38, 0) not null default 0,
  base_credit_minor numeric(38, 0) not null default 0,
  updated_seq       bigint         not null default 0, -- the place in the chain of the last entry that counts here
  constraint fis_account_balance_is_not_negative check (least(debit_minor, credit_minor, base_debit_minor, base_credit_minor) >= 0)
) with (fillfactor = 50);

-- The days of a tenant: two ranges overlap when they are of one tenant and share a day.
create type rota.fis_tenant_day as (tenant_id text, day date);
create type rota.fis_tenant_days as range (subtype = rota.fis_tenant_day);

create table rota.fis_accounting_period (
  period_id  uuid        default gen_random_uuid() constraint fis_accounting_period_has_an_id primary key,
  tenant_id  text        not null constraint fis_accounting_period_has_an_entity references rota.fis_business_entity,
  name       text        not null constraint fis_accounting_period_name_is_short check (char_length(name) between 1 and 50),
  start_date date        not null,
  end_date   date        not null,
  status     text        not null default 'OPEN' constraint fis_accounting_period_status_is_known check (status in ('OPEN', 'SOFT_CLOSED', 'HARD_CLOSED')),
  closed_by  text,
  closed_at  timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint fis_accounting_period_ends_after_it_starts check (end_date >= start_date),
  constraint fis_accounting_period_names_are_unique unique (tenant_id, name),
  constraint fis_accounting_periods_share_no_day exclude using gist (
    rota.fis_tenant_days(row (tenant_id, start_date)::rota.fis_tenant_day, row (tenant_id, end_date)::rota.fis_tenant_day, '[]') with &&)
);

-- Rates that are replaced stay, with the time of it.
create table rota.fis_exchange_rate (
  rate_id         uuid           default gen_random_uuid() constraint fis_exchange_rate_has_an_id primary key,
  tenant_id       text           not null constraint fis_exchange_rate_has_an_entity references rota.fis_business_entity,
  source_currency text           not null constraint fis_exchange_rate_source_is_a_code check (source_currency ~ '^[A-Z]{3}$'),
  target_currency text           not null constraint fis_exchange_rate_target_is_a_code check (target_currency ~ '^[A-Z]{3}$'),
  rate_type       text           not null default 'SPOT' constraint fis_exchange_rate_type_is_known check (rate_type in ('SPOT', 'CLOSING', 'AVERAGE')),
  rate            numeric(18, 8) not null constraint fis_exchange_rate_is_positive check (rate > 0),
  effective_date  date           not null,
  uploaded_by     text           not null,
  created_at      timestamptz    not null default clock_timestamp(),
  superseded_at   timestamptz,
  constraint fis_exchange_rate_has_two_currencies check (source_currency <> target_currency)
);

create unique index fis_exchange_rate_holds_once on rota.fis_exchange_rate (tenant_id, source_currency, target_currency, rate_type, effective_date) where superseded_at is null;

create table rota.fis_mapping_rule (
  rule_id     uuid        default gen_random_uuid() constraint fis_mapping_rule_has_an_id primary key,
  tenant_id   text        not null,
  ledger_id   bigint      not null constraint fis_mapping_rule_has_a_ledger references rota.fis_ledger,
  event_type  text        not null constraint fis_mapping_rule_type_is_short check (char_length(event_type) between 1 and 100),
  description text,
  is_active   boolean     not null default false,
  version     integer     not null default 1 constraint fis_mapping_rule_version_is_positive check (version >= 1), -- the one that is used
  created_by  text        not null,
  created_at  timestamptz not null default clock_timestamp(),
  updated_at  timestamptz not null default clock_timestamp(),
  constraint fis_mapping_rule_types_are_unique unique (ledger_id, event_type)
);

-- Every version that there was, as it was: entries name the one that made them.
create table rota.fis_mapping_rule_version (
  rule_id    uuid        not null constraint fis_mapping_rule_version_has_a_rule references rota.fis_mapping_rule,
  version    integer     not null constraint fis_mapping_rule_version_is_positive check (version >= 1),
  definition jsonb       not null, -- lines, description, reference, dimensions, examples; amounts of examples as text
  created_by text        not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint fis_mapping_rule_versions_are_numbered primary key (rule_id, version)
);

-- The lines of the versions that are used, under the names of the source.
create view rota.fis_mapping_rule_line as
  select rule.rule_id, line.sort_order, line.definition ->> 'account' as account_code_expression, line.definition ->> 'side' = 'C' as is_credit,
         line.definition ->> 'amount' as amount_expression, line.definition ->> 'when' as condition_expression,
         line.definition ->> 'currency' as currency_expression, line.definition -> 'dimensions' as dimension_expressions
    from rota.fis_mapping_rule as rule
    join rota.fis_mapping_rule_version as used on used.rule_id = rule.rule_id and used.version = rule.version
   cross join lateral jsonb_array_elements(used.definition -> 'lines') with ordinality as line (definition, sort_order);

create trigger fis_business_entity_changes before update on rota.fis_business_entity
  for each row execute function rota.fis_entity_changes();

create trigger fis_ledger_is_added after insert on rota.fis_ledger referencing new table as changed for each statement execute function rota.fis_books_change();
create trigger fis_ledger_changes after update on rota.fis_ledger referencing new table as changed for each statement execute function rota.fis_books_change();
create trigger fis_account_is_added after insert on rota.fis_account referencing new table as changed for each statement execute function rota.fis_books_change();
create trigger fis_account_changes after update on rota.fis_account referencing new table as changed for each statement execute function rota.fis_books_change();
create trigger fis_account_is_removed after delete on rota.fis_account referencing old table as changed for each statement execute function rota.fis_books_change();
create trigger fis_accounting_period_is_added after insert on rota.fis_accounting_period referencing new table as changed for each statement execute function rota.fis_books_change();
create trigger fis_accounting_period_changes after update on rota.fis_accounting_period referencing new table as changed for each statement execute function rota.fis_books_change();
create trigger fis_accounting_period_is_removed after delete on rota.fis_accounting_period referencing old table as changed for each statement execute function rota.fis_books_change();
create trigger fis_exchange_rate_is_added after insert on rota.fis_exchange_rate referencing new table as changed for each statement execute function rota.fis_books_change();
create trigger fis_exchange_rate_changes after update on rota.fis_exchange_rate referencing new table as changed for each statement execute function rota.fis_books_change();
create trigger fis_mapping_rule_is_added after insert on rota.fis_mapping_rule referencing new table as changed for each statement execute function rota.fis_books_change();
create trigger fis_mapping_rule_changes after update on rota.fis_mapping_rule referencing new table as changed for each statement execute function rota.fis_books_change();
create trigger fis_mapping_rule_is_removed after delete on rota.fis_mapping_rule referencing old table as changed for each statement execute function rota.fis_books_change();

create trigger fis_business_entity_begins after insert on rota.fis_business_entity
  for each row execute function rota.fis_entity_begins();

create trigger fis_ledger_keeps before update on rota.fis_ledger for each row execute function rota.fis_ledger_keeps();

create trigger fis_account_begins before insert on rota.fis_account for each row execute function rota.fis_account_begins();
create trigger fis_account_has_balance after insert on rota.fis_account for each row execute function rota.fis_account_has_balance();
create trigger fis_account_keeps before update or delete on rota.fis_account for each row execute function rota.fis_account_keeps();
