/** Closes and opens accounting periods, in one transaction that it opens, and audited: nobody posts meanwhile. */
import { appendEvent, json, RotaError, type Engine, type NewEvent, type Transaction } from "@rota/engine";
import type { Account } from "../accounts/account.ts";
import { NO_TOTALS, signedBalance, signedBaseBalance } from "../accounts/totals.ts";
import { type BusinessEntity, holdEntity } from "../entities/entity.ts";
import { type Acting, noteChanges } from "../entities/note-change.ts";
import { findPeriod, type KeptPeriod, readPeriods, toPeriod } from "../entities/periods/keep-periods.ts";
import { setPeriodStatus } from "../entities/periods/periods.sql.ts";
import { changePeriod } from "../periods/change-period.ts";
import type { PeriodStatus } from "../periods/period.ts";
import { checkpointEvent, DOMAIN_EXCHANGE } from "../posting/announce-entries.ts";
import { beginPosting } from "../posting/begin-posting.ts";
import { openTotals } from "../reports/stored/read-totals.ts";
import { submitAccruals } from "../tasks/reverse-accruals.ts";
import { carryOutRun, completeRevaluation } from "./carry-out-run.ts";
import { refusalOf, toRun } from "./run.ts";
import { holdRun, insertRun, selectRuns } from "./runs.sql.ts";

export type StatusWish = Acting & { readonly periodId: string; readonly status: PeriodStatus };

/**
 * The same status again changes nothing. Before a period is closed hard, its foreign balances are revalued; if that was done
 * before, what has changed since.
 */
export function changePeriodStatus(
  { database, codec }: Pick<Engine, "database" | "codec">,
  { tenant, actor, periodId, status }: StatusWish,
): Promise<KeptPeriod> {
  return database.transaction(async (tx) => {
    const entity = await holdEntity(tx, tenant);
    const periods = await readPeriods(tx, tenant);
    const period = findPeriod(periods, periodId);
    changePeriod(period, status, periods);
    if (status === period.status) return period;
    if (status === "HARD_CLOSED") await revalueFirst(tx, { entity, period, actor });
    const [row] = await tx.query(setPeriodStatus(periodId, status, actor));
    if (row === undefined) throw new Error("a period that was held is gone");
    const posting = await beginPosting(tx, { tenant, eventIds: [] });
    if (status !== "OPEN")
      await appendEvent(tx, [closedEvent(tenant, period, status), checkpointEvent(posting.head())]);
    await submitAccruals(tx, { tenant, actor }, { codec });
    const subject = { type: "accounting-period", id: periodId };
    const change = { action: "period.changed", subject, before: { status: period.status }, after: { status } };
    await noteChanges(tx, { tenant, actor }, [change]);
    return toPeriod(row);
  });
}

function closedEvent(tenant: string, { periodId, name, start, end }: KeptPeriod, status: PeriodStatus): NewEvent {
  return {
    tenant,
    type: "fis.period.closed",
    aggregate: { type: "ACCOUNTING_PERIOD", id: periodId },
    exchange: DOMAIN_EXCHANGE,
    payload: { tenantId: tenant, periodId, name, startDate: start, endDate: end, status },
  };
}

type Closing = { readonly entity: BusinessEntity; readonly period: KeptPeriod; readonly actor: string };

async function revalueFirst(tx: Transaction, { entity, period, actor }: Closing): Promise<void> {
  const { tenant } = entity;
  const { periodId } = period;
  const runs = await tx.query(selectRuns("revaluation", tenant, periodId));
  const run = runs.find(({ status }) => status !== "FAILED");
  if (run?.status === "PROCESSING") throw stillRunning(period);
  if (run !== undefined) return completeRevaluation(tx, tenant, run.run_id);
  if (!(await hasForeignBalances(tx, tenant, period.end))) return;
  const accounts = { reserve: entity.fxReserveAccount, gain: entity.fxGainAccount, loss: entity.fxLossAccount };
  if (Object.values(accounts).includes(null)) throw notConfigured(period);
  const eventId = `REVALUATION:${periodId}`;
  const [made] = await tx.query(
    insertRun("revaluation", { tenant, periodId, eventId, details: json({ accounts }), actor }),
  );
  const runId = made?.run_id ?? "";
  await carryOutRun(tx, { tenant, kind: "revaluation", runId });
  const [ended] = await tx.query(holdRun("revaluation", tenant, runId));
  if (ended?.status === "FAILED") throw refusalOf(toRun("revaluation", ended));
}

async function hasForeignBalances(tx: Transaction, tenant: string, day: string): Promise<boolean> {
  const totals = await openTotals(tx, tenant);
  const { chart, baseCurrency } = totals.books;
  const isForeign = ({ type, currency }: Account) =>
    currency !== baseCurrency && (type === "ASSET" || type === "LIABILITY");
  const foreign = chart.accounts.filter(isForeign);
  if (foreign.length === 0) return false;
  const balances = await totals.until(day);
  return foreign
    .map(({ code }) => balances.get(code) ?? NO_TOTALS)
    .some((each) => signedBalance(each) !== 0n || signedBaseBalance(each) !== 0n);
}

function stillRunning({ name }: KeptPeriod): RotaError {
  const message = `the revaluation of period ${name} is not done: wait for it, then close the period`;
  return new RotaError("INVALID_PERIOD_TRANSITION", message, { name });
}

function notConfigured({ name }: KeptPeriod): RotaError {
  const message =
    `period ${name} has foreign balances that are not revalued, and the tenant names no accounts for gains, losses and ` +
    "the reserve: name them in its settings, or run the revaluation first";
  return new RotaError("REVALUATION_CONFIGURATION_INVALID", message, { name });
}
