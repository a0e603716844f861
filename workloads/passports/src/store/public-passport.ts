/** Reads the parts of a version that a caller outside the tenant may see, and sets the tier that each field requires. */
import { type Actor, appendAudit, type Queryable, RotaError, type Transaction } from "@rota/engine";
import { type CanonicalValue, isJsonObject, type JsonObject, memberOf } from "../core/canonical/canonical-json.ts";
import { decodeUtf8, readCanonical } from "../core/canonical/read-json.ts";
import { discloseFields } from "../core/passport/disclosure.ts";
import { readProof } from "../core/passport/proof.ts";
import { PassportError } from "../errors.ts";
import { readPassport } from "./passports.ts";
import { found, notFound } from "./rows.ts";
import { deleteAccess, insertAccess, lockRules, selectAccess, selectFieldPaths } from "./rules.sql.ts";
import { readKey, verificationKey } from "./signing-keys.ts";
import { ALL_OTHERS, COMPLIANCE, cutFields, type FieldTiers, maySee, type Tier, tierOf } from "./tiers.ts";
import { selectArtefacts, type VersionRow } from "./versions.sql.ts";
import { readStoredProof, readVersion } from "./versions.ts";

type PublicVersion = {
  readonly version: VersionRow;
  readonly tier: Tier;
  readonly isShown: (path: string) => boolean;
  readonly paths: readonly string[];
};

type Viewer = Pick<Actor, "roles" | "tenant">;

/** Opens a version for a viewer. Refuses with NOT_FOUND a version that is still compiling, because only its tenant may see it. */
export async function openPublic(on: Queryable, versionId: string, viewer: Viewer): Promise<PublicVersion> {
  const version = await readVersion(on, versionId);
  if (version.status === "COMPILING") throw notFound("passport version", versionId);
  const tier = tierOf(viewer, version.tenant);
  const { tiers, paths } = await readAccess(on, version.tenant, version.rule_package_version_id);
  return { version, tier, isShown: maySee(tiers, tier), paths };
}

/** Returns the content that the viewer may see. Content is shown if the version is or was in force. A version that is only signed may never be in force. */
export async function publicContent(on: Queryable, opened: PublicVersion): Promise<Record<string, CanonicalValue>> {
  const { version, tier, isShown, paths } = opened;
  const { current_version_id } = await readPassport(on, version.passport_id);
  const isInForce = version.status !== "SIGNED" && version.activated_at !== null;
  const content = isInForce || tier === "authority" ? await readPayload(on, version) : undefined;
  const fields = content === undefined ? undefined : memberOf(content, "fields");
  const cut = isJsonObject(fields) ? cutFields(fields, paths, isShown) : undefined;
  return {
    ...standingOf(version),
    tier,
    current_version_id,
    battery_product: content === undefined ? null : (memberOf(content, "battery_product") ?? null),
    fields: cut?.fields ?? null,
    hidden_fields: cut?.hidden ?? null,
    compliance: content !== undefined && isShown(COMPLIANCE) ? (memberOf(content, "compliance") ?? null) : null,
  };
}

/** Returns everything that a verifier needs to check the shown fields without trusting this server. The key is included, but should come from another source. */
export async function verifyData(on: Queryable, opened: PublicVersion): Promise<Record<string, CanonicalValue>> {
  const { version, tier, isShown } = opened;
  const artefacts = await readWithProof(on, version);
  const { keyId, publicKey, status, notBefore, notAfter } = verificationKey(await readKey(on, version.signing_key_id));
  const proof = readProof(readCanonical(artefacts.proof));
  const isShowing = version.activated_at !== null || tier === "authority";
  return {
    ...standingOf(version),
    tier,
    receipt: decodeUtf8(artefacts.receipt),
    key: {
      key_id: keyId,
      public_key: publicKey,
      status,
      not_before: notBefore ?? null,
      not_after: notAfter ?? null,
    },
    disclosure: (proof === undefined ? undefined : discloseFields(proof, (path) => isShowing && isShown(path))) ?? null,
  };
}

/** Reads the complete passport, for viewers who may see every field. */
export async function readWhole(on: Queryable, opened: PublicVersion) {
  const { version, isShown, paths, tier } = opened;
  const seesAll = tier === "authority" || (version.activated_at !== null && [...paths, COMPLIANCE].every(isShown));
  if (seesAll) return readWithProof(on, version);
  const message = `fields of the version ${version.passport_version_id} are not for everybody: ask for a key of another tier, or take GET /v1/verify`;
  throw new RotaError("ROLE_MISSING", message, { tier });
}

function standingOf(version: VersionRow) {
  return {
    passport_version_id: version.passport_version_id,
    passport_id: version.passport_id,
    status: version.status,
    issued_at: version.issued_at,
    revoked_at: version.revoked_at?.toISOString() ?? null,
    revocation_reason: version.revocation_reason,
    payload_hash: version.payload_hash,
    proof_root_hash: version.proof_root_hash,
    receipt_hash: version.receipt_hash,
    signing_key_id: version.signing_key_id,
  };
}

async function readPayload(on: Queryable, version: VersionRow): Promise<JsonObject> {
  const value = readCanonical((await readSigned(on, version)).payload);
  if (isJsonObject(value)) return value;
  throw new Error("a payload was stored that is no object");
}

async function readSigned(on: Queryable, { passport_version_id: versionId }: VersionRow) {
  const [row] = await on.query(selectArtefacts(versionId));
  if (row === undefined || row.receipt_signed_canonical === null) throw notFound("passport version", versionId);
  return { payload: row.payload_canonical, receipt: row.receipt_signed_canonical };
}

async function readWithProof(on: Queryable, version: VersionRow) {
  const signed = await readSigned(on, version);
  const proof = await readStoredProof(on, version.passport_version_id);
  if (proof === undefined) throw notFound("passport version", version.passport_version_id);
  return { ...signed, proof };
}

export type FieldAccess = { readonly tiers: FieldTiers; readonly paths: readonly string[] };

export async function readAccess(on: Queryable, tenant: string, ruleVersionId: string): Promise<FieldAccess> {
  const rows = await on.query(selectAccess(tenant, ruleVersionId));
  const paths = await on.query(selectFieldPaths(tenant, ruleVersionId));
  return {
    tiers: new Map(rows.map(({ field_path, tier }) => [field_path, tier])),
    paths: paths.map(({ field_path }) => field_path),
  };
}

type AccessChange = {
  readonly rulePackageVersionId: string;
  /** Tenant that the caller may change, or undefined for all. */
  readonly tenant: string | undefined;
  readonly tiers: Readonly<Record<string, Tier>>;
  readonly actor: string;
};

/** Replaces the tiers of all fields. They take effect immediately, also for passports that are already signed. */
export async function setAccess(tx: Transaction, change: AccessChange): Promise<FieldAccess> {
  const { rulePackageVersionId: ruleVersionId, tiers, actor } = change;
  const named = { what: "rule package version", id: ruleVersionId };
  const { tenant } = await found(tx, lockRules(ruleVersionId, change.tenant), named);
  const { paths } = await readAccess(tx, tenant, ruleVersionId);
  refuseUnknown(Object.keys(tiers), paths);
  await tx.query(deleteAccess(tenant, ruleVersionId));
  const given = { paths: Object.keys(tiers), tiers: Object.values(tiers) };
  await tx.query(insertAccess({ tenant, ruleVersionId, ...given }));
  const subject = { type: "RulePackageVersion", id: ruleVersionId };
  await appendAudit(tx, { tenant, actor, action: "passports.access.set", subject, details: countsOf(given.tiers) });
  return { tiers: new Map(Object.entries(tiers)), paths };
}

function refuseUnknown(given: readonly string[], paths: readonly string[]): void {
  const known = new Set([...paths, ALL_OTHERS, COMPLIANCE]);
  const unknown = given.find((path) => !known.has(path));
  if (unknown === undefined) return;
  const message = `the rules declare no field ${unknown}: name their fields, ${COMPLIANCE}, or ${ALL_OTHERS} for all others`;
  throw new PassportError("VALIDATION_ERROR", message, { field: unknown });
}

function countsOf(tiers: readonly Tier[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const tier of tiers) counts[tier] = (counts[tier] ?? 0) + 1;
  return counts;
}
