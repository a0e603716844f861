/** Puts what documents say into the snapshots of a part of a batch and seals them, in a transaction of the caller's. */
import type { Transaction } from "@rota/engine";
import { sealSnapshot } from "../../facts/snapshot.ts";
import { appendPassportEvents, type NewPassportEvent } from "../events/append-passport-events.ts";
import { storeFailures, type FailedRow } from "../versions/versions.sql.ts";
import type { BatchPart } from "./batch-part.ts";
import * as statements from "./part-snapshots.sql.ts";
import type { PartSnapshotRow, SealableFactRow, SealedRow } from "./part-snapshots.sql.ts";

export type SealedPart = {
  readonly sealed: number;
  /** Their versions say why. */
  readonly refused: number;
  /** Undefined: nothing is left to be compiled. */
  readonly tenant: string | undefined;
};

export async function sealPart(tx: Transaction, part: BatchPart): Promise<SealedPart> {
  const held = await tx.query(statements.lockPartSnapshots(part));
  const open = held.filter(({ status }) => status !== "SEALED");
  const untouched = open.filter(({ status, revision }) => status === "BUILDING" && revision === 0);
  const items = await readItems(tx, untouched);
  const whole = untouched.filter(({ snapshot_id }) => !items.get(snapshot_id)?.some(({ is_changed }) => is_changed));
  const refused = open.filter((snapshot) => !whole.includes(snapshot)).map((snapshot) => refusalOf(snapshot, items));
  if (refused.length > 0) await tx.query(storeFailures(refused));
  await seal(tx, whole, items);
  const isLeft = held.length > refused.length;
  return { sealed: whole.length, refused: refused.length, tenant: isLeft ? held[0]?.tenant : undefined };
}

/** What goes into each snapshot. */
type Items = ReadonlyMap<string, readonly SealableFactRow[]>;

async function readItems(tx: Transaction, snapshots: readonly PartSnapshotRow[]): Promise<Items> {
  const [first] = snapshots;
  if (first === undefined) return new Map();
  const documents = snapshots.map(({ document_version_id }) => document_version_id);
  const said = await tx.query(statements.selectSaid(first.tenant, documents));
  const ids = new Map(said.map(({ document_version_id, fact_ids }) => [document_version_id, fact_ids.split(",")]));
  const factIds = [...new Set([...ids.values()].flat())];
  const facts = new Map(
    (await tx.query(statements.selectSealable(first.tenant, factIds))).map((fact) => [fact.fact_id, fact]),
  );
  const factsOf = (documentId: string) => (ids.get(documentId) ?? []).flatMap((id) => facts.get(id) ?? []);
  return new Map(snapshots.map((snapshot) => [snapshot.snapshot_id, factsOf(snapshot.document_version_id)]));
}

async function seal(tx: Transaction, snapshots: readonly PartSnapshotRow[], items: Items): Promise<void> {
  const [first] = snapshots;
  if (first === undefined) return;
  const rows = snapshots.flatMap(({ snapshot_id }) =>
    (items.get(snapshot_id) ?? []).map((fact) => ({ ...fact, snapshot_id })),
  );
  await tx.query(statements.insertAllItems(first.tenant, rows));
  await tx.query(statements.setAllReady(snapshots.map(({ snapshot_id }) => snapshot_id)));
  const sealed = snapshots.map((snapshot) => sealedOf(snapshot, items.get(snapshot.snapshot_id) ?? []));
  await tx.query(statements.setAllSealed(sealed.map(({ row }) => row)));
  await appendPassportEvents(
    tx,
    sealed.flatMap(({ events }) => events),
  );
}

type Sealed = { readonly row: SealedRow; readonly events: readonly NewPassportEvent[] };

/** Who asked for the batch asked for its snapshots to be sealed. */
function sealedOf(
  { tenant, snapshot_id, created_by: actor }: PartSnapshotRow,
  rows: readonly SealableFactRow[],
): Sealed {
  const facts = rows.map((row) => ({ factType: row.fact_type, factKey: row.fact_key, payloadHash: row.payload_hash }));
  const { snapshotCanonical: canonical, snapshotHash: hash } = sealSnapshot(snapshot_id, facts);
  const items = rows.length;
  const about = { tenant, aggregate: { type: "DataSnapshot", id: snapshot_id } } as const;
  const events: NewPassportEvent[] = [
    { ...about, type: "SNAPSHOT_CHANGED", actor, payload: { snapshot_id, added: items, removed: 0 } },
    { ...about, type: "SNAPSHOT_READY", payload: { snapshot_id, items } },
    { ...about, type: "SNAPSHOT_SEALED", actor, payload: { snapshot_id, snapshot_hash: hash, items } },
  ];
  return { row: { snapshotId: snapshot_id, sealedBy: actor, canonical, hash }, events };
}

function refusalOf({ snapshot_id, passport_version_id: versionId }: PartSnapshotRow, items: Items): FailedRow {
  const changed = items.get(snapshot_id)?.find(({ is_changed }) => is_changed);
  if (changed !== undefined) {
    const message = `the fact ${changed.fact_id} is not what its hash says: its bytes were changed in the database`;
    return { versionId, code: "VALIDATION_ERROR", message };
  }
  const message = `the snapshot ${snapshot_id} was changed by somebody before the batch came to it: compile it by itself`;
  return { versionId, code: "INVALID_STATE", message };
}
