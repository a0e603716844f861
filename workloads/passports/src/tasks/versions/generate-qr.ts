/** GENERATE_QR: draws and keeps the QR codes of a signed version, BPC-QR-1 and the web link. */
import { computeIn, defineTask, planTask, type NewTask, type RunContext, type Transaction } from "@rota/engine";
import { appendPassportEvent } from "../../life/events/append-passport-event.ts";
import { readPassport } from "../../life/passports/read-passport.ts";
import { wrongState } from "../../life/refusals.ts";
import { passportSettings } from "../../life/settings/passport-settings.ts";
import type * as drawing from "../../life/versions/codes/draw-codes.ts";
import type { DrawnCode } from "../../life/versions/codes/draw-codes.ts";
import { storeCode } from "../../life/versions/codes/qr-codes.sql.ts";
import { lockVersion, type VersionRow } from "../../life/versions/versions.sql.ts";
import { eventOf, readVersion } from "../../life/versions/version.ts";
import { passportLink } from "../../qr/passport-link.ts";
import { formatQrText } from "../../qr/qr-text.ts";
import { PASSPORT_WORK, PASSPORTS_GROUP, permanently, readIds } from "../passport-work.ts";

const inDrawing = computeIn<typeof drawing>(new URL("../../life/versions/codes/draw-codes.ts", import.meta.url));

const readInput = readIds(["passportVersionId"]);

export const generateQr = defineTask({
  name: "passports.generate-qr",
  ...PASSPORT_WORK,
  priority: 2,
  input: readInput,
  run: ({ passportVersionId }, context) => permanently(() => drawVersion(passportVersionId, context)),
});

/** May be done again, such as after the public address changed; not twice at once. */
export async function planQr({ tenant, passport_version_id: passportVersionId }: VersionRow): Promise<NewTask> {
  const unique = { key: passportVersionId, mode: "singleton" } as const;
  return planTask(generateQr, { passportVersionId }, { tenant, group: PASSPORTS_GROUP, unique });
}

async function drawVersion(versionId: string, { database, compute, commit }: RunContext): Promise<void> {
  const version = await readVersion(database, versionId);
  const { status, payload_hash, proof_root_hash, receipt_hash } = version;
  if (status === "COMPILING" || payload_hash === null || proof_root_hash === null || receipt_hash === null)
    throw wrongState(`the version ${versionId} is ${status}: a QR code is drawn when it is signed`, status);
  const text = formatQrText({
    passportVersionId: versionId,
    payloadHash: payload_hash,
    proofRootHash: proof_root_hash,
    receiptHash: receipt_hash,
  });
  const link = await linkOf(database, version);
  const codes = await compute(inDrawing("drawCodes"), { text, link });
  await commit((tx) => keepCodes(tx, { version, text, codes }));
}

async function linkOf(database: RunContext["database"], version: VersionRow): Promise<string | undefined> {
  const { publicUrl } = passportSettings();
  if (publicUrl === undefined) return undefined;
  const { gtin, serial_number } = await readPassport(database, version.passport_id);
  return passportLink({
    publicUrl,
    passportVersionId: version.passport_version_id,
    ...(gtin === null ? {} : { gtin, serialNumber: serial_number ?? undefined }),
  });
}

async function keepCodes(
  tx: Transaction,
  { version, text, codes }: { version: VersionRow; text: string; codes: readonly DrawnCode[] },
) {
  const { tenant, passport_version_id: versionId } = version;
  await tx.query(lockVersion(versionId)); // whoever activates it at the same time appends to the same chain
  for (const code of codes) await tx.query(storeCode({ tenant, versionId, ...code }));
  const { payload, ...event } = eventOf(version);
  await appendPassportEvent(tx, { ...event, type: "QR_GENERATED", payload: { ...payload, qr_payload: text } });
  return { passport_version_id: versionId, qr_payload: text, png_bytes: codes[0]?.png.length ?? 0 };
}
