/** Finds out whether a snapshot can be sealed, in a transaction of the caller's. */
import { RotaError, type Transaction } from "@rota/engine";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { holdUnsealed } from "./change-items.ts";
import { countItems, selectChangedFact, setReady } from "./snapshots.sql.ts";

export type BuiltSnapshot = { readonly status: "BUILDING" | "READY"; readonly item_count: number };

/** A snapshot that was changed since the revision that is built stays BUILDING: another build was or will be asked for. */
export async function buildSnapshot(
  tx: Transaction,
  { snapshotId, revision }: { readonly snapshotId: string; readonly revision: number },
): Promise<BuiltSnapshot> {
  const { tenant, status, revision: newest } = await holdUnsealed(tx, { snapshotId, tenant: undefined });
  const [count] = await tx.query(countItems(tenant, snapshotId));
  const items = count?.items ?? 0;
  if (status === "READY" || newest !== revision) return { status, item_count: items };
  const [changed] = await tx.query(selectChangedFact(tenant, snapshotId));
  if (changed !== undefined) {
    const message = `the fact ${changed.fact_id} is not what its hash says: its bytes were changed in the database`;
    throw new RotaError("VALIDATION_ERROR", message, { reason: "FACT_CHANGED", factId: changed.fact_id });
  }
  await tx.query(setReady(snapshotId));
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "DataSnapshot", id: snapshotId },
    type: "SNAPSHOT_READY",
    payload: { snapshot_id: snapshotId, items },
  });
  return { status: "READY", item_count: items };
}
