/** The statements about accounting periods. */
import { sql } from "@rota/engine";
import type { PeriodStatus } from "../../periods/period.ts";

export type PeriodRow = {
  period_id: string;
  name: string;
  start_date: string;
  end_date: string;
  status: PeriodStatus;
  closed_by: string | null;
  closed_at: Date | null;
  created_at: Date;
};

/** Returns the periods of a tenant in their order. */
export const selectPeriods = (tenant: string) => sql<PeriodRow>`
  select period_id, name, start_date, end_date, status, closed_by, closed_at, created_at
    from rota.fis_accounting_period where tenant_id = ${tenant} order by start_date`;

export type NewPeriodRow = { tenant: string; name: string; start: string; end: string };

/** Returns the new period. */
export const insertPeriod = ({ tenant, name, start, end }: NewPeriodRow) => sql<PeriodRow>`
  insert into rota.fis_accounting_period (tenant_id, name, start_date, end_date)
  values (${tenant}, ${name}, ${start}, ${end})
  returning period_id, name, start_date, end_date, status, closed_by, closed_at, created_at`;

/** Returns the period as it is now. */
export const setPeriodStatus = (periodId: string, status: PeriodStatus, actor: string) => sql<PeriodRow>`
  update rota.fis_accounting_period
     set status    = ${status},
         closed_by = case when ${status} = 'OPEN' then null else ${actor} end,
         closed_at = case when ${status} = 'OPEN' then null else clock_timestamp() end
   where period_id = ${periodId}
  returning period_id, name, start_date, end_date, status, closed_by, closed_at, created_at`;
