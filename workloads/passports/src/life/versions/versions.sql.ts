/** The statements about the versions of passports: how they stand, what was compiled and signed. */
import { sql, type Sql } from "@rota/engine";

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

/** Returns the status alone, which nobody else changes before the transaction ends. No row: there is none. */
export const lockVersion = (versionId: string): Sql<{ status: VersionStatus }> => sql<{ status: VersionStatus }>`
  select status from rota.passports_versions where passport_version_id = ${versionId}::uuid for no key update`;

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
  proof_canonical: Uint8Array;
  receipt_canonical: Uint8Array;
  receipt_signed_canonical: Uint8Array | null;
};

/** Returns what was compiled, and the signed receipt since there is one. No row: it is not compiled. */
export const selectArtefacts = (versionId: string): Sql<ArtefactsRow> => sql<ArtefactsRow>`
  select payload_canonical, proof_canonical, receipt_canonical, receipt_signed_canonical
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
  readonly proofCanonical: string;
  readonly proofRootHash: string;
  readonly receiptCanonical: string;
  readonly receiptHash: string;
};

/** Returns one row. No row: it was compiled before. */
export const storeCompiled = (compiled: CompiledRow): Sql<{ stored: boolean }> => sql<{ stored: boolean }>`
  update rota.passports_versions
     set payload_canonical = ${Buffer.from(compiled.payloadCanonical)},
         payload_hash      = decode(${compiled.payloadHash}, 'hex'),
         proof_canonical   = ${Buffer.from(compiled.proofCanonical)},
         proof_root_hash   = decode(${compiled.proofRootHash}, 'hex'),
         receipt_canonical = ${Buffer.from(compiled.receiptCanonical)},
         receipt_hash      = decode(${compiled.receiptHash}, 'hex'),
         compiled_at       = clock_timestamp(),
         failure_code      = null,
         failure           = null
   where passport_version_id = ${compiled.versionId}::uuid and status = 'COMPILING' and compiled_at is null
  returning true as stored`;

export type SignedRow = {
  readonly versionId: string;
  readonly receiptSignedCanonical: string;
  /** 64 bytes in base64. */
  readonly signature: string;
};

/** Returns one row. No row: it was signed before. */
export const storeSigned = (signed: SignedRow): Sql<{ stored: boolean }> => sql<{ stored: boolean }>`
  update rota.passports_versions
     set status                   = 'SIGNED',
         receipt_signed_canonical = ${Buffer.from(signed.receiptSignedCanonical)},
         signature                = decode(${signed.signature}, 'base64'),
         signed_at                = clock_timestamp(),
         failure_code             = null,
         failure                  = null
   where passport_version_id = ${signed.versionId}::uuid and status = 'COMPILING'
  returning true as stored`;

/** Says why a version cannot be compiled or signed. Returns nothing. */
export const storeFailure = (versionId: string, { code, message }: { code: string; message: string }): Sql => sql`
  update rota.passports_versions set failure_code = ${code}, failure = ${message}
   where passport_version_id = ${versionId}::uuid and status = 'COMPILING'`;

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
