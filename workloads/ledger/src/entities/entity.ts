/** A business entity: the settings of a tenant's books, and its default ledger. */
import { RotaError, type Queryable } from "@rota/engine";
import { type EntityRow, type EntitySettings, lockEntity, selectEntity } from "./entities.sql.ts";

export type BusinessEntity = EntitySettings & {
  readonly tenant: string;
  readonly baseCurrency: string;
  readonly fiscalYearStartMonth: number;
  readonly ledgerId: bigint;
  readonly ledgerCode: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Refuses with TENANT_NOT_FOUND. */
export async function readEntity(on: Queryable, tenant: string): Promise<BusinessEntity> {
  const [row] = await on.query(selectEntity(tenant));
  if (row !== undefined) return toEntity(row);
  const message = `tenant "${tenant}" has no books: create its business entity first`;
  throw new RotaError("TENANT_NOT_FOUND", message, { tenant });
}

/** The same, held until the transaction ends: nobody posts for the tenant or changes its books meanwhile. */
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
