/** The statements that read the books of a tenant. */
import { sql } from "@rota/engine";
import type { AccountType } from "../accounts/account.ts";
import type { RateType } from "../money/rate-table.ts";
import type { PeriodStatus } from "../periods/period.ts";

export type EntityRow = {
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

/** Returns a tenant with one of its ledgers, the default one where none is named. No row: there is none. */
export const selectEntity = (name: { tenant: string; ledger: string | undefined }) => sql<EntityRow>`
  select entity.tenant_id, entity.name, entity.base_currency, entity.is_active, entity.fiscal_year_start_month, entity.approval_threshold_minor,
         entity.dimension_names, entity.rate_age_days_max, entity.may_invert_rates, entity.cross_rate_currency, entity.retained_earnings_account,
         entity.fx_gain_account, entity.fx_loss_account, entity.fx_reserve_account, entity.rounding_account, entity.books_version,
         ledger.ledger_id, ledger.code as ledger_code
    from rota.fis_business_entity as entity
    join rota.fis_ledger as ledger using (tenant_id)
   where entity.tenant_id = ${name.tenant} and ledger.is_active
     and case when ${name.ledger ?? null}::text is null then ledger.is_default else ledger.code = ${name.ledger ?? null} end`;

export type AccountRow = {
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
export const selectAccounts = (ledgerId: bigint) => sql<AccountRow>`
  select account.account_id, account.code, account.name, account.account_type, account.currency_code, account.is_contra, account.is_active,
         account.is_cash, parent.code as parent_code
    from rota.fis_account as account
    left join rota.fis_account as parent on parent.account_id = account.parent_account_id
   where account.ledger_id = ${ledgerId}`;

export type PeriodRow = { name: string; start_date: string; end_date: string; status: PeriodStatus };

/** Returns the periods of a tenant in their order. */
export const selectPeriods = (tenant: string) => sql<PeriodRow>`
  select name, start_date, end_date, status from rota.fis_accounting_period where tenant_id = ${tenant} order by start_date`;

export type RateRow = {
  source_currency: string;
  target_currency: string;
  rate_type: RateType;
  effective_date: string;
  rate: string;
};

/** Returns the rates of a tenant that hold. */
export const selectRates = (tenant: string) => sql<RateRow>`
  select source_currency, target_currency, rate_type, effective_date, rate
    from rota.fis_exchange_rate
   where tenant_id = ${tenant} and superseded_at is null`;

export type RuleRow = { rule_id: string; version: number; event_type: string; definition: unknown };

/** Returns the active rules of a ledger in the versions that are used. */
export const selectRules = (ledgerId: bigint) => sql<RuleRow>`
  select rule.rule_id, rule.version, rule.event_type, used.definition
    from rota.fis_mapping_rule as rule
    join rota.fis_mapping_rule_version as used on used.rule_id = rule.rule_id and used.version = rule.version
   where rule.ledger_id = ${ledgerId} and rule.is_active`;
