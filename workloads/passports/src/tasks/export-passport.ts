/** EXPORT_PASSPORT writes an active version as JSON, as a Verifiable Credential or as a Catena-X battery_pass, and stores the result. */
import { defineTask, type Queryable, type RunContext } from "@rota/engine";
import { isJsonObject } from "../core/canonical/canonical-json.ts";
import { readCanonical } from "../core/canonical/read-json.ts";
import { sha256Hex } from "../core/canonical/sha256.ts";
import { batteryPassJson } from "../core/facts/published-models.ts";
import { writeCredential } from "../core/passport/passport-credential.ts";
import { writePassportFile } from "../core/passport/passport-file.ts";
import { isUuid } from "../core/passport/receipt.ts";
import { PassportError } from "../errors.ts";
import { appendPassportEvent } from "../store/events.ts";
import { wrongState } from "../store/rows.ts";
import { signersOf } from "../store/settings.ts";
import {
  insertExport,
  lockVersions,
  selectArtefacts,
  selectCode,
  selectExports,
  selectSources,
  type VersionRow,
} from "../store/versions.sql.ts";
import { eventOf, readStoredProof, readVersion } from "../store/versions.ts";
import { PASSPORT_WORK, permanently } from "./passport-work.ts";

type ExportInput = { readonly passportVersionId: string; readonly format: ExportFormatName };

export const exportPassport = defineTask({
  name: "passports.export-passport",
  ...PASSPORT_WORK,
  priority: 3,
  input: readInput,
  run: (input, context) => permanently(() => exportVersion(input, context)),
});

function readInput(given: unknown): ExportInput {
  if (typeof given === "object" && given !== null && "passportVersionId" in given && "format" in given) {
    const { passportVersionId, format } = given;
    const isRight = typeof passportVersionId === "string" && isUuid(passportVersionId) && typeof format === "string";
    if (isRight && isExportFormat(format)) return { passportVersionId, format };
  }
  const formats = Object.keys(EXPORT_FORMATS).join(", ");
  throw new PassportError("VALIDATION_ERROR", `an export has passportVersionId, a UUID, and format, one of ${formats}`);
}

async function exportVersion({ passportVersionId, format }: ExportInput, { database, commit }: RunContext) {
  const version = await readVersion(database, passportVersionId);
  if (version.status !== "ACTIVE") {
    const message = `the version ${passportVersionId} is ${version.status}: only an active one is exported`;
    throw wrongState(message, version.status);
  }
  const { mediaType, content } = await EXPORT_FORMATS[format](database, version);
  const made = { tenant: version.tenant, versionId: passportVersionId, format, mediaType, content };
  return commit(async (tx) => {
    await tx.query(lockVersions([passportVersionId]));
    const [added] = await tx.query(insertExport({ ...made, sha256: sha256Hex(content) }));
    const row = added ?? (await tx.query(selectExports(passportVersionId))).find((held) => held.format === format);
    if (row === undefined) throw new Error("an export was in the way and is not there");
    const exported = { export_id: row.export_id, format, sha256: row.sha256 };
    const { payload, ...event } = eventOf(version);
    if (added !== undefined)
      await appendPassportEvent(tx, { ...event, type: "PASSPORT_EXPORTED", payload: { ...payload, ...exported } });
    return { ...exported, bytes: row.bytes };
  });
}

type Exported = { readonly mediaType: string; readonly content: Uint8Array };

/** Writes an export. The same version gives the same bytes. */
type ExportFormat = (on: Queryable, version: VersionRow) => Promise<Exported>;

export const EXPORT_FORMATS = {
  /** BPC-FILE-1, which holds everything that `rota passports verify` needs except the keys. */
  JSON: exportFile,
  /** W3C Verifiable Credential, signed with the key of the passport. */
  VC: exportCredential,
  /** Catena-X battery_pass 6.1.0, for passports whose rules carry one. */
  CATENA_X: exportBatteryPass,
} as const satisfies Readonly<Record<string, ExportFormat>>;

type ExportFormatName = keyof typeof EXPORT_FORMATS;

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

/** Exports a credential. Only workers that have the key can do it. The signed value has 64 bytes, and that of a receipt has 32, so that a signature of one is never valid for the other. */
async function exportCredential(on: Queryable, version: VersionRow): Promise<Exported> {
  const keyId = version.signing_key_id;
  const signer = signersOf().find((held) => held.keyId === keyId);
  if (signer === undefined)
    throw new PassportError("SIGNING_KEY_MISSING", `the signing key ${keyId} is not here: give it to the workers`, {
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
