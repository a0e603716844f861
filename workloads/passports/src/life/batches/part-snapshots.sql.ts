/** The statements that build and seal the snapshots of a part of a batch. */
import { sql, type Sql } from "@rota/engine";
import type { SnapshotStatus } from "../../compile/compile.ts";
import { pack } from "../pack.ts";
import type { BatchPart } from "./batch-part.ts";

export type PartSnapshotRow = {
  snapshot_id: string;
  tenant: string;
  status: SnapshotStatus;
  revision: number;
  document_version_id: string;
  passport_version_id: string;
  /** Who asked for the batch. */
  created_by: string;
};

/** Returns the snapshots whose documents could be read; nobody else changes them before the transaction ends. */
export const lockPartSnapshots = ({ batchId, from, to }: BatchPart): Sql<PartSnapshotRow> => sql<PartSnapshotRow>`
  select snapshot.snapshot_id, snapshot.tenant, snapshot.status, snapshot.revision, item.document_version_id,
         item.passport_version_id, batch.created_by
    from rota.passports_batch_items as item
    join rota.passports_batches as batch using (batch_id)
    join rota.passports_document_versions as document using (document_version_id)
    join rota.passports_snapshots as snapshot using (snapshot_id)
   where item.batch_id = ${batchId}::uuid and item.position between ${from} and ${to} and document.status = 'VALIDATED'
   order by snapshot.snapshot_id
     for update of snapshot`;

export type SaidRow = {
  document_version_id: string;
  /** Joined by commas. */
  fact_ids: string;
};

/** Returns which facts documents say. A document that says nothing is left out. */
export const selectSaid = (tenant: string, documentVersionIds: readonly string[]): Sql<SaidRow> => sql<SaidRow>`
  select document_version_id, string_agg(fact_id::text, ',') as fact_ids
    from rota.passports_fact_sources
   where tenant = ${tenant} and document_version_id = any (${documentVersionIds}::uuid[])
   group by document_version_id`;

export type SealableFactRow = {
  fact_id: string;
  fact_type: string;
  fact_key: string;
  payload_hash: string;
  /** Its bytes are not those of its hash. */
  is_changed: boolean;
};

/** Returns facts without their payloads. */
export const selectSealable = (
  tenant: string,
  factIds: readonly string[],
): Sql<SealableFactRow> => sql<SealableFactRow>`
  select fact_id, fact_type, fact_key, encode(payload_hash, 'hex') as payload_hash,
         sha256(payload_canonical) <> payload_hash as is_changed
    from rota.passports_facts
   where tenant = ${tenant} and fact_id = any (${factIds}::uuid[])`;

export type NewItemRow = Pick<SealableFactRow, "fact_id" | "fact_type" | "fact_key"> & { readonly snapshot_id: string };

/** Returns nothing. */
export const insertAllItems = (tenant: string, items: readonly NewItemRow[]): Sql => sql`
  insert into rota.passports_snapshot_items (tenant, snapshot_id, fact_id, fact_type, fact_key)
  select ${tenant}, snapshot_id, fact_id, fact_type, fact_key
    from unnest(${items.map(({ snapshot_id }) => snapshot_id)}::uuid[], ${items.map(({ fact_id }) => fact_id)}::uuid[],
                ${items.map(({ fact_type }) => fact_type)}::text[], ${items.map(({ fact_key }) => fact_key)}::text[])
         as given (snapshot_id, fact_id, fact_type, fact_key)`;

/** Returns nothing. */
export const setAllReady = (snapshotIds: readonly string[]): Sql => sql`
  update rota.passports_snapshots set status = 'READY', revision = revision + 1
   where snapshot_id = any (${snapshotIds}::uuid[])`;

export type SealedRow = {
  readonly snapshotId: string;
  readonly sealedBy: string;
  readonly canonical: string;
  readonly hash: string;
};

/** Returns nothing. */
export const setAllSealed = (sealed: readonly SealedRow[]): Sql => {
  const canonicals = pack(sealed.map(({ canonical }) => canonical));
  return sql`
  update rota.passports_snapshots as snapshot
     set status             = 'SEALED',
         sealed_by          = given.sealed_by,
         sealed_at          = clock_timestamp(),
         snapshot_canonical = substring(${canonicals.bytes}::bytea from given.start for given.length),
         snapshot_hash      = decode(given.hash, 'hex')
    from unnest(${sealed.map(({ snapshotId }) => snapshotId)}::uuid[], ${sealed.map(({ sealedBy }) => sealedBy)}::text[],
                ${canonicals.starts}::integer[], ${canonicals.lengths}::integer[], ${sealed.map(({ hash }) => hash)}::text[])
         as given (snapshot_id, sealed_by, start, length, hash)
   where snapshot.snapshot_id = given.snapshot_id`;
};
