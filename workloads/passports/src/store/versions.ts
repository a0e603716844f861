/** Reads, activates and revokes versions of passports, reads their proofs, and checks whether a version can be compiled. */
import type { Queryable, Transaction } from "@rota/engine";
import { requireBuild } from "../core/passport/compile.ts";
import { PassportError } from "../errors.ts";
import { appendPassportEvent } from "./events.ts";
import { damagedProof, openBlocks } from "./pack-proof.ts";
import { lockPassport, setCurrent } from "./passports.sql.ts";
import { readPassport } from "./passports.ts";
import { found, wrongState } from "./rows.ts";
import { passportSettings } from "./settings.ts";
import {
  activateVersion,
  revokeVersion,
  selectProof,
  selectRuleStatus,
  selectSnapshotStatus,
  selectVersion,
  type StoredProofRow,
  supersedeActive,
  type VersionRow,
} from "./versions.sql.ts";

/** @throws NOT_FOUND also if the version belongs to another tenant. */
export async function readVersion(on: Queryable, versionId: string, tenant?: string): Promise<VersionRow> {
  return found(on, selectVersion(versionId, tenant), { what: "passport version", id: versionId });
}

/** Returns the members that every event of a version has. */
export function eventOf(version: VersionRow) {
  const { tenant, passport_version_id: id, passport_id, battery_product_id } = version;
  return {
    tenant,
    aggregate: { type: "PassportVersion", id },
    payload: { passport_version_id: id, passport_id, battery_product_id },
  } as const;
}

type VersionChange = {
  readonly passportVersionId: string;
  /** Tenant that the caller may change, or undefined for all. */
  readonly tenant: string | undefined;
  readonly actor: string;
};

export async function activate(
  tx: Transaction,
  { passportVersionId, tenant, actor }: VersionChange,
): Promise<VersionRow> {
  const version = await lockWithPassport(tx, passportVersionId, tenant);
  requireSigned(version);
  const [superseded] = await tx.query(supersedeActive(version.passport_id));
  await tx.query(activateVersion(passportVersionId, actor));
  await tx.query(setCurrent(version.passport_id, passportVersionId));
  if (superseded !== undefined) {
    const before = await readVersion(tx, superseded.passport_version_id);
    await appendPassportEvent(tx, { ...eventOf(before), type: "PASSPORT_SUPERSEDED", actor });
  }
  await appendPassportEvent(tx, { ...eventOf(version), type: "PASSPORT_ACTIVATED", actor });
  return readVersion(tx, passportVersionId);
}

/** Locks the passport of a version, so that only one transaction at a time changes its versions. */
async function lockWithPassport(tx: Transaction, versionId: string, tenant?: string): Promise<VersionRow> {
  const found = await readVersion(tx, versionId, tenant);
  await tx.query(lockPassport(found.passport_id, found.tenant));
  return readVersion(tx, versionId, tenant); // read again under the lock
}

function requireSigned({ passport_version_id: id, status, has_qr }: VersionRow): void {
  if (status !== "SIGNED") {
    const way = status === "COMPILING" ? "wait until it is signed" : "compile a new version";
    throw wrongState(`the version ${id} is ${status}, and only a signed one can be activated: ${way}`, status);
  }
  const { qrRequiredFrom } = passportSettings();
  const today = new Date().toISOString().slice(0, 10);
  if (has_qr || today < qrRequiredFrom) return;
  throw wrongState(
    `the version ${id} has no QR code, which is due since ${qrRequiredFrom}: wait until it is drawn`,
    status,
  );
}

/** Revokes a version for a reason. A scanned code still verifies, and the status shows that the version is revoked. */
export async function revoke(
  tx: Transaction,
  { passportVersionId, tenant, actor, reason }: VersionChange & { readonly reason: string },
): Promise<VersionRow> {
  const version = await lockWithPassport(tx, passportVersionId, tenant);
  const { status, passport_id } = version;
  if (status === "COMPILING" || status === "REVOKED") {
    const way = status === "REVOKED" ? "nothing is left to do" : "wait until it is signed";
    throw wrongState(`the version ${passportVersionId} is ${status} and cannot be revoked: ${way}`, status);
  }
  const { current_version_id } = await readPassport(tx, passport_id);
  if (current_version_id === passportVersionId) await tx.query(setCurrent(passport_id, null));
  await tx.query(revokeVersion(passportVersionId, { actor, reason }));
  const { payload, ...event } = eventOf(version);
  await appendPassportEvent(tx, { ...event, type: "PASSPORT_REVOKED", actor, payload: { ...payload, reason } });
  return readVersion(tx, passportVersionId);
}

/** Refuses immediately what compiling would refuse later: a snapshot that is not sealed, or rules that are not published. */
export async function requireCompilable(
  on: Queryable,
  { tenant, snapshotId, rulePackageVersionId }: { tenant: string; snapshotId: string; rulePackageVersionId: string },
): Promise<void> {
  const snapshot = await found(on, selectSnapshotStatus(tenant, snapshotId), { what: "snapshot", id: snapshotId });
  if (snapshot.status !== "SEALED") {
    const message = `the snapshot ${snapshotId} is ${snapshot.status}: seal it first`;
    throw new PassportError("SNAPSHOT_NOT_READY", message, { status: snapshot.status });
  }
  await requirePublished(on, { tenant, rulePackageVersionId });
}

export async function requirePublished(
  on: Queryable,
  { tenant, rulePackageVersionId }: { tenant: string; rulePackageVersionId: string },
): Promise<void> {
  const rules = await found(on, selectRuleStatus(tenant, rulePackageVersionId), {
    what: "rule package version",
    id: rulePackageVersionId,
  });
  requireBuild(passportSettings().compilerBuildId, rules.compiler_min_build);
  if (rules.status === "PUBLISHED") return;
  const message = `the rules ${rulePackageVersionId} are ${rules.status}: publish them first, or use others`;
  throw new PassportError("RULE_PKG_NOT_PUBLISHED", message, { status: rules.status });
}

/** Returns the proof, or undefined if the version is not compiled. @throws PROOF_DAMAGED if the stored bytes were changed. */
export async function readStoredProof(on: Queryable, versionId: string): Promise<Uint8Array | undefined> {
  const rows = await on.query(selectProof(versionId));
  const [first] = rows;
  if (first === undefined) return undefined;
  if (first.nth === null) return first.content ?? undefined;
  return openBlocks(rows.map((row) => contentOf(row, rows.length)));
}

function contentOf({ nth, content, is_whole }: StoredProofRow, count: number): Uint8Array {
  const block = `block ${String(nth)} of ${String(count)}`;
  if (content === null) throw damagedProof(`${block} is not there`);
  if (is_whole !== true) throw damagedProof(`${block} does not have its hash`);
  return content;
}
