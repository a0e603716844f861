/** Statements about versions of passports: status, sources, artefacts, proofs, QR codes and exports. */
import { sql, type Sql } from "@rota/engine";
import type { CodeKind, DrawnCode } from "../core/node/qr-image.ts";
import type { RuleStatus, SnapshotStatus } from "../core/passport/compile.ts";
import type { ProofBlock } from "./pack-proof.ts";
import { pack } from "./rows.ts";

type VersionStatus = "COMPILING" | "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";

/** A version without its artefacts, which may be large. */
export type VersionRow = {
  passport_version_id: string;
  tenant: string;
  passport_id: string;
  battery_product_id: string;
  status: VersionStatus;
  snapshot_id: string;
  rule_package_version_id: string;
  compiler_build_id: string;
  signing_key_id: string;
  /** Time of issue in the hashed form, such as `2026-01-02T03:04:05Z`. */
  issued_at: string;
  failure_code: string | null;
  failure: string | null;
  payload_hash: string | null;
  proof_root_hash: string | null;
  receipt_hash: string | null;
  has_qr: boolean;
  compiled_at: Date | null;
  signed_at: Date | null;
  activated_by: string | null;
  activated_at: Date | null;
  superseded_at: Date | null;
  revoked_by: string | null;
  revoked_at: Date | null;
  revocation_reason: string | null;
  created_by: string;
  created_at: Date;
  /** Time for cursors, in UTC with six fraction digits. */
  cursor_time: string;
};

/** Returns the version, of one tenant or of any, or no row if there is none. */
export const selectVersion = (versionId: string, tenant?: string): Sql<VersionRow> => sql<VersionRow>`
  select * from rota.passports_versions_shown
   where passport_version_id = ${versionId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

export type VersionIdRow = { passport_version_id: string };

/** Returns the existing versions and locks them until the transaction ends. */
export const lockVersions = (versionIds: readonly string[]): Sql<VersionIdRow> => sql<VersionIdRow>`
  select passport_version_id from rota.passports_versions
   where passport_version_id = any (${versionIds}::uuid[])
   order by passport_version_id
     for no key update`;

type VersionsPage = {
  readonly passportId: string;
  readonly tenant: string;
  readonly after: { readonly t: string; readonly id: string } | undefined;
  readonly limit: number;
};

/** Returns versions of a passport, newest first. */
export const selectVersions = ({ passportId, tenant, after, limit }: VersionsPage): Sql<VersionRow> => sql<VersionRow>`
  select * from rota.passports_versions_shown
   where tenant = ${tenant} and passport_id = ${passportId}::uuid
     and (${after?.t ?? null}::timestamptz is null
          or (created_at, passport_version_id) < (${after?.t ?? null}::timestamptz, ${after?.id ?? null}::uuid))
   order by created_at desc, passport_version_id desc
   limit ${limit}`;

type NewVersionRow = {
  readonly tenant: string;
  readonly passportId: string;
  readonly snapshotId: string;
  readonly rulePackageVersionId: string;
  readonly compilerBuildId: string;
  readonly signingKeyId: string;
  readonly createdBy: string;
};

type RequestedVersionRow = VersionIdRow & {
  /** False for the version that the same request made within this second. */
  is_new: boolean;
};

/**
 * Returns the version, which is new unless the same was requested within this second before. Its time is the database's, in
 * whole seconds; after a version of this second that failed or was revoked it is that of the next second. The caller has
 * locked the passport, so that no other version is made meanwhile.
 */
export const insertVersion = (version: NewVersionRow): Sql<RequestedVersionRow> => sql<RequestedVersionRow>`
  with same as materialized (
    select passport_version_id, issued_at, failure_code is not null or status = 'REVOKED' as is_over
      from rota.passports_versions
     where passport_id = ${version.passportId}::uuid and snapshot_id = ${version.snapshotId}::uuid
       and rule_package_version_id = ${version.rulePackageVersionId}::uuid and compiler_build_id = ${version.compilerBuildId}
       and issued_at >= date_trunc('second', clock_timestamp()) and twin = 0
  ), next as materialized (
    select coalesce(max(issued_at) filter (where is_over) + interval '1 second', date_trunc('second', clock_timestamp())) as issued_at
      from same
  ), made as (
    insert into rota.passports_versions (tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id,
                                         signing_key_id, issued_at, created_by)
    select ${version.tenant}, ${version.passportId}::uuid, ${version.snapshotId}::uuid, ${version.rulePackageVersionId}::uuid,
           ${version.compilerBuildId}, ${version.signingKeyId}, issued_at, ${version.createdBy}
      from next
    on conflict on constraint passports_versions_once do nothing
    returning passport_version_id
  )
  select passport_version_id, true as is_new from made
  union all
  select passport_version_id, false from same join next using (issued_at) where not exists (select from made)`;

export type ArtefactsRow = {
  payload_canonical: Uint8Array;
  receipt_canonical: Uint8Array;
  receipt_signed_canonical: Uint8Array | null;
};

/** Returns the artefacts except the proof, with the signed receipt if there is one. Returns no row if the version is not compiled. */
export const selectArtefacts = (versionId: string): Sql<ArtefactsRow> => sql<ArtefactsRow>`
  select payload_canonical, receipt_canonical, receipt_signed_canonical
    from rota.passports_versions
   where passport_version_id = ${versionId}::uuid and compiled_at is not null`;

/** Returns the receipt without its signature, or no row if the version is not compiled. */
export const selectReceipt = (versionId: string): Sql<{ receipt_canonical: Uint8Array }> => sql<{
  receipt_canonical: Uint8Array;
}>`
  select receipt_canonical from rota.passports_versions
   where passport_version_id = ${versionId}::uuid and compiled_at is not null`;

type CompiledRow = {
  readonly versionId: string;
  readonly payloadCanonical: string;
  readonly payloadHash: string;
  /** Hashes of the blocks of the proof, 32 bytes each. The blocks are already stored. */
  readonly proofBlocks: Uint8Array;
  readonly proofRootHash: string;
  readonly receiptCanonical: string;
  readonly receiptHash: string;
};

/** Returns the stored versions. The others were compiled before. */
export const storeCompiled = (compiled: readonly CompiledRow[]): Sql<VersionIdRow> => {
  const payloads = pack(compiled.map(({ payloadCanonical }) => payloadCanonical));
  const proofs = pack(compiled.map(({ proofBlocks }) => proofBlocks));
  const receipts = pack(compiled.map(({ receiptCanonical }) => receiptCanonical));
  return sql<VersionIdRow>`
  update rota.passports_versions as version
     set payload_canonical = substring(${payloads.bytes}::bytea from payload_start for payload_length),
         payload_hash      = decode(given.payload_hash, 'hex'),
         proof_blocks      = substring(${proofs.bytes}::bytea from proof_start for proof_length),
         proof_root_hash   = decode(given.proof_root_hash, 'hex'),
         receipt_canonical = substring(${receipts.bytes}::bytea from receipt_start for receipt_length),
         receipt_hash      = decode(given.receipt_hash, 'hex'),
         compiled_at       = clock_timestamp(),
         failure_code      = null,
         failure           = null
    from unnest(${compiled.map(({ versionId }) => versionId)}::uuid[],
                ${compiled.map(({ payloadHash }) => payloadHash)}::text[], ${payloads.starts}::integer[], ${payloads.lengths}::integer[],
                ${compiled.map(({ proofRootHash }) => proofRootHash)}::text[], ${proofs.starts}::integer[], ${proofs.lengths}::integer[],
                ${compiled.map(({ receiptHash }) => receiptHash)}::text[], ${receipts.starts}::integer[], ${receipts.lengths}::integer[])
         as given (version_id, payload_hash, payload_start, payload_length, proof_root_hash, proof_start, proof_length,
                   receipt_hash, receipt_start, receipt_length)
   where version.passport_version_id = given.version_id and version.status = 'COMPILING' and version.compiled_at is null
  returning version.passport_version_id`;
};

type SignedRow = {
  readonly versionId: string;
  readonly receiptSignedCanonical: string;
  /** Signature: 64 bytes in base64. */
  readonly signature: string;
};

/** Returns the stored versions. The others were signed before. */
export const storeSigned = (signed: readonly SignedRow[]): Sql<VersionIdRow> => {
  const receipts = pack(signed.map(({ receiptSignedCanonical }) => receiptSignedCanonical));
  return sql<VersionIdRow>`
  update rota.passports_versions as version
     set status                   = 'SIGNED',
         receipt_signed_canonical = substring(${receipts.bytes}::bytea from start for length),
         signature                = decode(given.signature, 'base64'),
         signed_at                = clock_timestamp(),
         failure_code             = null,
         failure                  = null
    from unnest(${signed.map(({ versionId }) => versionId)}::uuid[], ${signed.map(({ signature }) => signature)}::text[],
                ${receipts.starts}::integer[], ${receipts.lengths}::integer[]) as given (version_id, signature, start, length)
   where version.passport_version_id = given.version_id and version.status = 'COMPILING'
  returning version.passport_version_id`;
};

export type FailedRow = { readonly versionId: string; readonly code: string; readonly message: string };

/** Stores why versions cannot be compiled or signed. Returns nothing. */
export const storeFailures = (failed: readonly FailedRow[]): Sql => sql`
  update rota.passports_versions as version
     set failure_code = given.code, failure = given.message
    from unnest(${failed.map(({ versionId }) => versionId)}::uuid[], ${failed.map(({ code }) => code)}::text[],
                ${failed.map(({ message }) => message)}::text[]) as given (version_id, code, message)
   where version.passport_version_id = given.version_id and version.status = 'COMPILING'`;

/** Supersedes and returns the active version of a passport. Returns no row if none is active. */
export const supersedeActive = (passportId: string): Sql<{ passport_version_id: string }> => sql<{
  passport_version_id: string;
}>`
  update rota.passports_versions set status = 'SUPERSEDED', superseded_at = clock_timestamp()
   where passport_id = ${passportId}::uuid and status = 'ACTIVE'
  returning passport_version_id`;

/** Returns nothing. */
export const activateVersion = (versionId: string, actor: string): Sql => sql`
  update rota.passports_versions
     set status = 'ACTIVE', activated_at = clock_timestamp(), activated_by = ${actor}
   where passport_version_id = ${versionId}::uuid`;

/** Returns nothing. */
export const revokeVersion = (versionId: string, { actor, reason }: { actor: string; reason: string }): Sql => sql`
  update rota.passports_versions
     set status = 'REVOKED', revoked_at = clock_timestamp(), revoked_by = ${actor}, revocation_reason = ${reason}
   where passport_version_id = ${versionId}::uuid`;

type SourcesRow = {
  snapshot_status: SnapshotStatus;
  snapshot_canonical: string | null;
  snapshot_hash: string | null;
  rule_status: RuleStatus;
  compiler_min_build: string | null;
  dsl_source: string;
  tests_source: string;
  battery_product_id: string;
  sku: string;
  name: string;
  serial_number: string | null;
};

/** Returns the snapshot, the rules and the product of a version, or no row if there is no such version. */
export const selectSources = (versionId: string): Sql<SourcesRow> => sql<SourcesRow>`
  select snapshot.status as snapshot_status,
         convert_from(snapshot.snapshot_canonical, 'UTF8') as snapshot_canonical,
         encode(snapshot.snapshot_hash, 'hex') as snapshot_hash,
         rules.status as rule_status, rules.compiler_min_build, rules.dsl_source, rules.tests_source,
         product.battery_product_id, product.sku, product.name, passport.serial_number
    from rota.passports_versions version
    join rota.passports passport using (tenant, passport_id)
    join rota.passports_snapshots snapshot using (tenant, snapshot_id)
    join rota.passports_rule_versions rules using (tenant, rule_package_version_id)
    join rota.passports_products product using (tenant, battery_product_id)
   where version.passport_version_id = ${versionId}::uuid`;

export type SourceFactRow = { fact_type: string; fact_key: string; schema_version: number; payload_canonical: string };

/** Returns the facts of a snapshot. */
export const selectSnapshotFacts = (tenant: string, snapshotId: string): Sql<SourceFactRow> => sql<SourceFactRow>`
  select fact.fact_type, fact.fact_key, fact.schema_version, convert_from(fact.payload_canonical, 'UTF8') as payload_canonical
    from rota.passports_snapshot_items item
    join rota.passports_facts fact using (tenant, fact_id)
   where item.tenant = ${tenant} and item.snapshot_id = ${snapshotId}::uuid`;

/** Returns the status of a snapshot, or no row if the tenant has none with this id. */
export const selectSnapshotStatus = (tenant: string, snapshotId: string): Sql<{ status: SnapshotStatus }> => sql<{
  status: SnapshotStatus;
}>`
  select status from rota.passports_snapshots where tenant = ${tenant} and snapshot_id = ${snapshotId}::uuid`;

type RuleStandingRow = { status: RuleStatus; compiler_min_build: string | null };

/** Returns the status of rules, or no row if the tenant has none with this id. */
export const selectRuleStatus = (tenant: string, ruleVersionId: string): Sql<RuleStandingRow> => sql<RuleStandingRow>`
  select status, compiler_min_build from rota.passports_rule_versions
   where tenant = ${tenant} and rule_package_version_id = ${ruleVersionId}::uuid`;

/** Inserts blocks that are missing. All writers use the same order, so that they never deadlock. Returns nothing. */
export const insertProofBlocks = (tenant: string, blocks: readonly ProofBlock[]): Sql => {
  const contents = pack(blocks.map(({ content }) => content));
  return sql`
  insert into rota.passports_proof_blocks (tenant, block_hash, content)
  select ${tenant}, decode(hash, 'hex'), substring(${contents.bytes}::bytea from start for length)
    from unnest(${blocks.map(({ hash }) => hash)}::text[], ${contents.starts}::integer[], ${contents.lengths}::integer[])
         as given (hash, start, length)
   order by hash
  on conflict do nothing`;
};

export type StoredProofRow = {
  /** Position of the block, from 1, or null if the proof is stored in one piece. */
  nth: number | null;
  /** Content of the block, or null if it is missing. */
  content: Uint8Array | null;
  /** True if the hash matches the block. */
  is_whole: boolean | null;
};

/** Returns the blocks of a proof in their order, or one row with the whole proof. Returns no row if the version is not compiled. */
export const selectProof = (versionId: string): Sql<StoredProofRow> => sql<StoredProofRow>`
  select null::integer as nth, proof_canonical as content, null::boolean as is_whole
    from rota.passports_versions
   where passport_version_id = ${versionId}::uuid and proof_canonical is not null
   union all
  select ((start + 31) / 32)::integer as nth, block.content, sha256(block.content) = block.block_hash as is_whole
    from rota.passports_versions as version
   cross join generate_series(1, length(version.proof_blocks), 32) as start
    left join rota.passports_proof_blocks as block
      on block.tenant = version.tenant and block.block_hash = substring(version.proof_blocks from start for 32)
   where version.passport_version_id = ${versionId}::uuid
   order by nth`;

type CodeToStore = DrawnCode & { readonly tenant: string; readonly versionId: string };

/** Stores codes and replaces existing ones. Returns nothing. */
export const storeCodes = (codes: readonly CodeToStore[]): Sql => {
  const pngs = pack(codes.map(({ png }) => png));
  const svgs = pack(codes.map(({ svg }) => svg));
  return sql`
  insert into rota.passports_qr_codes (tenant, passport_version_id, kind, content, png, svg)
  select tenant, version_id, kind, content, substring(${pngs.bytes}::bytea from png_start for png_length),
         convert_from(substring(${svgs.bytes}::bytea from svg_start for svg_length), 'UTF8')
    from unnest(${codes.map(({ tenant }) => tenant)}::text[], ${codes.map(({ versionId }) => versionId)}::uuid[],
                ${codes.map(({ kind }) => kind)}::text[], ${codes.map(({ content }) => content)}::text[],
                ${pngs.starts}::integer[], ${pngs.lengths}::integer[], ${svgs.starts}::integer[], ${svgs.lengths}::integer[])
         as given (tenant, version_id, kind, content, png_start, png_length, svg_start, svg_length)
  on conflict (passport_version_id, kind)
  do update set content = excluded.content, png = excluded.png, svg = excluded.svg, created_at = clock_timestamp()`;
};

export type CodeRow = { content: string; png: Uint8Array; svg: string };

/** Returns the QR code, or no row if it is not drawn. */
export const selectCode = (versionId: string, kind: CodeKind): Sql<CodeRow> => sql<CodeRow>`
  select content, png, svg from rota.passports_qr_codes
   where passport_version_id = ${versionId}::uuid and kind = ${kind}`;

type LabelRow = {
  name: string;
  sku: string;
  serial_number: string | null;
  qr_svg: string;
  link_svg: string | null;
};

/** Returns the content of a label. Returns no row if there is no such version or its QR code is not drawn. */
export const selectLabel = (versionId: string): Sql<LabelRow> => sql<LabelRow>`
  select product.name, product.sku, passport.serial_number, qr.svg as qr_svg, link.svg as link_svg
    from rota.passports_versions version
    join rota.passports passport using (tenant, passport_id)
    join rota.passports_products product using (tenant, battery_product_id)
    join rota.passports_qr_codes qr on qr.passport_version_id = version.passport_version_id and qr.kind = 'BPC-QR-1'
    left join rota.passports_qr_codes link on link.passport_version_id = version.passport_version_id and link.kind = 'LINK'
   where version.passport_version_id = ${versionId}::uuid`;

type ExportRow = {
  export_id: string;
  passport_version_id: string;
  format: string;
  media_type: string;
  sha256: string;
  bytes: number;
  created_at: Date;
};

type NewExport = {
  readonly tenant: string;
  readonly versionId: string;
  readonly format: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
  readonly sha256: string;
};

/** Returns the new export, or no row if there is one in this format. */
export const insertExport = (made: NewExport): Sql<ExportRow> => sql<ExportRow>`
  insert into rota.passports_exports (tenant, passport_version_id, format, media_type, content, sha256)
  values (${made.tenant}, ${made.versionId}::uuid, ${made.format}, ${made.mediaType}, ${made.content}, decode(${made.sha256}, 'hex'))
  on conflict (passport_version_id, format) do nothing
  returning export_id, passport_version_id, format, media_type, encode(sha256, 'hex') as sha256, length(content) as bytes, created_at`;

/** Returns the exports of a version, one for each format. */
export const selectExports = (versionId: string): Sql<ExportRow> => sql<ExportRow>`
  select export_id, passport_version_id, format, media_type, encode(sha256, 'hex') as sha256, length(content) as bytes, created_at
    from rota.passports_exports
   where passport_version_id = ${versionId}::uuid
   order by format
   limit 100`;

type ExportContent = { content: Uint8Array; media_type: string; format: string; sha256: string };

/** Returns one export with its content, of one tenant or of any, or no row if there is none. */
export const selectExport = (exportId: string, tenant: string | undefined): Sql<ExportContent> => sql<ExportContent>`
  select content, media_type, format, encode(sha256, 'hex') as sha256
    from rota.passports_exports
   where export_id = ${exportId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;
