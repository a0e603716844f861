/** Reads the books of a tenant and caches them by the version that the database names. */
import { type Queryable, RotaError } from "@rota/engine";
import { type Chart, createChart } from "../core/account.ts";
import { type CompiledRule, compileRule } from "../core/apply-rule.ts";
import type { NamedAccounts, TenantBooks } from "../core/books.ts";
import { createRateTable, parseRate, type RateOptions, type RateTable } from "../core/rate.ts";
import { LedgerError } from "../errors.ts";
import {
  type BooksAccountRow,
  type BooksEntityRow,
  type BooksRateRow,
  type BooksRuleRow,
  selectBooksAccounts,
  selectBooksEntity,
  selectBooksPeriods,
  selectBooksRates,
  selectBooksRules,
} from "./entity.sql.ts";
import { readStoredRule } from "./rule-store.ts";

export type BooksName = {
  readonly tenant: string;
  /** Code of a ledger. Defaults to the default ledger of the tenant. */
  readonly ledger?: string | undefined;
};

/**
 * Reads the books, the version first: a change during the read has a later version, so a posting that was checked
 * against these books is checked again.
 */
export async function readBooks(on: Queryable, { tenant, ledger }: BooksName): Promise<TenantBooks> {
  const [entity] = await on.query(selectBooksEntity({ tenant, ledger }));
  if (entity === undefined) throw noBooks({ tenant, ledger });
  const accounts = await on.query(selectBooksAccounts(entity.ledger_id));
  const periods = await on.query(selectBooksPeriods(tenant));
  const rates = await on.query(selectBooksRates(tenant));
  const rules = await on.query(selectBooksRules(entity.ledger_id));
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

function settingsOf(entity: BooksEntityRow) {
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

function namedAccounts(entity: BooksEntityRow): NamedAccounts {
  return {
    retainedEarnings: entity.retained_earnings_account ?? undefined,
    gain: entity.fx_gain_account ?? undefined,
    loss: entity.fx_loss_account ?? undefined,
    reserve: entity.fx_reserve_account ?? undefined,
  };
}

function chartOf(rows: readonly BooksAccountRow[]): Chart {
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

function accountIds(rows: readonly BooksAccountRow[]): (code: string) => bigint {
  const ids = new Map(rows.map(({ code, account_id: id }) => [code, id]));
  return (code) => {
    const id = ids.get(code);
    if (id !== undefined) return id;
    throw new LedgerError("ACCOUNT_NOT_FOUND", `account ${JSON.stringify(code)} is not in the chart`, {
      account: code,
    });
  };
}

function ratesOf(rows: readonly BooksRateRow[], entity: BooksEntityRow): RateTable {
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

/** Compiles each rule when the first event of its type arrives, since most tenants use few of their rules. */
function rulesOf(rows: readonly BooksRuleRow[]): (eventType: string) => CompiledRule | undefined {
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

/** Returns the books in their stored version. Throws TENANT_NOT_FOUND. */
export async function currentBooks(on: Queryable, tenant: string): Promise<TenantBooks> {
  const [row] = await on.query(selectBooksEntity({ tenant, ledger: undefined }));
  if (row === undefined) throw noBooks({ tenant });
  return booksOfVersion(on, { tenant }, row.books_version);
}

/** Number of cached books. The least recently used ones are dropped first. */
const KEPT_MAX = 500;
/** Cached books by tenant and ledger. Books whose version is older than that in the database are read again. */
const kept = new Map<string, TenantBooks>();

/** Returns the cached books of a tenant, which may be outdated. For work that checks the version later. */
export async function knownBooks(on: Queryable, name: BooksName): Promise<TenantBooks> {
  return kept.get(keyOf(name)) ?? keep(name, await readBooks(on, name));
}

/** Returns the books of a version. Versions are never reused, so books of a rolled back change are not found. */
export async function booksOfVersion(on: Queryable, name: BooksName, version: string): Promise<TenantBooks> {
  const known = kept.get(keyOf(name));
  if (known?.version !== version) return keep(name, await readBooks(on, name));
  return keep(name, known);
}

function keep(name: BooksName, books: TenantBooks): TenantBooks {
  const key = keyOf(name);
  kept.delete(key);
  kept.set(key, books);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return books;
}

function keyOf({ tenant, ledger = "" }: BooksName): string {
  return `${ledger}\0${tenant}`;
}
