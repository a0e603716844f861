/** What somebody may see of a version who was not given it as its tenant: by its id, by what was scanned, by its GTIN. */
import { RotaError, type Actor, type Queryable } from "@rota/engine";
import { isJsonObject, memberOf, type CanonicalValue, type JsonObject } from "../../canonical/json-value.ts";
import { decodeUtf8, readCanonical } from "../../canonical/read-json.ts";
import { discloseFields } from "../../verify/disclosure.ts";
import { readProof } from "../../verify/read-proof.ts";
import { readKey, verificationKey } from "../keys/key-registry.ts";
import { readPassport } from "../passports/read-passport.ts";
import { notFound } from "../refusals.ts";
import { readStoredProof } from "../versions/proofs/read-stored-proof.ts";
import { selectArtefacts, type VersionRow } from "../versions/versions.sql.ts";
import { readVersion } from "../versions/version.ts";
import { readAccess } from "./field-access.ts";
import { COMPLIANCE, cutFields, maySee, tierOf, type Tier } from "./tiers.ts";

export type PublicVersion = {
  readonly version: VersionRow;
  readonly tier: Tier;
  readonly isShown: (path: string) => boolean;
  readonly paths: readonly string[];
};

type Viewer = Pick<Actor, "roles" | "tenant">;

/** What is not signed is nobody's business but its tenant's. */
export async function openPublic(on: Queryable, versionId: string, viewer: Viewer): Promise<PublicVersion> {
  const version = await readVersion(on, versionId);
  if (version.status === "COMPILING") throw notFound("passport version", versionId);
  const tier = tierOf(viewer, version.tenant);
  const { tiers, paths } = await readAccess(on, version.tenant, version.rule_package_version_id);
  return { version, tier, isShown: maySee(tiers, tier), paths };
}

/** Content is shown of what is or was in force; a version that only is signed may never be. */
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

/** All that is needed to check what is shown without trusting this server, but for the keys, which it also tells. */
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

/** Whole, for those who see every field of it. */
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
