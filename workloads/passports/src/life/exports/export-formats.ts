/** The formats in which a version can be exported. */
import { RotaError, type Queryable } from "@rota/engine";
import { isJsonObject } from "../../canonical/json-value.ts";
import { readCanonical } from "../../canonical/read-json.ts";
import { writeCredential } from "../../credential/passport-credential.ts";
import { batteryPassJson } from "../../published/battery-pass-json.ts";
import { writePassportFile } from "../../verify/passport-file.ts";
import { wrongState } from "../refusals.ts";
import { signersOf } from "../settings/signing-keys.ts";
import { selectSources } from "../versions/compiling/compile-sources.sql.ts";
import { selectCode } from "../versions/codes/qr-codes.sql.ts";
import { readStoredProof } from "../versions/proofs/read-stored-proof.ts";
import { selectArtefacts, type VersionRow } from "../versions/versions.sql.ts";

export type Exported = { readonly mediaType: string; readonly content: Uint8Array };

/** Makes the same bytes each time. */
type ExportFormat = (on: Queryable, version: VersionRow) => Promise<Exported>;

export const EXPORT_FORMATS = {
  /** BPC-FILE-1: everything that `rota passports verify` needs but the keys. */
  JSON: exportFile,
  /** A W3C Verifiable Credential, signed with the key of the passport. */
  VC: exportCredential,
  /** A Catena-X battery_pass 6.1.0, of passports whose rules carry one. */
  CATENA_X: exportBatteryPass,
} as const satisfies Readonly<Record<string, ExportFormat>>;

export type ExportFormatName = keyof typeof EXPORT_FORMATS;

export function isExportFormat(name: string): name is ExportFormatName {
  return Object.hasOwn(EXPORT_FORMATS, name);
}

async function exportFile(on: Queryable, version: VersionRow): Promise<Exported> {
  const { passport_version_id: versionId } = version;
  const files = await readSigned(on, version);
  const proof = await readStoredProof(on, versionId);
  if (proof === undefined) throw wrongState(`the version ${versionId} has no proof`, version.status);
  const [sources] = await on.query(selectSources(versionId));
  const [code] = await on.query(selectCode(versionId, "BPC-QR-1"));
  const snapshot = sources?.snapshot_canonical ?? undefined;
  const file = writePassportFile({
    ...files,
    proof,
    ...(snapshot === undefined ? {} : { snapshot: Buffer.from(snapshot) }),
    ...(code === undefined ? {} : { qrText: code.content }),
  });
  return { mediaType: "application/json", content: Buffer.from(file) };
}

/** Only workers that hold the key can make it. What a key signs here has 64 bytes, a receipt 32: neither stands for the other. */
async function exportCredential(on: Queryable, version: VersionRow): Promise<Exported> {
  const keyId = version.signing_key_id;
  const signer = signersOf().find((held) => held.keyId === keyId);
  if (signer === undefined)
    throw new RotaError("SIGNING_KEY_MISSING", `the signing key ${keyId} is not here: give it to the workers`, {
      keyId,
    });
  const credential = await writeCredential(await readSigned(on, version), signer);
  return { mediaType: "application/vc", content: Buffer.from(credential) };
}

async function exportBatteryPass(on: Queryable, version: VersionRow): Promise<Exported> {
  const payload = readCanonical((await readSigned(on, version)).payload);
  return { mediaType: "application/json", content: Buffer.from(batteryPassJson(isJsonObject(payload) ? payload : {})) };
}

async function readSigned(on: Queryable, { passport_version_id: versionId, status }: VersionRow) {
  const [artefacts] = await on.query(selectArtefacts(versionId));
  if (artefacts === undefined || artefacts.receipt_signed_canonical === null)
    throw wrongState(`the version ${versionId} is not signed`, status);
  const { payload_canonical: payload, receipt_signed_canonical: receipt } = artefacts;
  return { payload, receipt };
}
