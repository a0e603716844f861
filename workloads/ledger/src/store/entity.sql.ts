/** The statements about business entities and their ledgers, and those that read the books of a tenant. */
import { sql, type Sql } from "@rota/engine";
import type { AccountType } from "../core/account.ts";
import type { PeriodStatus } from "../core/period.ts";
import type { RateType } from "../core/rate.ts";

export type EntityRow = {
  tenant_id: string;
  name: string;
  legal_name: string | null;
  base_currency: string;
  is_active: boolean;
  fiscal_year_start_month: number;
  approval_threshold_minor: bigint | null;
  dimension_names: string[] | null;
  rate_age_days_max: number;
  may_invert_rates: boolean;
  cross_rate_currency: string | null;
  retained_earnings_account: string | null;
  fx_gain_account: string | null;
  fx_loss_account: string | null;
  fx_reserve_account: string | null;
  rounding_account: string | null;
  created_at: Date;
  updated_at: Date;
  ledger_id: bigint;
  ledger_code: string;
};

/** Returns the entity of a tenant with its default ledger. No row: it has none. */
export const selectEntity = (tenant: string): Sql<EntityRow> => sql<EntityRow>`
  select entity.*, ledger_id, ledger.code as ledger_code
    from rota.fis_business_entity as entity
    join rota.fis_ledger as ledger on ledger.tenant_id = entity.tenant_id and ledger.is_default
   where entity.tenant_id = ${tenant}`;

/** Returns nothing. Until the transaction ends, no other one posts for the tenant or changes its books. */
export const lockEntity = (tenant: string) => sql`
  select from rota.fis_business_entity where tenant_id = ${tenant} for no key update`;

type NewEntityRow = {
  tenant: string;
  name: string;
  legalName: string | null;
  baseCurrency: string;
  fiscalYearStartMonth: number;
};

/** Returns the tenant. No row: it exists already. */
export const insertEntity = (entity: NewEntityRow) => sql<{ tenant_id: string }>`
  insert into rota.fis_business_entity (tenant_id, name, legal_name, base_currency, fiscal_year_start_month)
  values (${entity.tenant}, ${entity.name}, ${entity.legalName}, ${entity.baseCurrency}, ${entity.fiscalYearStartMonth})
  on conflict on constraint fis_business_entity_has_an_id do nothing
  returning tenant_id`;

/** Settings of an entity that can change. A null is stored. */
export type EntitySettings = {
  name: string;
  legalName: string | null;
  isActive: boolean;
  approvalThreshold: bigint | null;
  dimensionNames: readonly string[] | null;
  rateAgeDaysMax: number;
  mayInvertRates: boolean;
  crossRateCurrency: string | null;
  retainedEarningsAccount: string | null;
  fxGainAccount: string | null;
  fxLossAccount: string | null;
  fxReserveAccount: string | null;
  roundingAccount: string | null;
};

/** Returns nothing. */
export const updateEntity = (tenant: string, settings: EntitySettings) => sql`
  update rota.fis_business_entity
     set name                      = ${settings.name},
         legal_name                = ${settings.legalName},
         is_active                 = ${settings.isActive},
         approval_threshold_minor  = ${settings.approvalThreshold},
         dimension_names           = ${settings.dimensionNames},
         rate_age_days_max         = ${settings.rateAgeDaysMax},
         may_invert_rates          = ${settings.mayInvertRates},
         cross_rate_currency       = ${settings.crossRateCurrency},
         retained_earnings_account = ${settings.retainedEarningsAccount},
         fx_gain_account           = ${settings.fxGainAccount},
         fx_loss_account           = ${settings.fxLossAccount},
         fx_reserve_account        = ${settings.fxReserveAccount},
         rounding_account          = ${settings.roundingAccount}
   where tenant_id = ${tenant}`;

type LedgerRow = {
  ledger_id: bigint;
  code: string;
  name: string;
  description: string | null;
  is_default: boolean;
  is_active: boolean;
};

/** Returns the ledgers of a tenant, the default one first. */
export const selectLedgers = (tenant: string) => sql<LedgerRow>`
  select ledger_id, code, name, description, is_default, is_active
    from rota.fis_ledger where tenant_id = ${tenant} order by is_default desc, code limit 1000`;

export type BooksRow = { tenant_id: string; name: string; base_currency: string; is_active: boolean; entries: bigint };

/** Returns the tenants that have books, ordered by tenant: all, or only the given one. */
export const selectAllBooks = (query: {
  tenant: string | undefined;
  after: string | undefined;
  limit: number;
}) => sql<BooksRow>`
  select entity.tenant_id, entity.name, entity.base_currency, entity.is_active,
         coalesce(head.next_chain_seq - 1, 0) as entries
    from rota.fis_business_entity as entity
    join rota.fis_ledger as ledger on ledger.tenant_id = entity.tenant_id and ledger.is_default
    left join rota.fis_chain_head as head using (ledger_id)
   where (${query.tenant ?? null}::text is null or entity.tenant_id = ${query.tenant ?? null})
     and (${query.after ?? null}::text is null or entity.tenant_id > ${query.after ?? null})
   order by entity.tenant_id
   limit ${query.limit}`;

export type BooksEntityRow = {
  tenant_id: string;
  name: string;
  base_currency: string;
  is_active: boolean;
  fiscal_year_start_month: number;
  approval_threshold_minor: bigint | null;
  dimension_names: readonly string[] | null;
  rate_age_days_max: number;
  may_invert_rates: boolean;
  cross_rate_currency: string | null;
  retained_earnings_account: string | null;
  fx_gain_account: string | null;
  fx_loss_account: string | null;
  fx_reserve_account: string | null;
  rounding_account: string | null;
  books_version: string;
  ledger_id: bigint;
  ledger_code: string;
};

/** Returns a tenant with the named ledger, or with its default ledger. No row: there is none. */
export const selectBooksEntity = (name: { tenant: string; ledger: string | undefined }) => sql<BooksEntityRow>`
  select entity.tenant_id, entity.name, entity.base_currency, entity.is_active, entity.fiscal_year_start_month, entity.approval_threshold_minor,
         entity.dimension_names, entity.rate_age_days_max, entity.may_invert_rates, entity.cross_rate_currency, entity.retained_earnings_account,
         entity.fx_gain_account, entity.fx_loss_account, entity.fx_reserve_account, entity.rounding_account, entity.books_version,
         ledger.ledger_id, ledger.code as ledger_code
    from rota.fis_business_entity as entity
    join rota.fis_ledger as ledger using (tenant_id)
   where entity.tenant_id = ${name.tenant} and ledger.is_active
     and case when ${name.ledger ?? null}::text is null then ledger.is_default else ledger.code = ${name.ledger ?? null} end`;

export type BooksAccountRow = {
  account_id: bigint;
  code: string;
  name: string;
  account_type: AccountType;
  currency_code: string;
  is_contra: boolean;
  is_active: boolean;
  is_cash: boolean;
  parent_code: string | null;
};

/** Returns the accounts of a ledger. */
export const selectBooksAccounts = (ledgerId: bigint) => sql<BooksAccountRow>`
  select account.account_id, account.code, account.name, account.account_type, account.currency_code, account.is_contra, account.is_active,
         account.is_cash, parent.code as parent_code
    from rota.fis_account as account
    left join rota.fis_account as parent on parent.account_id = account.parent_account_id
   where account.ledger_id = ${ledgerId}`;

type BooksPeriodRow = { name: string; start_date: string; end_date: string; status: PeriodStatus };

/** Returns the periods of a tenant in their order. */
export const selectBooksPeriods = (tenant: string) => sql<BooksPeriodRow>`
  select name, start_date, end_date, status from rota.fis_accounting_period where tenant_id = ${tenant} order by start_date`;

export type BooksRateRow = {
  source_currency: string;
  target_currency: string;
  rate_type: RateType;
  effective_date: string;
  rate: string;
};

/** Returns the rates of a tenant that are not superseded. */
export const selectBooksRates = (tenant: string) => sql<BooksRateRow>`
  select source_currency, target_currency, rate_type, effective_date, rate
    from rota.fis_exchange_rate
   where tenant_id = ${tenant} and superseded_at is null`;

export type BooksRuleRow = { rule_id: string; version: number; event_type: string; definition: unknown };

/** Returns the active rules of a ledger in their current versions. */
export const selectBooksRules = (ledgerId: bigint) => sql<BooksRuleRow>`
  select rule.rule_id, rule.version, rule.event_type, used.definition
    from rota.fis_mapping_rule as rule
    join rota.fis_mapping_rule_version as used on used.rule_id = rule.rule_id and used.version = rule.version
   where rule.ledger_id = ${ledgerId} and rule.is_active`;
