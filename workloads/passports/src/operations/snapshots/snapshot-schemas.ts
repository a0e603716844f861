/** Snapshots as the API takes and tells them. */
import { Type, type Static } from "typebox";
import type { SnapshotRow } from "../../life/snapshots/snapshots.sql.ts";
import { Given, Hash, Nullable, Time, Uuid, Whole, Word } from "../fields.ts";

export const SNAPSHOT_STATUSES = ["BUILDING", "READY", "SEALED"] as const;
export const SnapshotParams = Given({ snapshotId: Uuid });

export const SnapshotView = Type.Object({
  snapshot_id: Uuid,
  tenant: Type.String(),
  status: Word(SNAPSHOT_STATUSES),
  revision: Type.Integer({ minimum: 0, description: "Grows with each change of its items." }),
  label: Nullable(Type.String()),
  snapshot_hash: Nullable(Hash, { description: "Null until it is sealed." }),
  created_by: Type.String(),
  created_at: Time,
  sealed_by: Nullable(Type.String()),
  sealed_at: Nullable(Time),
});

export function snapshotView(row: SnapshotRow): Static<typeof SnapshotView> {
  const { snapshot_id, tenant, status, revision, label, snapshot_hash, created_by, sealed_by } = row;
  const created_at = row.created_at.toISOString();
  const sealed_at = row.sealed_at?.toISOString() ?? null;
  return { snapshot_id, tenant, status, revision, label, snapshot_hash, created_by, created_at, sealed_by, sealed_at };
}

/** Facts of one request. */
const FACTS_MAX = 1_000;

export const NewItems = Given(
  {
    fact_id: Type.Optional(Uuid),
    fact_ids: Type.Optional(Type.Array(Uuid, { maxItems: FACTS_MAX })),
    document_version_ids: Type.Optional(
      Type.Array(Uuid, { maxItems: 100, description: "All facts that these versions of documents say." }),
    ),
  },
  { minProperties: 1 },
);

export const ChangedItems = Type.Object({ added: Whole, snapshot: SnapshotView });

export const ItemView = Type.Object({
  fact_id: Uuid,
  fact_type: Type.String(),
  fact_key: Type.String(),
  payload_hash: Hash,
});
