/** Creates snapshots and changes which facts they hold, each in a transaction of the caller's. */
import { RotaError, violatedConstraint, type Transaction } from "@rota/engine";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { found } from "../found.ts";
import { notFound } from "../refusals.ts";
import {
  countItems,
  deleteItem,
  insertItems,
  insertSnapshot,
  lockSnapshot,
  reviseSnapshot,
  selectWished,
  type SnapshotRow,
  type WishedFacts,
} from "./snapshots.sql.ts";

/** They are hashed as one text. */
export const SNAPSHOT_ITEMS_MAX = 100_000;

export type SnapshotName = { readonly snapshotId: string; readonly tenant: string | undefined };
export type SnapshotChange = SnapshotName & { readonly actor: string };

export async function createSnapshot(
  tx: Transaction,
  wish: { readonly tenant: string; readonly label: string | undefined; readonly createdBy: string },
): Promise<SnapshotRow> {
  const [snapshot] = await tx.query(insertSnapshot(wish));
  if (snapshot === undefined) throw new Error("a snapshot was inserted and no row came back");
  const { tenant, snapshot_id: id } = snapshot;
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "DataSnapshot", id },
    type: "SNAPSHOT_CREATED",
    actor: wish.createdBy,
    payload: { snapshot_id: id },
  });
  return snapshot;
}

/** What the snapshot holds already stays; how many were new is told. */
export async function addItems(tx: Transaction, change: SnapshotChange, wish: WishedFacts): Promise<number> {
  const { tenant, snapshot_id: snapshotId } = await holdUnsealed(tx, change);
  await refuseMissing(tx, tenant, wish);
  const added = await insertDistinct(tx, { tenant, snapshotId }, wish);
  if (added.length === 0) return 0;
  const [count] = await tx.query(countItems(tenant, snapshotId));
  const items = count?.items ?? 0;
  if (items > SNAPSHOT_ITEMS_MAX) throw tooMany(items);
  await revise(tx, { tenant, snapshotId, actor: change.actor, added: added.length, removed: 0 });
  return added.length;
}

export async function removeItem(tx: Transaction, change: SnapshotChange, factId: string): Promise<void> {
  const { tenant, snapshot_id: snapshotId } = await holdUnsealed(tx, change);
  await found(tx, deleteItem({ tenant, snapshotId, factId }), { what: "fact in this snapshot", id: factId });
  await revise(tx, { tenant, snapshotId, actor: change.actor, added: 0, removed: 1 });
}

export type UnsealedSnapshot = SnapshotRow & { readonly status: "BUILDING" | "READY" };

/** Refuses with SNAPSHOT_SEALED when it was sealed; else nobody changes it before the transaction ends. */
export async function holdUnsealed(tx: Transaction, { snapshotId, tenant }: SnapshotName): Promise<UnsealedSnapshot> {
  const snapshot = await found(tx, lockSnapshot(snapshotId, tenant), { what: "snapshot", id: snapshotId });
  const { status } = snapshot;
  if (status !== "SEALED") return { ...snapshot, status };
  throw new RotaError("SNAPSHOT_SEALED", `the snapshot ${snapshotId} is sealed and stays as it is: make another one`);
}

async function refuseMissing(tx: Transaction, tenant: string, wish: WishedFacts): Promise<void> {
  const there = new Set((await tx.query(selectWished(tenant, wish))).map(({ id }) => id));
  const fact = wish.factIds.find((id) => !there.has(id));
  if (fact !== undefined) throw notFound("fact", fact);
  const version = wish.documentVersionIds.find((id) => !there.has(id));
  if (version !== undefined) throw notFound("validated document version", version);
}

async function insertDistinct(
  tx: Transaction,
  { tenant, snapshotId }: { readonly tenant: string; readonly snapshotId: string },
  wish: WishedFacts,
): Promise<readonly { fact_id: string }[]> {
  try {
    return await tx.query(insertItems(tenant, snapshotId, wish));
  } catch (error) {
    if (violatedConstraint(error) !== "passports_snapshot_items_say_a_thing_once") throw error;
    const message = "the snapshot would hold two facts of one type and key: leave one of them out";
    throw new RotaError("VALIDATION_ERROR", message, { reason: "DUPLICATE_FACT" }, { cause: error });
  }
}

type Revision = {
  readonly tenant: string;
  readonly snapshotId: string;
  readonly actor: string;
  readonly added: number;
  readonly removed: number;
};

async function revise(tx: Transaction, { tenant, snapshotId, actor, added, removed }: Revision): Promise<void> {
  await tx.query(reviseSnapshot(snapshotId));
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "DataSnapshot", id: snapshotId },
    type: "SNAPSHOT_CHANGED",
    actor,
    payload: { snapshot_id: snapshotId, added, removed },
  });
}

function tooMany(items: number): RotaError {
  const message = `the snapshot would hold ${String(items)} facts, at most ${String(SNAPSHOT_ITEMS_MAX)}: use several`;
  return new RotaError("VALIDATION_ERROR", message, { items, itemsMax: SNAPSHOT_ITEMS_MAX });
}
