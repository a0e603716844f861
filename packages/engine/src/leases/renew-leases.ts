/** Renews what a process has leased, in one statement however many chunks run. */
import type { Queryable } from "../database/database.ts";
import { renewLeaseRows, type Renewal } from "./leases.sql.ts";

export type Renewed = {
  /** Leases that ended without us: nothing written under them counts any more. */
  readonly lost: readonly bigint[];
  /** Tasks of leased chunks that were cancelled. */
  readonly cancelledTasks: readonly bigint[];
};

export async function renewLeases(on: Queryable, renewal: Renewal): Promise<Renewed> {
  const rows = await on.query(renewLeaseRows(renewal));
  return {
    lost: rows.flatMap(({ lost }) => lost ?? []),
    cancelledTasks: rows.flatMap(({ cancelled }) => cancelled ?? []),
  };
}
