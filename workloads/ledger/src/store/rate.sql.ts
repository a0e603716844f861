/** The statements about exchange rates. */
import { sql } from "@rota/engine";
import type { RateType } from "../core/rate.ts";

export type RateRow = {
  rate_id: string;
  source_currency: string;
  target_currency: string;
  rate_type: RateType;
  rate: string;
  effective_date: string;
  uploaded_by: string;
  created_at: Date;
  superseded_at: Date | null;
};

type RatesPage = {
  tenant: string;
  source: string | null;
  target: string | null;
  type: RateType | null;
  date: string | null;
  hasSuperseded: boolean;
  before: string | null;
  beforeId: string | null;
  limit: number;
};

/** Returns rates, the latest day first. */
export const selectRates = (page: RatesPage) => sql<RateRow>`
  select rate_id, source_currency, target_currency, rate_type, rate, effective_date, uploaded_by, created_at, superseded_at
    from rota.fis_exchange_rate
   where tenant_id = ${page.tenant}
     and (${page.source}::text is null or source_currency = ${page.source})
     and (${page.target}::text is null or target_currency = ${page.target})
     and (${page.type}::text is null or rate_type = ${page.type})
     and (${page.date}::date is null or effective_date = ${page.date})
     and (superseded_at is null or ${page.hasSuperseded})
     and (${page.before}::date is null or (effective_date, rate_id) < (${page.before}::date, ${page.beforeId}::uuid))
   order by effective_date desc, rate_id desc
   limit ${page.limit}`;

type GivenRates = {
  tenant: string;
  sources: readonly string[];
  targets: readonly string[];
  types: readonly string[];
  dates: readonly string[];
  rates: readonly string[];
};

/** Returns the ids of the superseded rates. A rate that is given unchanged is not superseded. */
export const supersedeRates = (given: GivenRates) => sql<{ rate_id: string }>`
  update rota.fis_exchange_rate as held
     set superseded_at = clock_timestamp()
    from unnest(${given.sources}::text[], ${given.targets}::text[], ${given.types}::text[], ${given.dates}::date[],
                ${given.rates}::numeric[]) as given (source, target, type, day, rate)
   where held.tenant_id = ${given.tenant} and held.superseded_at is null
     and held.source_currency = source and held.target_currency = target and held.rate_type = type
     and held.effective_date = day and held.rate <> given.rate
  returning held.rate_id`;

/** Returns the ids of the added rates. Rates that exist already are left out. */
export const insertRates = (given: GivenRates, actor: string) => sql<{ rate_id: string }>`
  insert into rota.fis_exchange_rate (tenant_id, source_currency, target_currency, rate_type, effective_date, rate, uploaded_by)
  select ${given.tenant}, source, target, type, day, rate, ${actor}
    from unnest(${given.sources}::text[], ${given.targets}::text[], ${given.types}::text[], ${given.dates}::date[],
                ${given.rates}::numeric[]) as given (source, target, type, day, rate)
  on conflict (tenant_id, source_currency, target_currency, rate_type, effective_date) where superseded_at is null do nothing
  returning rate_id`;
