/** The formats in which a version can be exported. */
import type { Queryable } from "@rota/engine";
import { writePassportFile } from "../../verify/passport-file.ts";
import { wrongState } from "../refusals.ts";
import { selectSources } from "../versions/compiling/compile-sources.sql.ts";
import { selectCode } from "../versions/codes/qr-codes.sql.ts";
import { selectArtefacts, type VersionRow } from "../versions/versions.sql.ts";

export type Exported = { readonly mediaType: string; readonly content: Uint8Array };

/** Makes the same bytes each time. */
type ExportFormat = (on: Queryable, version: VersionRow) => Promise<Exported>;

export const EXPORT_FORMATS = {
  /** BPC-FILE-1: everything that `rota passports verify` needs but the keys. */
  JSON: exportFile,
} as const satisfies Readonly<Record<string, ExportFormat>>;

export type ExportFormatName = keyof typeof EXPORT_FORMATS;

export function isExportFormat(name: string): name is ExportFormatName {
  return Object.hasOwn(EXPORT_FORMATS, name);
}

async function exportFile(on: Queryable, version: VersionRow): Promise<Exported> {
  const { passport_version_id: versionId, status } = version;
  const [artefacts] = await on.query(selectArtefacts(versionId));
  const [sources] = await on.query(selectSources(versionId));
  const [code] = await on.query(selectCode(versionId, "BPC-QR-1"));
  if (artefacts === undefined || artefacts.receipt_signed_canonical === null)
    throw wrongState(`the version ${versionId} is not signed`, status);
  const snapshot = sources?.snapshot_canonical ?? undefined;
  const file = writePassportFile({
    payload: artefacts.payload_canonical,
    proof: artefacts.proof_canonical,
    receipt: artefacts.receipt_signed_canonical,
    ...(snapshot === undefined ? {} : { snapshot: Buffer.from(snapshot) }),
    ...(code === undefined ? {} : { qrText: code.content }),
  });
  return { mediaType: "application/json", content: Buffer.from(file) };
}
