/** Seals a snapshot: from then on its facts are one hash, in a transaction of the caller's. */
import { RotaError, type Transaction } from "@rota/engine";
import { sealSnapshot as sealItems } from "../../facts/snapshot.ts";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { holdUnsealed, SNAPSHOT_ITEMS_MAX, type SnapshotChange } from "./change-items.ts";
import { selectItems, setSealed } from "./snapshots.sql.ts";

export type SealedSnapshot = { readonly snapshotId: string; readonly snapshotHash: string; readonly sealedAt: Date };

export async function sealSnapshot(tx: Transaction, change: SnapshotChange): Promise<SealedSnapshot> {
  const { snapshotId, actor } = change;
  const { tenant, status } = await holdUnsealed(tx, change);
  if (status !== "READY") {
    const message = `the snapshot ${snapshotId} is ${status}: have it built, and seal it when it is READY`;
    throw new RotaError("SNAPSHOT_NOT_READY", message, { status });
  }
  const page = { tenant, snapshotId, after: undefined, limit: SNAPSHOT_ITEMS_MAX };
  const items = (await tx.query(selectItems(page))).map((row) => ({
    factType: row.fact_type,
    factKey: row.fact_key,
    payloadHash: row.payload_hash,
  }));
  const { snapshotCanonical: canonical, snapshotHash: hash } = sealItems(snapshotId, items);
  const [sealed] = await tx.query(setSealed({ snapshotId, sealedBy: actor, canonical, hash }));
  if (sealed === undefined) throw new Error("a snapshot was sealed and no row came back");
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "DataSnapshot", id: snapshotId },
    type: "SNAPSHOT_SEALED",
    actor,
    payload: { snapshot_id: snapshotId, snapshot_hash: hash, items: items.length },
  });
  return { snapshotId, snapshotHash: hash, sealedAt: sealed.sealed_at };
}
