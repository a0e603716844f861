/** The statements about batches of passports. */
import { sql, type Sql } from "@rota/engine";
import type { DocumentKind } from "../../documents/parse-document.ts";
import { pack } from "../pack.ts";
import type { PassportRow } from "../passports/passports.sql.ts";
import type { VersionRow } from "../versions/versions.sql.ts";

export type NewBattery = { readonly serialNumber: string; readonly gtin: string | undefined };

type OfProduct = { readonly tenant: string; readonly batteryProductId: string };

/** Returns the new passports. Batteries that have one are left out. */
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

/** Returns the passports that batteries have. */
export const selectPassportsOf = (
  { tenant, batteryProductId }: OfProduct,
  serialNumbers: readonly string[],
): Sql<PassportRow> => sql<PassportRow>`
  select * from rota.passports
   where tenant = ${tenant} and battery_product_id = ${batteryProductId}::uuid and scope = 'item'
     and serial_number = any (${serialNumbers}::text[])`;

export type NewBatch = OfProduct & {
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

/** The batch and, for each battery, its document with a first version, an empty snapshot and a version. Returns nothing. */
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

/** Returns a batch and how far its passports are. No row: there is none. */
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

export type BatchItemRow = VersionRow & {
  position: number;
  serial_number: string | null;
  document_version_id: string;
};

export type ItemsPage = { readonly batchId: string; readonly after: number; readonly limit: number };

/** Returns the items of a batch in their order, those after a position. */
export const selectBatchItems = ({ batchId, after, limit }: ItemsPage): Sql<BatchItemRow> => sql<BatchItemRow>`
  select version.*, item.position, item.document_version_id, passport.serial_number
    from rota.passports_batch_items as item
    join rota.passports_versions_shown as version using (passport_version_id)
    join rota.passports as passport using (passport_id)
   where item.batch_id = ${batchId}::uuid and item.position > ${after}
   order by item.position
   limit ${limit}`;
