/** Statements about snapshots and their items. */
import { sql, type Sql } from "@rota/engine";
import type { SnapshotStatus } from "../core/passport/compile.ts";
import type { PageAfter } from "./rows.ts";

export type SnapshotRow = {
  snapshot_id: string;
  tenant: string;
  status: SnapshotStatus;
  revision: number;
  label: string | null;
  created_by: string;
  created_at: Date;
  sealed_by: string | null;
  sealed_at: Date | null;
  snapshot_hash: string | null;
};

/** Returns the new snapshot, which is empty. */
export const insertSnapshot = (snapshot: {
  tenant: string;
  label: string | undefined;
  createdBy: string;
}): Sql<SnapshotRow> => sql<SnapshotRow>`
  insert into rota.passports_snapshots (tenant, label, created_by)
  values (${snapshot.tenant}, ${snapshot.label ?? null}, ${snapshot.createdBy})
  returning snapshot_id, tenant, status, revision, label, created_by, created_at, sealed_by, sealed_at,
            encode(snapshot_hash, 'hex') as snapshot_hash`;

/** Returns the snapshot, of one tenant or of any, or no row if there is none. */
export const selectSnapshot = (snapshotId: string, tenant: string | undefined): Sql<SnapshotRow> => sql<SnapshotRow>`
  select snapshot_id, tenant, status, revision, label, created_by, created_at, sealed_by, sealed_at,
         encode(snapshot_hash, 'hex') as snapshot_hash
    from rota.passports_snapshots
   where snapshot_id = ${snapshotId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

/** Returns the snapshot like `selectSnapshot` and locks it and its items until the transaction ends. */
export const lockSnapshot = (snapshotId: string, tenant: string | undefined): Sql<SnapshotRow> => sql<SnapshotRow>`
  select snapshot_id, tenant, status, revision, label, created_by, created_at, sealed_by, sealed_at,
         encode(snapshot_hash, 'hex') as snapshot_hash
    from rota.passports_snapshots
   where snapshot_id = ${snapshotId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     for update`;

type ListedSnapshotRow = SnapshotRow & { cursor_time: string };
type SnapshotsPage = PageAfter & { readonly status: SnapshotStatus | undefined };

/** Returns snapshots, newest first. */
export const selectSnapshots = ({
  tenant,
  status,
  after,
  limit,
}: SnapshotsPage): Sql<ListedSnapshotRow> => sql<ListedSnapshotRow>`
  select snapshot_id, tenant, status, revision, label, created_by, created_at, sealed_by, sealed_at,
         encode(snapshot_hash, 'hex') as snapshot_hash,
         to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time
    from rota.passports_snapshots
   where (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     and (${status ?? null}::text is null or status = ${status ?? null})
     and (${after?.id ?? null}::uuid is null
          or (created_at, snapshot_id) < (${after?.t ?? null}::timestamptz, ${after?.id ?? null}::uuid))
   order by created_at desc, snapshot_id desc
   limit ${limit}`;

type ItemRow = { fact_id: string; fact_type: string; fact_key: string; payload_hash: string };

/** Returns the items of a snapshot after a fact, in byte order. */
export const selectItems = (of: {
  tenant: string;
  snapshotId: string;
  after: { factType: string; factKey: string } | undefined;
  limit: number;
}): Sql<ItemRow> => sql<ItemRow>`
  select item.fact_id, item.fact_type, item.fact_key, encode(fact.payload_hash, 'hex') as payload_hash
    from rota.passports_snapshot_items as item
    join rota.passports_facts as fact using (tenant, fact_id)
   where item.tenant = ${of.tenant} and item.snapshot_id = ${of.snapshotId}::uuid
     and (${of.after?.factType ?? null}::text is null
          or (item.fact_type, item.fact_key) > (${of.after?.factType ?? null}, ${of.after?.factKey ?? null}))
   order by item.fact_type, item.fact_key
   limit ${of.limit}`;

export const countItems = (tenant: string, snapshotId: string): Sql<{ items: number }> => sql<{ items: number }>`
  select count(*)::integer as items
    from rota.passports_snapshot_items
   where tenant = ${tenant} and snapshot_id = ${snapshotId}::uuid`;

/** Facts with these ids, and all facts of these versions of documents. */
export type FactSelection = { readonly factIds: readonly string[]; readonly documentVersionIds: readonly string[] };

/** Returns the selected ids that the tenant has, of facts and of versions. */
export const selectKnownIds = (tenant: string, selection: FactSelection): Sql<{ id: string }> => sql<{ id: string }>`
  select fact_id as id from rota.passports_facts where tenant = ${tenant} and fact_id = any (${selection.factIds}::uuid[])
  union all
  select document_version_id from rota.passports_document_versions
   where tenant = ${tenant} and document_version_id = any (${selection.documentVersionIds}::uuid[]) and status = 'VALIDATED'`;

/** Returns the facts that are new in the snapshot. */
export const insertItems = (
  tenant: string,
  snapshotId: string,
  selection: FactSelection,
): Sql<{ fact_id: string }> => sql<{
  fact_id: string;
}>`
  insert into rota.passports_snapshot_items (tenant, snapshot_id, fact_id, fact_type, fact_key)
  select tenant, ${snapshotId}::uuid, fact_id, fact_type, fact_key
    from rota.passports_facts
   where tenant = ${tenant}
     and fact_id in (select unnest(${selection.factIds}::uuid[])
                     union
                     select fact_id from rota.passports_fact_sources
                      where tenant = ${tenant} and document_version_id = any (${selection.documentVersionIds}::uuid[]))
  on conflict on constraint passports_snapshot_items_once do nothing
  returning fact_id`;

/** Returns the removed fact, or no row if it was not in the snapshot. */
export const deleteItem = (item: {
  tenant: string;
  snapshotId: string;
  factId: string;
}): Sql<{ fact_id: string }> => sql<{ fact_id: string }>`
  delete from rota.passports_snapshot_items
   where tenant = ${item.tenant} and snapshot_id = ${item.snapshotId}::uuid and fact_id = ${item.factId}::uuid
  returning fact_id`;

/** Starts a new revision of a snapshot after a change of its items, so that it must be built again. */
export const reviseSnapshot = (snapshotId: string): Sql => sql`
  update rota.passports_snapshots
     set status = 'BUILDING', revision = revision + 1
   where snapshot_id = ${snapshotId}::uuid`;

/** Returns a fact of the snapshot whose hash does not match its bytes, or no row if all match. */
export const selectChangedFact = (tenant: string, snapshotId: string): Sql<{ fact_id: string }> => sql<{
  fact_id: string;
}>`
  select fact_id
    from rota.passports_snapshot_items
    join rota.passports_facts as fact using (tenant, fact_id)
   where tenant = ${tenant} and snapshot_id = ${snapshotId}::uuid and sha256(fact.payload_canonical) <> fact.payload_hash
   limit 1`;

export const setReady = (snapshotId: string): Sql => sql`
  update rota.passports_snapshots set status = 'READY' where snapshot_id = ${snapshotId}::uuid`;

/** Returns the time of sealing. */
export const setSealed = (sealed: {
  snapshotId: string;
  sealedBy: string;
  canonical: string;
  hash: string;
}): Sql<{ sealed_at: Date }> => sql<{ sealed_at: Date }>`
  update rota.passports_snapshots
     set status             = 'SEALED',
         sealed_by          = ${sealed.sealedBy},
         sealed_at          = clock_timestamp(),
         snapshot_canonical = convert_to(${sealed.canonical}, 'UTF8'),
         snapshot_hash      = decode(${sealed.hash}, 'hex')
   where snapshot_id = ${sealed.snapshotId}::uuid
  returning sealed_at`;
