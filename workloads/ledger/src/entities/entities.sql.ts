/** The statements about business entities and their ledgers. */
import { sql, type Sql } from "@rota/engine";

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

/** Returns nothing. Until the transaction ends nobody posts for the tenant or changes its books. */
export const lockEntity = (tenant: string) => sql`
  select from rota.fis_business_entity where tenant_id = ${tenant} for no key update`;

export type NewEntityRow = {
  tenant: string;
  name: string;
  legalName: string | null;
  baseCurrency: string;
  fiscalYearStartMonth: number;
};

/** Returns the tenant. No row: it is there already. */
export const insertEntity = (entity: NewEntityRow) => sql<{ tenant_id: string }>`
  insert into rota.fis_business_entity (tenant_id, name, legal_name, base_currency, fiscal_year_start_month)
  values (${entity.tenant}, ${entity.name}, ${entity.legalName}, ${entity.baseCurrency}, ${entity.fiscalYearStartMonth})
  on conflict on constraint fis_business_entity_has_an_id do nothing
  returning tenant_id`;

/** All that may change of an entity; a null is kept as one. */
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

export type LedgerRow = {
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

/** Returns who has books, in the order of tenants: all of them, or the one tenant if it has some. */
export const selectAllBooks = (wish: {
  tenant: string | undefined;
  after: string | undefined;
  limit: number;
}) => sql<BooksRow>`
  select entity.tenant_id, entity.name, entity.base_currency, entity.is_active,
         coalesce(head.next_chain_seq - 1, 0) as entries
    from rota.fis_business_entity as entity
    join rota.fis_ledger as ledger on ledger.tenant_id = entity.tenant_id and ledger.is_default
    left join rota.fis_chain_head as head using (ledger_id)
   where (${wish.tenant ?? null}::text is null or entity.tenant_id = ${wish.tenant ?? null})
     and (${wish.after ?? null}::text is null or entity.tenant_id > ${wish.after ?? null})
   order by entity.tenant_id
   limit ${wish.limit}`;
