/** Creates, changes, builds and seals snapshots of facts. Each change is a part of the caller's transaction. */
import type { RotaError, Transaction } from "@rota/engine";
import { violatedConstraint } from "@rota/engine/workload";
import { sealSnapshot } from "../core/facts/snapshot.ts";
import { PassportError } from "../errors.ts";
import { appendPassportEvent } from "./events.ts";
import { found, notFound } from "./rows.ts";
import {
  countItems,
  deleteItem,
  insertItems,
  insertSnapshot,
  lockSnapshot,
  reviseSnapshot,
  selectChangedFact,
  selectItems,
  selectKnownIds,
  setReady,
  setSealed,
  type SnapshotRow,
  type FactSelection,
} from "./snapshots.sql.ts";

/** Maximum number of items of a snapshot. They are hashed as one text. */
export const SNAPSHOT_ITEMS_MAX = 100_000;

type SnapshotName = { readonly snapshotId: string; readonly tenant: string | undefined };
type SnapshotChange = SnapshotName & { readonly actor: string };

export async function createSnapshot(
  tx: Transaction,
  input: { readonly tenant: string; readonly label: string | undefined; readonly createdBy: string },
): Promise<SnapshotRow> {
  const [snapshot] = await tx.query(insertSnapshot(input));
  if (snapshot === undefined) throw new Error("a snapshot was inserted and no row came back");
  const { tenant, snapshot_id: id } = snapshot;
  await appendPassportEvent(tx, {
    tenant,
    aggregate: { type: "DataSnapshot", id },
    type: "SNAPSHOT_CREATED",
    actor: input.createdBy,
    payload: { snapshot_id: id },
  });
  return snapshot;
}

/** Adds facts to a snapshot and returns how many are new. */
export async function addItems(tx: Transaction, change: SnapshotChange, selection: FactSelection): Promise<number> {
  const { tenant, snapshot_id: snapshotId } = await holdUnsealed(tx, change);
  await refuseMissing(tx, tenant, selection);
  const added = await insertDistinct(tx, { tenant, snapshotId }, selection);
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

type UnsealedSnapshot = SnapshotRow & { readonly status: "BUILDING" | "READY" };

/** Locks the snapshot until the transaction ends. Refuses a sealed one with SNAPSHOT_SEALED. */
async function holdUnsealed(tx: Transaction, { snapshotId, tenant }: SnapshotName): Promise<UnsealedSnapshot> {
  const snapshot = await found(tx, lockSnapshot(snapshotId, tenant), { what: "snapshot", id: snapshotId });
  const { status } = snapshot;
  if (status !== "SEALED") return { ...snapshot, status };
  throw new PassportError(
    "SNAPSHOT_SEALED",
    `the snapshot ${snapshotId} is sealed and stays as it is: make another one`,
  );
}

async function refuseMissing(tx: Transaction, tenant: string, selection: FactSelection): Promise<void> {
  const there = new Set((await tx.query(selectKnownIds(tenant, selection))).map(({ id }) => id));
  const fact = selection.factIds.find((id) => !there.has(id));
  if (fact !== undefined) throw notFound("fact", fact);
  const version = selection.documentVersionIds.find((id) => !there.has(id));
  if (version !== undefined) throw notFound("validated document version", version);
}

async function insertDistinct(
  tx: Transaction,
  { tenant, snapshotId }: { readonly tenant: string; readonly snapshotId: string },
  selection: FactSelection,
): Promise<readonly { fact_id: string }[]> {
  try {
    return await tx.query(insertItems(tenant, snapshotId, selection));
  } catch (error) {
    if (violatedConstraint(error) !== "passports_snapshot_items_say_a_thing_once") throw error;
    const message = "the snapshot would hold two facts of one type and key: leave one of them out";
    throw new PassportError("VALIDATION_ERROR", message, { reason: "DUPLICATE_FACT" }, { cause: error });
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
  return new PassportError("VALIDATION_ERROR", message, { items, itemsMax: SNAPSHOT_ITEMS_MAX });
}

export type BuiltSnapshot = { readonly status: "BUILDING" | "READY"; readonly item_count: number };

/** Builds a revision of a snapshot. If the snapshot has a newer revision, it stays BUILDING, because another build is or will be requested. */
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
    throw new PassportError("VALIDATION_ERROR", message, { reason: "FACT_CHANGED", factId: changed.fact_id });
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

type SealedSnapshot = { readonly snapshotId: string; readonly snapshotHash: string; readonly sealedAt: Date };

export async function sealStoredSnapshot(tx: Transaction, change: SnapshotChange): Promise<SealedSnapshot> {
  const { snapshotId, actor } = change;
  const { tenant, status } = await holdUnsealed(tx, change);
  if (status !== "READY") {
    const message = `the snapshot ${snapshotId} is ${status}: have it built, and seal it when it is READY`;
    throw new PassportError("SNAPSHOT_NOT_READY", message, { status });
  }
  const page = { tenant, snapshotId, after: undefined, limit: SNAPSHOT_ITEMS_MAX };
  const items = (await tx.query(selectItems(page))).map((row) => ({
    factType: row.fact_type,
    factKey: row.fact_key,
    payloadHash: row.payload_hash,
  }));
  const { snapshotCanonical: canonical, snapshotHash: hash } = sealSnapshot(snapshotId, items);
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
