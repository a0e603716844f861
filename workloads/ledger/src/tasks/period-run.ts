/** Defines the task that revalues or translates a period, and starts it once per event id and period. */
import { defineTask, type Engine, json, planTask, type RotaError, submitTasks, type Transaction } from "@rota/engine";
import { isRepeated, keyConflict } from "@rota/engine/workload";
import { businessHash } from "../core/chain.ts";
import { LedgerError } from "../errors.ts";
import { type ActionContext, type BusinessEntity, holdEntity, noteChanges } from "../store/entity-store.ts";
import { carryOutRun, type Run, type RunAccounts, type RunName, toRun } from "../store/period-run-store.ts";
import { findPeriod, readPeriods } from "../store/period-store.ts";
import {
  holdRun,
  insertRun,
  insertRunKey,
  type RunKind,
  type RunRow,
  selectKey,
  selectRuns,
} from "../store/period.sql.ts";
import { LEDGER_QUEUE, planAccruals } from "./reverse-accruals.ts";

/** Posts the entries and ends the run in one transaction, so that it happens once however often the task runs. */
export const periodRun = defineTask({
  name: "ledger.period-run",
  queue: LEDGER_QUEUE,
  async run({ actor, ...name }: RunName & { readonly actor: string }, { commit, submit }) {
    await commit(async (tx) => {
      await carryOutRun(tx, name);
      await submit(tx, [await planAccruals({ tenant: name.tenant, actor })]);
    });
  },
});

export type RunRequest = ActionContext & {
  readonly kind: RunKind;
  readonly periodId: string;
  readonly eventId: string;
  /** Accounts of the run. Each one defaults to that in the tenant's settings. */
  readonly accounts: Partial<RunAccounts>;
};

type StartedRun = { readonly run: Run; readonly isRepeated: boolean };

/** Maximum time that a caller waits for the end of a run. */
const WAIT_MS = 10_000;

/** Starts a run of a period as a task, once per event id and period, and waits up to ten seconds for its end. */
export async function startRun(engine: Engine, request: RunRequest, signal: AbortSignal): Promise<StartedRun> {
  const { tenant, kind } = request;
  const { row, taskId, isRepeated } = await engine.database.transaction((tx) => enter(tx, engine, request));
  if (taskId !== undefined) await engine.task(taskId).resultWithin({ waitMs: WAIT_MS, signal });
  const [now] = await engine.database.query(holdRun(kind, tenant, row.run_id));
  return { run: toRun(kind, now ?? row), isRepeated };
}

type Entered = { readonly row: RunRow; readonly taskId: bigint | undefined; readonly isRepeated: boolean };

async function enter(tx: Transaction, { codec }: Engine, request: RunRequest): Promise<Entered> {
  const { tenant, kind, periodId, eventId, actor } = request;
  const entity = await holdEntity(tx, tenant);
  findPeriod(await readPeriods(tx, tenant), periodId);
  const runs = await tx.query(selectRuns(kind, tenant, periodId));
  const repeated = await repeatedRun(tx, request, runs);
  if (repeated !== undefined) return { row: repeated, taskId: undefined, isRepeated: true };

  const accounts = accountsOf(request, entity);
  const [row] = await tx.query(insertRun(kind, { tenant, periodId, eventId, details: json({ accounts }), actor }));
  if (row === undefined) throw alreadyRun(kind, runs[0]);
  const input = { tenant, kind, runId: row.run_id, actor };
  const placement = { tenant, group: "ledger", submittedBy: actor };
  const [task] = await submitTasks(tx, [await planTask(periodRun, input, placement)], { codec });
  const subject = { type: "accounting-period", id: periodId };
  await noteChanges(tx, { tenant, actor }, [{ action: `${kind}.started`, subject, after: { eventId, accounts } }]);
  return { row, taskId: task?.taskId, isRepeated: false };
}

/** Returns the run that the same request started before, unless it failed: a failed run is started again. */
async function repeatedRun(tx: Transaction, request: RunRequest, runs: readonly RunRow[]): Promise<RunRow | undefined> {
  const { tenant, kind, periodId, eventId, accounts } = request;
  const hash = businessHash({ command: kind, periodId, eventId, accounts });
  const [key] = await tx.query(selectKey(tenant, eventId));
  const usedKey = { name: `event id ${JSON.stringify(eventId)}`, details: { eventId } };
  if (key !== undefined && key.outcome !== "RUN") throw keyConflict(usedKey);
  isRepeated(key && Buffer.from(key.payload_hash).toString("hex"), hash, usedKey);
  await tx.query(insertRunKey(tenant, eventId, Buffer.from(hash, "hex")));
  return key && runs.find((run) => run.event_id === eventId && run.status !== "FAILED");
}

function accountsOf({ accounts, kind }: RunRequest, entity: BusinessEntity): RunAccounts {
  const reserve = accounts.reserve ?? entity.fxReserveAccount ?? undefined;
  if (reserve === undefined) {
    const message = "no account is named for the reserve: name one in the request or in the settings of the tenant";
    throw new LedgerError("REVALUATION_CONFIGURATION_INVALID", message);
  }
  if (kind === "translation") return { reserve, oci: accounts.oci };
  return {
    reserve,
    gain: accounts.gain ?? entity.fxGainAccount ?? undefined,
    loss: accounts.loss ?? entity.fxLossAccount ?? undefined,
  };
}

function alreadyRun(kind: RunKind, run: RunRow | undefined): RotaError {
  const message = `the period has a ${kind} that is ${run?.status ?? "there"} already: one is made for each period`;
  return new LedgerError("REVALUATION_ALREADY_RUN", message, { runId: run?.run_id ?? null });
}
