/** Statements about batches of passports and their parts. */
import { sql, type Sql } from "@rota/engine";
import type { DocumentKind } from "../core/facts/parse-document.ts";
import type { RuleStatus, SnapshotStatus } from "../core/passport/compile.ts";
import type { BatchPart } from "./batch-part.ts";
import type { ContentRow } from "./documents.sql.ts";
import type { PassportRow } from "./passports.sql.ts";
import { pack } from "./rows.ts";
import type { SourceFactRow, VersionIdRow, VersionRow } from "./versions.sql.ts";

export type NewBattery = { readonly serialNumber: string; readonly gtin: string | undefined };

type OfProduct = { readonly tenant: string; readonly batteryProductId: string };

/** Returns the new passports. Batteries that already have one are left out. */
export const insertPassports = (
  { tenant, batteryProductId, createdBy }: OfProduct & { readonly createdBy: string },
  batteries: readonly NewBattery[],
): Sql<PassportRow> => sql<PassportRow>`
  insert into rota.passports (tenant, battery_product_id, scope, serial_number, gtin, created_by)
  select ${tenant}, ${batteryProductId}::uuid, 'item', serial_number, gtin, ${createdBy}
    from unnest(${batteries.map(({ serialNumber }) => serialNumber)}::text[],
                ${batteries.map(({ gtin }) => gtin ?? null)}::text[]) as given (serial_number, gtin)
  on conflict do nothing
  returning *`;

/** Returns the existing passports of batteries. */
export const selectPassportsOf = (
  { tenant, batteryProductId }: OfProduct,
  serialNumbers: readonly string[],
): Sql<PassportRow> => sql<PassportRow>`
  select * from rota.passports
   where tenant = ${tenant} and battery_product_id = ${batteryProductId}::uuid and scope = 'item'
     and serial_number = any (${serialNumbers}::text[])`;

type NewBatch = OfProduct & {
  readonly batchId: string;
  readonly rulePackageVersionId: string;
  readonly compilerBuildId: string;
  readonly signingKeyId: string;
  readonly createdBy: string;
};

export type NewItem = {
  readonly serialNumber: string;
  readonly kind: DocumentKind;
  readonly mimeType: string;
  readonly content: Uint8Array;
  readonly sha256: string;
  readonly passportId: string;
  readonly documentId: string;
  readonly documentVersionId: string;
  readonly snapshotId: string;
  readonly passportVersionId: string;
};

/** Inserts a batch and, for each battery, a document with its first version, an empty snapshot and a passport version. Returns nothing. */
export const insertBatch = (batch: NewBatch, items: readonly NewItem[]): Sql => {
  const contents = pack(items.map(({ content }) => content));
  return sql`
  with own as materialized (
    select ${batch.tenant}::text as tenant, ${batch.createdBy}::text as created_by, ${batch.batchId}::uuid as batch_id,
           ${batch.rulePackageVersionId}::uuid as rules_id, given.*
      from unnest(${items.map(({ serialNumber }) => serialNumber)}::text[], ${items.map(({ kind }) => kind)}::text[],
                  ${items.map(({ mimeType }) => mimeType)}::text[], ${items.map(({ sha256 }) => sha256)}::text[],
                  ${contents.starts}::integer[], ${contents.lengths}::integer[],
                  ${items.map(({ passportId }) => passportId)}::uuid[], ${items.map(({ documentId }) => documentId)}::uuid[],
                  ${items.map(({ documentVersionId }) => documentVersionId)}::uuid[],
                  ${items.map(({ snapshotId }) => snapshotId)}::uuid[],
                  ${items.map(({ passportVersionId }) => passportVersionId)}::uuid[])
           with ordinality as given (serial_number, kind, mime_type, sha256, start, length, passport_id, document_id,
                                     document_version_id, snapshot_id, passport_version_id, position)
  ), batch as (
    insert into rota.passports_batches (batch_id, tenant, battery_product_id, rule_package_version_id, created_by)
    select batch_id, tenant, ${batch.batteryProductId}::uuid, rules_id, created_by from own limit 1
  ), document as (
    insert into rota.passports_documents (document_id, tenant, kind, external_ref, created_by)
    select document_id, tenant, kind, serial_number, created_by from own
  ), document_version as (
    insert into rota.passports_document_versions
           (document_version_id, tenant, document_id, version, mime_type, sha256, content, uploaded_by)
    select document_version_id, tenant, document_id, 1, mime_type, decode(sha256, 'hex'),
           substring(${contents.bytes}::bytea from start for length), created_by
      from own
  ), snapshot as (
    insert into rota.passports_snapshots (snapshot_id, tenant, label, created_by)
    select snapshot_id, tenant, serial_number, created_by from own
  ), version as (
    insert into rota.passports_versions (passport_version_id, tenant, passport_id, snapshot_id, rule_package_version_id,
                                         compiler_build_id, signing_key_id, issued_at, created_by)
    select passport_version_id, tenant, passport_id, snapshot_id, rules_id, ${batch.compilerBuildId}, ${batch.signingKeyId},
           date_trunc('second', clock_timestamp()), created_by
      from own)
  insert into rota.passports_batch_items
         (batch_id, position, tenant, document_version_id, snapshot_id, passport_version_id)
  select batch_id, position, tenant, document_version_id, snapshot_id, passport_version_id from own`;
};

export type BatchRow = {
  batch_id: string;
  tenant: string;
  battery_product_id: string;
  rule_package_version_id: string;
  created_by: string;
  created_at: Date;
  total: number;
  compiling: number;
  signed: number;
  completed: number;
  failed: number;
};

/** Returns a batch with the progress of its passports, or no row if there is none. */
export const selectBatch = (batchId: string, tenant: string | undefined): Sql<BatchRow> => sql<BatchRow>`
  select batch.batch_id, batch.tenant, batch.battery_product_id, batch.rule_package_version_id, batch.created_by,
         batch.created_at, count(*)::integer as total,
         (count(*) filter (where version.status = 'COMPILING' and version.failure_code is null))::integer as compiling,
         (count(*) filter (where version.status <> 'COMPILING' and not version.has_qr))::integer as signed,
         (count(*) filter (where version.has_qr))::integer as completed,
         (count(*) filter (where version.failure_code is not null))::integer as failed
    from rota.passports_batches as batch
    join rota.passports_batch_items as item using (batch_id)
    join rota.passports_versions_shown as version using (passport_version_id)
   where batch.batch_id = ${batchId}::uuid and (${tenant ?? null}::text is null or batch.tenant = ${tenant ?? null})
   group by batch.batch_id`;

type BatchItemRow = VersionRow & {
  position: number;
  serial_number: string | null;
  document_version_id: string;
};

type ItemsPage = { readonly batchId: string; readonly after: number; readonly limit: number };

/** Returns the items of a batch after a position, in their order. */
export const selectBatchItems = ({ batchId, after, limit }: ItemsPage): Sql<BatchItemRow> => sql<BatchItemRow>`
  select version.*, item.position, item.document_version_id, passport.serial_number
    from rota.passports_batch_items as item
    join rota.passports_versions_shown as version using (passport_version_id)
    join rota.passports as passport using (passport_id)
   where item.batch_id = ${batchId}::uuid and item.position > ${after}
   order by item.position
   limit ${limit}`;

type PartDocumentRow = ContentRow & { document_version_id: string; passport_version_id: string };

/** Returns the documents of a part with their bytes, in their order. */
export const selectPartDocuments = ({ batchId, from, to }: BatchPart): Sql<PartDocumentRow> => sql<PartDocumentRow>`
  select item.document_version_id, item.passport_version_id, version.tenant, version.document_id, version.status,
         version.mime_type, encode(version.sha256, 'hex') as sha256, document.kind, version.content
    from rota.passports_batch_items as item
    join rota.passports_document_versions as version using (document_version_id)
    join rota.passports_documents as document using (document_id)
   where item.batch_id = ${batchId}::uuid and item.position between ${from} and ${to}
   order by item.position`;

export type PartSnapshotRow = {
  snapshot_id: string;
  tenant: string;
  status: SnapshotStatus;
  revision: number;
  document_version_id: string;
  passport_version_id: string;
  /** Actor who started the batch. */
  created_by: string;
};

/** Returns the snapshots whose documents could be read, and locks them until the transaction ends. */
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

type StatedFactsRow = {
  document_version_id: string;
  /** Ids joined by commas. */
  fact_ids: string;
};

/** Returns the facts that documents state. A document without facts is left out. */
export const selectStatedFacts = (
  tenant: string,
  documentVersionIds: readonly string[],
): Sql<StatedFactsRow> => sql<StatedFactsRow>`
  select document_version_id, string_agg(fact_id::text, ',') as fact_ids
    from rota.passports_fact_sources
   where tenant = ${tenant} and document_version_id = any (${documentVersionIds}::uuid[])
   group by document_version_id`;

export type SealableFactRow = {
  fact_id: string;
  fact_type: string;
  fact_key: string;
  payload_hash: string;
  /** True if the hash does not match the bytes. */
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

type NewItemRow = Pick<SealableFactRow, "fact_id" | "fact_type" | "fact_key"> & { readonly snapshot_id: string };

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

export type PartVersionRow = VersionRow & { serial_number: string | null; gtin: string | null };

/** Returns the versions whose snapshots are sealed, in their order. The others cannot be compiled. */
export const selectPartVersions = ({ batchId, from, to }: BatchPart): Sql<PartVersionRow> => sql<PartVersionRow>`
  select version.*, passport.serial_number, passport.gtin
    from rota.passports_batch_items as item
    join rota.passports_versions_shown as version using (passport_version_id)
    join rota.passports as passport using (passport_id)
    join rota.passports_snapshots as snapshot on snapshot.snapshot_id = item.snapshot_id
   where item.batch_id = ${batchId}::uuid and item.position between ${from} and ${to} and snapshot.status = 'SEALED'
   order by item.position`;

/** Returns the ids of all versions of a part, including those whose documents were rejected. */
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

/** Returns the rules and the product of a batch, or no row if there is no such batch. */
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
  /** Ids joined by commas. */
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

type PartFactRow = SourceFactRow & { fact_id: string };

/** Returns the facts of snapshots, each once, in the order in which snapshots are sealed. */
export const selectFactsByIds = (tenant: string, factIds: readonly string[]): Sql<PartFactRow> => sql<PartFactRow>`
  select fact_id, fact_type, fact_key, schema_version, convert_from(payload_canonical, 'UTF8') as payload_canonical
    from rota.passports_facts
   where tenant = ${tenant} and fact_id = any (${factIds}::uuid[])
   order by fact_type collate "C", fact_key collate "C"`;

type ReceiptRow = { passport_version_id: string; receipt_canonical: Uint8Array };

/** Returns the receipts without their signatures. */
export const selectReceipts = (versionIds: readonly string[]): Sql<ReceiptRow> => sql<ReceiptRow>`
  select passport_version_id, receipt_canonical
    from rota.passports_versions
   where passport_version_id = any (${versionIds}::uuid[]) and compiled_at is not null`;
