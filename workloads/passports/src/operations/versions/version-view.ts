/** Versions of passports as callers see them. */
import { Type, type Static } from "typebox";
import type { VersionRow } from "../../life/versions/versions.sql.ts";
import { Given, Hash, Nullable, Time, Uuid, Word } from "../fields.ts";

export const VersionParams = Given({ passportVersionId: Uuid });

export const VersionView = Type.Object({
  passport_version_id: Uuid,
  tenant: Type.String(),
  passport_id: Uuid,
  battery_product_id: Uuid,
  status: Word(["COMPILING", "SIGNED", "ACTIVE", "SUPERSEDED", "REVOKED"]),
  failure: Nullable(Type.Object({ code: Type.String(), message: Type.String() }), {
    description: "Why it cannot be compiled or signed.",
  }),
  snapshot_id: Uuid,
  rule_package_version_id: Uuid,
  compiler_build_id: Type.String(),
  signing_key_id: Type.String(),
  issued_at: Type.String({ examples: ["2026-01-02T03:04:05Z"] }),
  payload_hash: Nullable(Hash),
  proof_root_hash: Nullable(Hash),
  receipt_hash: Nullable(Hash),
  has_qr: Type.Boolean(),
  compiled_at: Nullable(Time),
  signed_at: Nullable(Time),
  activated_at: Nullable(Time),
  activated_by: Nullable(Type.String()),
  superseded_at: Nullable(Time),
  revoked_at: Nullable(Time),
  revoked_by: Nullable(Type.String()),
  revocation_reason: Nullable(Type.String()),
  created_at: Time,
  created_by: Type.String(),
});

export function versionView(row: VersionRow): Static<typeof VersionView> {
  const { failure_code, failure } = row;
  return {
    passport_version_id: row.passport_version_id,
    tenant: row.tenant,
    passport_id: row.passport_id,
    battery_product_id: row.battery_product_id,
    status: row.status,
    failure: failure_code === null || failure === null ? null : { code: failure_code, message: failure },
    snapshot_id: row.snapshot_id,
    rule_package_version_id: row.rule_package_version_id,
    compiler_build_id: row.compiler_build_id,
    signing_key_id: row.signing_key_id,
    issued_at: row.issued_at,
    payload_hash: row.payload_hash,
    proof_root_hash: row.proof_root_hash,
    receipt_hash: row.receipt_hash,
    has_qr: row.has_qr,
    compiled_at: timeOf(row.compiled_at),
    signed_at: timeOf(row.signed_at),
    activated_at: timeOf(row.activated_at),
    activated_by: row.activated_by,
    superseded_at: timeOf(row.superseded_at),
    revoked_at: timeOf(row.revoked_at),
    revoked_by: row.revoked_by,
    revocation_reason: row.revocation_reason,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
  };
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
