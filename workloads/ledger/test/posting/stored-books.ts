/** Opens books in a database of their own for tests: a tenant with a chart, a year of periods, rates and a rule. */
import { randomBytes } from "node:crypto";
import { migrate, openPostgres, silentLogger, sql, type Database } from "@rota/engine";
import { openPglite, sqlScript } from "@rota/engine/internal";
import { onTestFinished } from "vitest";
import type { AccountType } from "../../src/core/account.ts";
import { ruleDefinitionJson, type RuleDefinition } from "../../src/store/rule-store.ts";
import { ledgerMigrations } from "../../src/migrations.ts";

export type NewAccount = {
  readonly code: string;
  readonly type: AccountType;
  readonly currency?: string;
  readonly isContra?: boolean;
};

export type NewBooks = {
  readonly tenant: string;
  readonly accounts?: readonly NewAccount[];
  readonly baseCurrency?: string;
};

export const ACCOUNTS: readonly NewAccount[] = [
  { code: "cash", type: "ASSET" },
  { code: "bank-usd", type: "ASSET", currency: "USD" },
  { code: "payables", type: "LIABILITY" },
  { code: "capital", type: "EQUITY" },
  { code: "sales", type: "REVENUE" },
  { code: "rent", type: "EXPENSE" },
  { code: "rounding", type: "EXPENSE" },
];

export async function openStoredBooks(on: "pglite" | "postgres" = "postgres"): Promise<Database> {
  const { database, drop } = await openDatabase(on);
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  await migrate(database);
  await migrate(database, { migrations: await ledgerMigrations() });
  return database;
}

/** Adds books with the months of 2026 as periods and a dollar rate of the first day. */
export async function addBooks(database: Database, { tenant, accounts = ACCOUNTS, baseCurrency = "EUR" }: NewBooks) {
  await database.query(sql`
    insert into rota.fis_business_entity (tenant_id, name, base_currency, rounding_account, rate_age_days_max)
    values (${tenant}, ${tenant}, ${baseCurrency}, 'rounding', 400)`);
  await database.query(sql`
    insert into rota.fis_account (tenant_id, ledger_id, code, name, account_type, currency_code, is_contra)
    select ${tenant}, ledger_id, given.code, given.code, type, coalesce(currency, ${baseCurrency}), contra
      from rota.fis_ledger,
           unnest(${accounts.map(({ code }) => code)}::text[], ${accounts.map(({ type }) => type)}::text[],
                  ${accounts.map(({ currency }) => currency ?? null)}::text[], ${accounts.map(({ isContra = false }) => isContra)}::boolean[])
             as given (code, type, currency, contra)
     where fis_ledger.tenant_id = ${tenant}`);
  await database.query(sql`
    insert into rota.fis_accounting_period (tenant_id, name, start_date, end_date)
    select ${tenant}, to_char(start, 'YYYY-MM'), start, (start + interval '1 month' - interval '1 day')::date
      from generate_series(date '2026-01-01', date '2026-12-01', interval '1 month') as start`);
  await database.query(sql`
    insert into rota.fis_exchange_rate (tenant_id, source_currency, target_currency, rate, effective_date, uploaded_by)
    values (${tenant}, 'USD', 'EUR', 0.92345678, '2026-01-01', 'ann')`);
}

export const SALE_RULE: RuleDefinition = {
  lines: [
    { account: '"cash"', side: "D", amount: "payload.gross" },
    { account: '"sales"', side: "C", amount: "payload.gross / payload.parts * payload.parts" },
  ],
  examples: [
    {
      event: saleEvent("example", { gross: 100, parts: 1 }),
      lines: [
        { account: "cash", side: "D", amount: 100n },
        { account: "sales", side: "C", amount: 100n },
      ],
    },
  ],
};

/** Adds the rule of an event type, in its first or next version. */
export async function addRule(database: Database, tenant: string, rule: RuleDefinition): Promise<void> {
  await database.query(sql`
    with rule as (
      insert into rota.fis_mapping_rule (tenant_id, ledger_id, event_type, is_active, created_by)
      select tenant_id, ledger_id, 'shop.sale', true, 'ann' from rota.fis_ledger where tenant_id = ${tenant}
      on conflict on constraint fis_mapping_rule_types_are_unique do update set version = fis_mapping_rule.version + 1
      returning rule_id, version)
    insert into rota.fis_mapping_rule_version (rule_id, version, definition, created_by)
    select rule_id, version, ${ruleDefinitionJson(rule)}::jsonb, 'ann' from rule`);
}

export function saleEvent(eventId: string, payload: Readonly<Record<string, unknown>>) {
  return {
    eventId,
    eventType: "shop.sale",
    occurredAt: "2026-03-15T12:00:00Z",
    postedDate: "2026-03-15",
    transactionCurrency: "EUR",
    createdBy: "shop",
    payload,
  };
}

/** Returns an event with its own lines: cash against sales. */
export function plainEvent(eventId: string, amountCents: number | string, changes: object = {}) {
  return {
    eventId,
    eventType: "shop.cash-sale",
    occurredAt: "2026-03-15T12:00:00Z",
    postedDate: "2026-03-15",
    transactionCurrency: "EUR",
    createdBy: "shop",
    lines: [
      { accountCode: "cash", amountCents, isCredit: false },
      { accountCode: "sales", amountCents, isCredit: true },
    ],
    ...changes,
  };
}

async function openDatabase(on: "pglite" | "postgres"): Promise<{ database: Database; drop: () => Promise<void> }> {
  const schema = `test_${randomBytes(8).toString("hex")}`;
  if (on === "pglite")
    return { database: await openPglite({ schema, logger: silentLogger }), drop: () => Promise.resolve() };
  const options = {
    url: process.env["ROTA_TEST_POSTGRES_URL"] ?? "",
    schema,
    logger: silentLogger,
    poolSize: 10,
    statementTimeoutMs: 120_000,
    connectTimeoutMs: 60_000,
  };
  const drop = async () => {
    const last = await openPostgres({ ...options, poolSize: 1 });
    await last.query(sqlScript(`drop schema ${schema} cascade`));
    await last.close();
  };
  return { database: await openPostgres(options), drop };
}
