/** BUILD_SNAPSHOT checks the facts of a snapshot, which is then READY. For a part of a batch, it fills, checks and seals the snapshots and submits COMPILE_PASSPORT. */
import { defineTask, type RunContext, type Transaction } from "@rota/engine";
import { sealSnapshot } from "../core/facts/snapshot.ts";
import { type BatchPart, isPart } from "../store/batch-part.ts";
import {
  insertAllItems,
  lockPartSnapshots,
  type PartSnapshotRow,
  type SealableFactRow,
  type SealedRow,
  selectStatedFacts,
  selectSealable,
  setAllReady,
  setAllSealed,
} from "../store/batches.sql.ts";
import { appendPassportEvents, type NewPassportEvent } from "../store/events.ts";
import { buildSnapshot, type BuiltSnapshot } from "../store/snapshots.ts";
import { type FailedRow, storeFailures } from "../store/versions.sql.ts";
import { compilePassport } from "./compile-passport.ts";
import { orPart, PASSPORT_WORK, permanently, planPart, readIds } from "./passport-work.ts";

const readSnapshotId = readIds(["snapshotId"]);
const readWork = orPart(readInput);

export const buildSnapshotTask = defineTask({
  name: "passports.build-snapshot",
  ...PASSPORT_WORK,
  priority: 2,
  input: readWork,
  run: (input, context) =>
    permanently<BuiltSnapshot | BuiltPart>(() =>
      isPart(input) ? buildPart(input, context) : context.commit((tx) => buildSnapshot(tx, input)),
    ),
});

function readInput(given: unknown): { readonly snapshotId: string; readonly revision: number } {
  const { snapshotId } = readSnapshotId(given);
  const revision = typeof given === "object" && given !== null && "revision" in given ? given.revision : undefined;
  if (typeof revision === "number" && Number.isSafeInteger(revision)) return { snapshotId, revision };
  throw new Error("it must hold revision, a whole number");
}

type BuiltPart = { readonly sealed: number; readonly refused: number };

async function buildPart(part: BatchPart, context: RunContext): Promise<BuiltPart> {
  return context.commit(async (tx) => {
    const { tenant, ...built } = await sealPart(tx, part);
    if (tenant !== undefined) await context.submit(tx, [await planPart(compilePassport, part, { tenant })]);
    return built;
  });
}

type SealedPart = {
  readonly sealed: number;
  /** Number of refused snapshots. Their versions hold the reasons. */
  readonly refused: number;
  /** Tenant of the part, or undefined if nothing is left to compile. */
  readonly tenant: string | undefined;
};

async function sealPart(tx: Transaction, part: BatchPart): Promise<SealedPart> {
  const held = await tx.query(lockPartSnapshots(part));
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

/** Facts by the id of their snapshot. */
type Items = ReadonlyMap<string, readonly SealableFactRow[]>;

async function readItems(tx: Transaction, snapshots: readonly PartSnapshotRow[]): Promise<Items> {
  const [first] = snapshots;
  if (first === undefined) return new Map();
  const documents = snapshots.map(({ document_version_id }) => document_version_id);
  const stated = await tx.query(selectStatedFacts(first.tenant, documents));
  const ids = new Map(stated.map(({ document_version_id, fact_ids }) => [document_version_id, fact_ids.split(",")]));
  const factIds = [...new Set([...ids.values()].flat())];
  const facts = new Map((await tx.query(selectSealable(first.tenant, factIds))).map((fact) => [fact.fact_id, fact]));
  const factsOf = (documentId: string) => (ids.get(documentId) ?? []).flatMap((id) => facts.get(id) ?? []);
  return new Map(snapshots.map((snapshot) => [snapshot.snapshot_id, factsOf(snapshot.document_version_id)]));
}

async function seal(tx: Transaction, snapshots: readonly PartSnapshotRow[], items: Items): Promise<void> {
  const [first] = snapshots;
  if (first === undefined) return;
  const rows = snapshots.flatMap(({ snapshot_id }) =>
    (items.get(snapshot_id) ?? []).map((fact) => ({ ...fact, snapshot_id })),
  );
  await tx.query(insertAllItems(first.tenant, rows));
  await tx.query(setAllReady(snapshots.map(({ snapshot_id }) => snapshot_id)));
  const sealed = snapshots.map((snapshot) => sealedOf(snapshot, items.get(snapshot.snapshot_id) ?? []));
  await tx.query(setAllSealed(sealed.map(({ row }) => row)));
  await appendPassportEvents(
    tx,
    sealed.flatMap(({ events }) => events),
  );
}

type Sealed = { readonly row: SealedRow; readonly events: readonly NewPassportEvent[] };

/** Returns the row and the events of a sealed snapshot. The actor is the one who started the batch. */
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
