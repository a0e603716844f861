/** EXPORT_PASSPORT: writes an active version in a format for others, and keeps what was written. */
import { defineTask, RotaError, type RunContext } from "@rota/engine";
import { sha256Hex } from "../../canonical/sha256.ts";
import { isUuid } from "../../compile/receipt.ts";
import { appendPassportEvent } from "../../life/events/append-passport-event.ts";
import { EXPORT_FORMATS, isExportFormat, type ExportFormatName } from "../../life/exports/export-formats.ts";
import { insertExport, selectExports } from "../../life/exports/exports.sql.ts";
import { wrongState } from "../../life/refusals.ts";
import { lockVersions } from "../../life/versions/versions.sql.ts";
import { eventOf, readVersion } from "../../life/versions/version.ts";
import { PASSPORT_WORK, permanently } from "../passport-work.ts";

export type ExportWish = { readonly passportVersionId: string; readonly format: ExportFormatName };

export const exportPassport = defineTask({
  name: "passports.export-passport",
  ...PASSPORT_WORK,
  priority: 3,
  input: readWish,
  run: (wish, context) => permanently(() => exportVersion(wish, context)),
});

function readWish(given: unknown): ExportWish {
  if (typeof given === "object" && given !== null && "passportVersionId" in given && "format" in given) {
    const { passportVersionId, format } = given;
    const isRight = typeof passportVersionId === "string" && isUuid(passportVersionId) && typeof format === "string";
    if (isRight && isExportFormat(format)) return { passportVersionId, format };
  }
  const formats = Object.keys(EXPORT_FORMATS).join(", ");
  throw new RotaError("VALIDATION_ERROR", `an export has passportVersionId, a UUID, and format, one of ${formats}`);
}

async function exportVersion(
  { passportVersionId, format }: ExportWish,
  { database, commit }: RunContext,
): Promise<void> {
  const version = await readVersion(database, passportVersionId);
  if (version.status !== "ACTIVE") {
    const message = `the version ${passportVersionId} is ${version.status}: only an active one is exported`;
    throw wrongState(message, version.status);
  }
  const { mediaType, content } = await EXPORT_FORMATS[format](database, version);
  const made = { tenant: version.tenant, versionId: passportVersionId, format, mediaType, content };
  await commit(async (tx) => {
    await tx.query(lockVersions([passportVersionId]));
    const [added] = await tx.query(insertExport({ ...made, sha256: sha256Hex(content) }));
    const row = added ?? (await tx.query(selectExports(passportVersionId))).find((held) => held.format === format);
    if (row === undefined) throw new Error("an export was in the way and is not there");
    const told = { export_id: row.export_id, format, sha256: row.sha256 };
    const { payload, ...event } = eventOf(version);
    if (added !== undefined)
      await appendPassportEvent(tx, { ...event, type: "PASSPORT_EXPORTED", payload: { ...payload, ...told } });
    return { ...told, bytes: row.bytes };
  });
}
