/** Reads the books of a tenant: settings, chart of accounts, periods, rates and active rules. */
import { RotaError, type Queryable } from "@rota/engine";
import { createChart, type Chart } from "../accounts/chart.ts";
import { compileRule, type CompiledRule } from "../mapping/compile-rule.ts";
import { parseRate } from "../money/rate.ts";
import { createRateTable, type RateOptions, type RateTable } from "../money/rate-table.ts";
import {
  selectAccounts,
  selectEntity,
  selectPeriods,
  selectRates,
  selectRules,
  type AccountRow,
  type EntityRow,
  type RateRow,
  type RuleRow,
} from "./books.sql.ts";
import { readStoredRule } from "./stored-rule.ts";
import type { NamedAccounts, TenantBooks } from "./tenant-books.ts";

export type BooksName = {
  readonly tenant: string;
  /** The code of a ledger. Default: the tenant's default ledger. */
  readonly ledger?: string | undefined;
};

/**
 * The version is read first: whatever changes while the rest is read has a later one, and a posting that was checked
 * against such books is checked again.
 */
export async function readBooks(on: Queryable, { tenant, ledger }: BooksName): Promise<TenantBooks> {
  const [entity] = await on.query(selectEntity({ tenant, ledger }));
  if (entity === undefined) throw noBooks({ tenant, ledger });
  const accounts = await on.query(selectAccounts(entity.ledger_id));
  const periods = await on.query(selectPeriods(tenant));
  const rates = await on.query(selectRates(tenant));
  const rules = await on.query(selectRules(entity.ledger_id));
  return {
    ...settingsOf(entity),
    chart: chartOf(accounts),
    accountId: accountIds(accounts),
    periods: periods.map(({ name, start_date: start, end_date: end, status }) => ({ name, start, end, status })),
    rates: ratesOf(rates, entity),
    ruleOf: rulesOf(rules),
  };
}

export function noBooks({ tenant, ledger }: BooksName): RotaError {
  const what = ledger === undefined ? "no books" : `no ledger ${JSON.stringify(ledger)} that is used`;
  const message = `tenant ${JSON.stringify(tenant)} has ${what}: create it as a business entity first, or correct the name`;
  return new RotaError("TENANT_NOT_FOUND", message, { tenant });
}

function settingsOf(entity: EntityRow) {
  return {
    tenant: entity.tenant_id,
    ledger: entity.ledger_code,
    ledgerId: entity.ledger_id,
    version: entity.books_version,
    isActive: entity.is_active,
    baseCurrency: entity.base_currency,
    fiscalYearStartMonth: entity.fiscal_year_start_month,
    approvalThreshold: entity.approval_threshold_minor ?? undefined,
    dimensionNames: entity.dimension_names ?? undefined,
    roundingAccount: entity.rounding_account ?? undefined,
    namedAccounts: namedAccounts(entity),
  };
}

function namedAccounts(entity: EntityRow): NamedAccounts {
  return {
    retainedEarnings: entity.retained_earnings_account ?? undefined,
    gain: entity.fx_gain_account ?? undefined,
    loss: entity.fx_loss_account ?? undefined,
    reserve: entity.fx_reserve_account ?? undefined,
  };
}

function chartOf(rows: readonly AccountRow[]): Chart {
  return createChart(
    rows.map((row) => ({
      code: row.code,
      name: row.name,
      type: row.account_type,
      currency: row.currency_code,
      isContra: row.is_contra,
      parent: row.parent_code,
      isActive: row.is_active,
      isCash: row.is_cash,
    })),
  );
}

function accountIds(rows: readonly AccountRow[]): (code: string) => bigint {
  const ids = new Map(rows.map(({ code, account_id: id }) => [code, id]));
  return (code) => {
    const id = ids.get(code);
    if (id !== undefined) return id;
    throw new RotaError("ACCOUNT_NOT_FOUND", `account ${JSON.stringify(code)} is not in the chart`, { account: code });
  };
}

function ratesOf(rows: readonly RateRow[], entity: EntityRow): RateTable {
  const options: RateOptions = {
    ageDaysMax: entity.rate_age_days_max,
    mayInvert: entity.may_invert_rates,
    ...(entity.cross_rate_currency === null ? {} : { through: entity.cross_rate_currency }),
  };
  const rates = rows.map((row) => ({
    from: row.source_currency,
    to: row.target_currency,
    type: row.rate_type,
    date: row.effective_date,
    rate: parseRate(row.rate),
  }));
  return createRateTable(rates, options);
}

/** Rules are compiled when the first event of their type comes: most tenants use few of theirs. */
function rulesOf(rows: readonly RuleRow[]): (eventType: string) => CompiledRule | undefined {
  const stored = new Map(rows.map((row) => [row.event_type, row]));
  const compiled = new Map<string, CompiledRule>();
  return (eventType) => {
    const known = compiled.get(eventType);
    const row = stored.get(eventType);
    if (known !== undefined || row === undefined) return known;
    const { rule_id: ruleId, version, definition } = row;
    const rule = compileRule(readStoredRule({ ruleId, version, eventType }, definition));
    compiled.set(eventType, rule);
    return rule;
  };
}
