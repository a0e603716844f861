/** The statements about accounting periods and their revaluation and translation runs. */
import { type JsonValue, sql, type Sql } from "@rota/engine";
import type { PeriodStatus } from "../core/period.ts";

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

type NewPeriodRow = { tenant: string; name: string; start: string; end: string };

/** Returns the new period. */
export const insertPeriod = ({ tenant, name, start, end }: NewPeriodRow) => sql<PeriodRow>`
  insert into rota.fis_accounting_period (tenant_id, name, start_date, end_date)
  values (${tenant}, ${name}, ${start}, ${end})
  returning period_id, name, start_date, end_date, status, closed_by, closed_at, created_at`;

/** Returns the changed period. */
export const setPeriodStatus = (periodId: string, status: PeriodStatus, actor: string) => sql<PeriodRow>`
  update rota.fis_accounting_period
     set status    = ${status},
         closed_by = case when ${status} = 'OPEN' then null else ${actor} end,
         closed_at = case when ${status} = 'OPEN' then null else clock_timestamp() end
   where period_id = ${periodId}
  returning period_id, name, start_date, end_date, status, closed_by, closed_at, created_at`;

export type RunKind = "revaluation" | "translation";
export type RunStatus = "PROCESSING" | "COMPLETED" | "FAILED";

export type RunRow = {
  run_id: string;
  period_id: string;
  event_id: string;
  status: RunStatus;
  details: unknown;
  created_by: string;
  created_at: Date;
  updated_at: Date;
};

type NewRunRow = { tenant: string; periodId: string; eventId: string; details: JsonValue; actor: string };

/** Returns the new run. No row: the period has a run that has not failed. */
export function insertRun(kind: RunKind, { tenant, periodId, eventId, details, actor }: NewRunRow): Sql<RunRow> {
  switch (kind) {
    case "revaluation":
      return sql<RunRow>`
        insert into rota.fis_period_revaluation_run (tenant_id, period_id, event_id, details, created_by)
        values (${tenant}, ${periodId}, ${eventId}, ${details}, ${actor})
        on conflict (tenant_id, period_id) where status <> 'FAILED' do nothing
        returning *`;
    case "translation":
      return sql<RunRow>`
        insert into rota.fis_period_translation_run (tenant_id, period_id, event_id, details, created_by)
        values (${tenant}, ${periodId}, ${eventId}, ${details}, ${actor})
        on conflict (tenant_id, period_id) where status <> 'FAILED' do nothing
        returning *`;
  }
}

/** Returns the runs of a period, the newest first. */
export function selectRuns(kind: RunKind, tenant: string, periodId: string): Sql<RunRow> {
  switch (kind) {
    case "revaluation":
      return sql<RunRow>`
        select * from rota.fis_period_revaluation_run where tenant_id = ${tenant} and period_id = ${periodId}
         order by created_at desc limit 1000`;
    case "translation":
      return sql<RunRow>`
        select * from rota.fis_period_translation_run where tenant_id = ${tenant} and period_id = ${periodId}
         order by created_at desc limit 1000`;
  }
}

/** Returns one run, locked until the transaction ends. No row: the tenant has none of that id. */
export function holdRun(kind: RunKind, tenant: string, runId: string): Sql<RunRow> {
  switch (kind) {
    case "revaluation":
      return sql<RunRow>`
        select * from rota.fis_period_revaluation_run where tenant_id = ${tenant} and run_id = ${runId} for update`;
    case "translation":
      return sql<RunRow>`
        select * from rota.fis_period_translation_run where tenant_id = ${tenant} and run_id = ${runId} for update`;
  }
}

type RunEnd = { runId: string; status: RunStatus; details: JsonValue };

/** Returns nothing. */
export function endRun(kind: RunKind, { runId, status, details }: RunEnd): Sql {
  switch (kind) {
    case "revaluation":
      return sql`
        update rota.fis_period_revaluation_run
           set status = ${status}, details = details || ${details}::jsonb, updated_at = clock_timestamp()
         where run_id = ${runId}`;
    case "translation":
      return sql`
        update rota.fis_period_translation_run
           set status = ${status}, details = details || ${details}::jsonb, updated_at = clock_timestamp()
         where run_id = ${runId}`;
  }
}

type KeyRow = { payload_hash: Uint8Array; outcome: string; journal_entry_id: string | null };

/** Returns the use of an event id. No row: it is not used. */
export const selectKey = (tenant: string, eventId: string) => sql<KeyRow>`
  select payload_hash, outcome, journal_entry_id from rota.fis_event_key
   where tenant_id = ${tenant} and event_id = ${eventId}`;

/** Records an event id as used by a run. Returns nothing. An existing key does not change. */
export const insertRunKey = (tenant: string, eventId: string, hash: Uint8Array) => sql`
  insert into rota.fis_event_key (tenant_id, event_id, payload_hash, outcome)
  values (${tenant}, ${eventId}, ${hash}, 'RUN')
  on conflict on constraint fis_event_key_is_used_once do nothing`;
