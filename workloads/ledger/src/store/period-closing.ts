/** Closes and reopens accounting periods and closes fiscal years, each in one audited transaction. */
import { appendEvent, type Database, type Engine, json, type RotaError, type Transaction } from "@rota/engine";
import { checkpointEvent, periodClosedEvent } from "../compat/domain-events.ts";
import type { Account } from "../core/account.ts";
import { NO_TOTALS, signedBalance, signedBaseBalance } from "../core/balance.ts";
import type { JournalEntry } from "../core/entry.ts";
import { type IncomeStatement, incomeStatementOf } from "../core/financial-statement.ts";
import { closeYearOf, fiscalYearEnd, fiscalYearStart } from "../core/fiscal-year.ts";
import { changePeriod, type PeriodStatus } from "../core/period.ts";
import { LedgerError } from "../errors.ts";
import { submitAccruals } from "../tasks/reverse-accruals.ts";
import { type ActionContext, type BusinessEntity, holdEntity, noteChanges } from "./entity-store.ts";
import { readEntry } from "./entry-store.ts";
import { selectClosings } from "./entry.sql.ts";
import { carryOutRun, completeRevaluation, runRefusal, toRun } from "./period-run-store.ts";
import { findPeriod, type KeptPeriod, readPeriods, toPeriod } from "./period-store.ts";
import { holdRun, insertRun, selectRuns, setPeriodStatus } from "./period.sql.ts";
import { beginPosting } from "./posting.ts";
import { openTotals } from "./report-store.ts";

type StatusRequest = ActionContext & { readonly periodId: string; readonly status: PeriodStatus };

/**
 * Changes the status of a period. The same status again changes nothing. Before a hard close, the foreign balances of
 * the period are revalued, or an earlier revaluation is completed.
 */
export function changePeriodStatus(
  { database, codec }: Pick<Engine, "database" | "codec">,
  { tenant, actor, periodId, status }: StatusRequest,
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
      await appendEvent(tx, [periodClosedEvent(tenant, period, status), checkpointEvent(posting.head())]);
    await submitAccruals(tx, { tenant, actor }, { codec });
    const subject = { type: "accounting-period", id: periodId };
    const change = { action: "period.changed", subject, before: { status: period.status }, after: { status } };
    await noteChanges(tx, { tenant, actor }, [change]);
    return toPeriod(row);
  });
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
  if (ended?.status === "FAILED") throw runRefusal(toRun("revaluation", ended));
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
  return new LedgerError("INVALID_PERIOD_TRANSITION", message, { name });
}

function notConfigured({ name }: KeptPeriod): RotaError {
  const message =
    `period ${name} has foreign balances that are not revalued, and the tenant names no accounts for gains, losses and ` +
    "the reserve: name them in its settings, or run the revaluation first";
  return new LedgerError("REVALUATION_CONFIGURATION_INVALID", message, { name });
}

type YearCloseRequest = ActionContext & {
  readonly fiscalYear: number;
  /** Account for retained earnings. Defaults to that in the tenant's settings. */
  readonly retainedEarnings?: string | undefined;
};

type ClosedYear = {
  readonly income: IncomeStatement;
  /** Last closing entry of the year. Undefined if there was nothing to close. */
  readonly entry: JournalEntry | undefined;
  /** False if nothing was left to close. */
  readonly isNew: boolean;
};

/** Closes a fiscal year from the totals that the database adds up, in one audited transaction. */
export function closeFiscalYear(database: Database, request: YearCloseRequest): Promise<ClosedYear> {
  const { tenant, actor, fiscalYear } = request;
  return database.transaction(async (tx) => {
    const entity = await holdEntity(tx, tenant);
    const retainedEarnings = request.retainedEarnings ?? entity.retainedEarningsAccount;
    if (retainedEarnings === null) throw notNamed(fiscalYear);
    const totals = await openTotals(tx, tenant);
    const { books, source } = totals;
    const { fiscalYearStartMonth: month } = books;
    const range = { from: fiscalYearStart(fiscalYear, month), to: fiscalYearEnd(fiscalYear, month) };
    const closings = await tx.query(selectClosings(entity.ledgerId, fiscalYear));
    const year = { tenant, fiscalYear, retainedEarnings, createdBy: actor };
    const closing = closeYearOf({ balances: await totals.between(range), closings: closings.length }, year, books);
    const withoutClosing = await totals.between(range, { isWithoutClosing: true });
    const income = incomeStatementOf({ range, balances: withoutClosing, source }, books);
    if (closing === undefined) {
      const last = closings.at(-1)?.journal_entry_id;
      return { income, entry: last === undefined ? undefined : await readEntry(tx, entity, last), isNew: false };
    }
    const posting = await beginPosting(tx, { tenant, eventIds: [closing.eventId] });
    const [entry] = await posting.post([closing]);
    const subject = { type: "fiscal-year", id: String(fiscalYear) };
    const after = { journalEntryId: entry?.id, retainedEarnings };
    await noteChanges(tx, { tenant, actor }, [{ action: "year.closed", subject, after }]);
    return { income, entry, isNew: true };
  });
}

function notNamed(fiscalYear: number): RotaError {
  const message = `fiscal year ${String(fiscalYear)} cannot be closed: name the account for retained earnings in the request or in the settings of the tenant`;
  return new LedgerError("YEAR_END_CLOSE_FAILED", message, { fiscalYear });
}
