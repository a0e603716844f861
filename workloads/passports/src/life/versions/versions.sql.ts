/** The statements about the versions of passports: how they stand, what was compiled and signed. */
import { sql, type Sql } from "@rota/engine";
import { pack } from "../pack.ts";

export type VersionStatus = "COMPILING" | "SIGNED" | "ACTIVE" | "SUPERSEDED" | "REVOKED";

/** Without the artefacts, which may be large. */
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
  /** `2026-01-02T03:04:05Z`, as it is hashed. */
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
  /** UTC with six fraction digits, for cursors. */
  cursor_time: string;
};

/** Returns the version, of one tenant or of any. No row: there is none. */
export const selectVersion = (versionId: string, tenant?: string): Sql<VersionRow> => sql<VersionRow>`
  select * from rota.passports_versions_shown
   where passport_version_id = ${versionId}::uuid and (${tenant ?? null}::text is null or tenant = ${tenant ?? null})`;

export type VersionIdRow = { passport_version_id: string };

/** Returns those that there are; nobody else changes them before the transaction ends. */
export const lockVersions = (versionIds: readonly string[]): Sql<VersionIdRow> => sql<VersionIdRow>`
  select passport_version_id from rota.passports_versions
   where passport_version_id = any (${versionIds}::uuid[])
   order by passport_version_id
     for no key update`;

export type VersionsPage = {
  readonly passportId: string;
  readonly tenant: string;
  readonly after: { readonly t: string; readonly id: string } | undefined;
  readonly limit: number;
};

/** Returns versions of a passport, the newest first. */
export const selectVersions = ({ passportId, tenant, after, limit }: VersionsPage): Sql<VersionRow> => sql<VersionRow>`
  select * from rota.passports_versions_shown
   where tenant = ${tenant} and passport_id = ${passportId}::uuid
     and (${after?.t ?? null}::timestamptz is null
          or (created_at, passport_version_id) < (${after?.t ?? null}::timestamptz, ${after?.id ?? null}::uuid))
   order by created_at desc, passport_version_id desc
   limit ${limit}`;

export type NewVersionRow = {
  readonly tenant: string;
  readonly passportId: string;
  readonly snapshotId: string;
  readonly rulePackageVersionId: string;
  readonly compilerBuildId: string;
  readonly signingKeyId: string;
  readonly createdBy: string;
};

/** Returns the id of the new version. Its time is that of the database, in whole seconds. */
export const insertVersion = (version: NewVersionRow): Sql<{ passport_version_id: string }> => sql<{
  passport_version_id: string;
}>`
  insert into rota.passports_versions (tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id,
                                       signing_key_id, issued_at, created_by)
  values (${version.tenant}, ${version.passportId}::uuid, ${version.snapshotId}::uuid, ${version.rulePackageVersionId}::uuid,
          ${version.compilerBuildId}, ${version.signingKeyId}, date_trunc('second', clock_timestamp()), ${version.createdBy})
  returning passport_version_id`;

export type ArtefactsRow = {
  payload_canonical: Uint8Array;
  receipt_canonical: Uint8Array;
  receipt_signed_canonical: Uint8Array | null;
};

/** Returns what was compiled but for the proof, and the signed receipt since there is one. No row: it is not compiled. */
export const selectArtefacts = (versionId: string): Sql<ArtefactsRow> => sql<ArtefactsRow>`
  select payload_canonical, receipt_canonical, receipt_signed_canonical
    from rota.passports_versions
   where passport_version_id = ${versionId}::uuid and compiled_at is not null`;

/** Returns the receipt alone, without its signature. No row: it is not compiled. */
export const selectReceipt = (versionId: string): Sql<{ receipt_canonical: Uint8Array }> => sql<{
  receipt_canonical: Uint8Array;
}>`
  select receipt_canonical from rota.passports_versions
   where passport_version_id = ${versionId}::uuid and compiled_at is not null`;

export type CompiledRow = {
  readonly versionId: string;
  readonly payloadCanonical: string;
  readonly payloadHash: string;
  /** The hashes of its blocks, 32 bytes each; the blocks are there. */
  readonly proofBlocks: Uint8Array;
  readonly proofRootHash: string;
  readonly receiptCanonical: string;
  readonly receiptHash: string;
};

/** Returns those that were stored: the others were compiled before. */
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

export type SignedRow = {
  readonly versionId: string;
  readonly receiptSignedCanonical: string;
  /** 64 bytes in base64. */
  readonly signature: string;
};

/** Returns those that were stored: the others were signed before. */
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

/** Says why versions cannot be compiled or signed. Returns nothing. */
export const storeFailures = (failed: readonly FailedRow[]): Sql => sql`
  update rota.passports_versions as version
     set failure_code = given.code, failure = given.message
    from unnest(${failed.map(({ versionId }) => versionId)}::uuid[], ${failed.map(({ code }) => code)}::text[],
                ${failed.map(({ message }) => message)}::text[]) as given (version_id, code, message)
   where version.passport_version_id = given.version_id and version.status = 'COMPILING'`;

/** Returns the version that was active until now. No row: none was. */
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
