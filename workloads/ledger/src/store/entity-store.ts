/** Creates, reads, locks and changes business entities, and records changes of the books in the audit log. */
import { appendAudits, type Database, type Queryable, RotaError } from "@rota/engine";
import { exponentOf } from "../core/money.ts";
import { LedgerError } from "../errors.ts";
import { selectAccountCodes } from "./account.sql.ts";
import {
  type EntityRow,
  type EntitySettings,
  insertEntity,
  lockEntity,
  selectEntity,
  updateEntity,
} from "./entity.sql.ts";

/** Number of audit entries that are appended by one statement. */
const AUDITS_AT_ONCE = 1_000;

type NewEntity = {
  readonly name: string;
  readonly legalName?: string | undefined;
  readonly baseCurrency: string;
  readonly fiscalYearStartMonth?: number | undefined;
};

/** Creates an entity with a default ledger. Base currency and fiscal year cannot change once there are accounts. */
export function createEntity(
  database: Database,
  { tenant, actor, settings }: ActionContext & { readonly settings: NewEntity },
): Promise<BusinessEntity> {
  const { name, legalName = null, baseCurrency, fiscalYearStartMonth = 1 } = settings;
  exponentOf(baseCurrency);
  return database.transaction(async (tx) => {
    const [made] = await tx.query(insertEntity({ tenant, name, legalName, baseCurrency, fiscalYearStartMonth }));
    if (made === undefined) {
      const message = `tenant "${tenant}" has books already: change their settings instead`;
      throw new LedgerError("BUSINESS_ENTITY_EXISTS", message, { tenant });
    }
    const after = { name, legalName, baseCurrency, fiscalYearStartMonth };
    await noteChanges(tx, { tenant, actor }, [{ action: "entity.created", subject: subjectOf(tenant), after }]);
    return readEntity(tx, tenant);
  });
}

/** Changes the given settings and keeps the others. */
export function changeEntity(
  database: Database,
  { tenant, actor, changes }: ActionContext & { readonly changes: Partial<EntitySettings> },
): Promise<BusinessEntity> {
  return database.transaction(async (tx) => {
    const entity = await holdEntity(tx, tenant);
    if (typeof changes.crossRateCurrency === "string") exponentOf(changes.crossRateCurrency);
    await checkAccounts(tx, entity, changes);
    await tx.query(updateEntity(tenant, { ...entity, ...changes }));
    const before = Object.fromEntries(Object.entries(entity).filter(([name]) => Object.hasOwn(changes, name)));
    const change = { action: "entity.changed", subject: subjectOf(tenant), before, after: changes };
    await noteChanges(tx, { tenant, actor }, [change]);
    return readEntity(tx, tenant);
  });
}

/** Checks that the accounts exist, since later postings need them. */
async function checkAccounts(tx: Queryable, { ledgerId }: BusinessEntity, changes: Partial<EntitySettings>) {
  const { retainedEarningsAccount, fxGainAccount, fxLossAccount, fxReserveAccount, roundingAccount } = changes;
  const named = [retainedEarningsAccount, fxGainAccount, fxLossAccount, fxReserveAccount, roundingAccount];
  const codes = named.filter((code) => typeof code === "string");
  const rows = await tx.query(selectAccountCodes(ledgerId, codes));
  const known = new Set(rows.map(({ code }) => code));
  const missing = codes.find((code) => !known.has(code));
  if (missing === undefined) return;
  const message = `account ${JSON.stringify(missing)} is not in the chart: create it first`;
  throw new LedgerError("ACCOUNT_NOT_FOUND", message, { account: missing });
}

function subjectOf(tenant: string) {
  return { type: "business-entity", id: tenant };
}

export type BusinessEntity = EntitySettings & {
  readonly tenant: string;
  readonly baseCurrency: string;
  readonly fiscalYearStartMonth: number;
  readonly ledgerId: bigint;
  readonly ledgerCode: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Returns the entity of a tenant. Throws TENANT_NOT_FOUND. */
export async function readEntity(on: Queryable, tenant: string): Promise<BusinessEntity> {
  const [row] = await on.query(selectEntity(tenant));
  if (row !== undefined) return toEntity(row);
  const message = `tenant "${tenant}" has no books: create its business entity first`;
  throw new RotaError("TENANT_NOT_FOUND", message, { tenant });
}

/** Reads and locks the entity: until the transaction ends, no other one posts for the tenant or changes its books. */
export async function holdEntity(tx: Queryable, tenant: string): Promise<BusinessEntity> {
  await tx.query(lockEntity(tenant));
  return readEntity(tx, tenant);
}

function toEntity(row: EntityRow): BusinessEntity {
  return {
    tenant: row.tenant_id,
    name: row.name,
    legalName: row.legal_name,
    baseCurrency: row.base_currency,
    isActive: row.is_active,
    fiscalYearStartMonth: row.fiscal_year_start_month,
    approvalThreshold: row.approval_threshold_minor,
    dimensionNames: row.dimension_names,
    rateAgeDaysMax: row.rate_age_days_max,
    mayInvertRates: row.may_invert_rates,
    crossRateCurrency: row.cross_rate_currency,
    retainedEarningsAccount: row.retained_earnings_account,
    fxGainAccount: row.fx_gain_account,
    fxLossAccount: row.fx_loss_account,
    fxReserveAccount: row.fx_reserve_account,
    roundingAccount: row.rounding_account,
    ledgerId: row.ledger_id,
    ledgerCode: row.ledger_code,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

type BooksChange = {
  /** Name of the action, such as `account.created`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly before?: object | undefined;
  readonly after?: object | undefined;
};

export type ActionContext = { readonly tenant: string; readonly actor: string };

/** Records changes in the audit log. Call it last, because it locks the log of the tenant until the transaction ends. */
export async function noteChanges(
  tx: Queryable,
  { tenant, actor }: ActionContext,
  changes: readonly BooksChange[],
): Promise<void> {
  const entries = changes.map(({ action, subject, before, after }) => ({
    ...{ tenant, actor, action: `ledger.${action}`, subject },
    details: { ...(before && { before: plain(before) }), ...(after && { after: plain(after) }) },
  }));
  for (let from = 0; from < entries.length; from += AUDITS_AT_ONCE)
    await appendAudits(tx, entries.slice(from, from + AUDITS_AT_ONCE));
}

/** Returns a copy with amounts as text, which JSON keeps exactly. */
function plain(value: object): unknown {
  const text = JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? String(member) : member));
  return JSON.parse(text);
}
