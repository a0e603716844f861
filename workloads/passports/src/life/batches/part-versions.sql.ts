/** The statements that read the versions of a part of a batch and what they are compiled from. */
import { sql, type Sql } from "@rota/engine";
import type { RuleStatus, SnapshotStatus } from "../../compile/compile.ts";
import type { FactRow } from "../versions/compiling/compile-sources.sql.ts";
import type { VersionIdRow, VersionRow } from "../versions/versions.sql.ts";
import type { BatchPart } from "./batch-part.ts";

export type PartVersionRow = VersionRow & { serial_number: string | null; gtin: string | null };

/** Returns the versions whose snapshots are sealed, in their order: of the others no passport can be made. */
export const selectPartVersions = ({ batchId, from, to }: BatchPart): Sql<PartVersionRow> => sql<PartVersionRow>`
  select version.*, passport.serial_number, passport.gtin
    from rota.passports_batch_items as item
    join rota.passports_versions_shown as version using (passport_version_id)
    join rota.passports as passport using (passport_id)
    join rota.passports_snapshots as snapshot on snapshot.snapshot_id = item.snapshot_id
   where item.batch_id = ${batchId}::uuid and item.position between ${from} and ${to} and snapshot.status = 'SEALED'
   order by item.position`;

/** Returns the ids of all versions of a part, whatever became of their documents. */
export const selectPartVersionIds = ({ batchId, from, to }: BatchPart): Sql<VersionIdRow> => sql<VersionIdRow>`
  select passport_version_id from rota.passports_batch_items
   where batch_id = ${batchId}::uuid and position between ${from} and ${to}`;

export type BatchSourcesRow = {
  rule_package_version_id: string;
  rule_status: RuleStatus;
  compiler_min_build: string | null;
  dsl_source: string;
  tests_source: string;
  battery_product_id: string;
  sku: string;
  name: string;
};

/** Returns the rules and the product of a batch. No row: there is no such batch. */
export const selectBatchSources = (batchId: string): Sql<BatchSourcesRow> => sql<BatchSourcesRow>`
  select rules.rule_package_version_id, rules.status as rule_status, rules.compiler_min_build, rules.dsl_source,
         rules.tests_source, product.battery_product_id, product.sku, product.name
    from rota.passports_batches as batch
    join rota.passports_rule_versions as rules using (tenant, rule_package_version_id)
    join rota.passports_products as product using (tenant, battery_product_id)
   where batch.batch_id = ${batchId}::uuid`;

export type PartSealRow = {
  snapshot_id: string;
  status: SnapshotStatus;
  snapshot_canonical: string;
  snapshot_hash: string;
  /** Joined by commas. */
  fact_ids: string;
};

/** Returns the sealed snapshots with the ids of their facts. */
export const selectPartSeals = (tenant: string, snapshotIds: readonly string[]): Sql<PartSealRow> => sql<PartSealRow>`
  select snapshot.snapshot_id, snapshot.status, convert_from(snapshot.snapshot_canonical, 'UTF8') as snapshot_canonical,
         encode(snapshot.snapshot_hash, 'hex') as snapshot_hash,
         coalesce((select string_agg(item.fact_id::text, ',') from rota.passports_snapshot_items as item
                    where item.tenant = ${tenant} and item.snapshot_id = snapshot.snapshot_id), '') as fact_ids
    from rota.passports_snapshots as snapshot
   where snapshot.snapshot_id = any (${snapshotIds}::uuid[]) and snapshot.status = 'SEALED'`;

export type PartFactRow = FactRow & { fact_id: string };

/** Returns the facts of snapshots, each once, in the order in which they are sealed. */
export const selectFactsByIds = (tenant: string, factIds: readonly string[]): Sql<PartFactRow> => sql<PartFactRow>`
  select fact_id, fact_type, fact_key, schema_version, convert_from(payload_canonical, 'UTF8') as payload_canonical
    from rota.passports_facts
   where tenant = ${tenant} and fact_id = any (${factIds}::uuid[])
   order by fact_type collate "C", fact_key collate "C"`;

export type ReceiptRow = { passport_version_id: string; receipt_canonical: Uint8Array };

/** Returns the receipts without their signatures. */
export const selectReceipts = (versionIds: readonly string[]): Sql<ReceiptRow> => sql<ReceiptRow>`
  select passport_version_id, receipt_canonical
    from rota.passports_versions
   where passport_version_id = any (${versionIds}::uuid[]) and compiled_at is not null`;
