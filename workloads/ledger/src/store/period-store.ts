/** Reads accounting periods and creates them, each in one audited transaction. */
import type { Engine, Queryable } from "@rota/engine";
import { checkNewPeriod, type Period } from "../core/period.ts";
import { LedgerError } from "../errors.ts";
import { submitAccruals } from "../tasks/reverse-accruals.ts";
import { type ActionContext, holdEntity, noteChanges } from "./entity-store.ts";
import { insertPeriod, type PeriodRow, selectPeriods } from "./period.sql.ts";

export type KeptPeriod = Period & {
  readonly periodId: string;
  readonly closedBy: string | null;
  readonly closedAt: Date | null;
  readonly createdAt: Date;
};

type NewPeriod = Pick<Period, "name" | "start" | "end">;

/** Creates a period. It may take the mirrors of accruals of an earlier closed period. */
export function createPeriod(
  { database, codec }: Pick<Engine, "database" | "codec">,
  { tenant, actor, period }: ActionContext & { readonly period: NewPeriod },
): Promise<KeptPeriod> {
  return database.transaction(async (tx) => {
    await holdEntity(tx, tenant);
    checkNewPeriod({ ...period, status: "OPEN" }, await readPeriods(tx, tenant));
    const [row] = await tx.query(insertPeriod({ tenant, ...period }));
    if (row === undefined) throw new Error("a period was inserted and no row came back");
    await submitAccruals(tx, { tenant, actor }, { codec });
    const subject = { type: "accounting-period", id: row.period_id };
    await noteChanges(tx, { tenant, actor }, [{ action: "period.created", subject, after: period }]);
    return toPeriod(row);
  });
}

export async function readPeriods(on: Queryable, tenant: string): Promise<KeptPeriod[]> {
  return (await on.query(selectPeriods(tenant))).map(toPeriod);
}

/** Returns a period. Throws ACCOUNTING_PERIOD_NOT_FOUND. */
export function findPeriod(periods: readonly KeptPeriod[], periodId: string): KeptPeriod {
  const found = periods.find((period) => period.periodId === periodId);
  if (found !== undefined) return found;
  const message = `there is no accounting period ${periodId}: list those that there are`;
  throw new LedgerError("ACCOUNTING_PERIOD_NOT_FOUND", message, { period: periodId });
}

export function toPeriod(row: PeriodRow): KeptPeriod {
  const { period_id: periodId, name, start_date: start, end_date: end, status } = row;
  return {
    ...{ periodId, name, start, end, status },
    closedBy: row.closed_by,
    closedAt: row.closed_at,
    createdAt: row.created_at,
  };
}
