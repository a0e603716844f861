/** GENERATE_QR draws and stores the QR codes of a signed version, or of the versions of a part of a batch: BPC-QR-1 and the web link. */
import { computeIn, defineTask, type NewTask, planTask, type RunContext, type Transaction } from "@rota/engine";
import type * as drawing from "../core/node/qr-image.ts";
import type { CodesToDraw, DrawnCode } from "../core/node/qr-image.ts";
import { passportLink } from "../core/qr/passport-link.ts";
import { formatQrText } from "../core/qr/qr-text.ts";
import { type BatchPart, isPart } from "../store/batch-part.ts";
import { selectPartVersions } from "../store/batches.sql.ts";
import { appendPassportEvents } from "../store/events.ts";
import { readPassport } from "../store/passports.ts";
import { wrongState } from "../store/rows.ts";
import { passportSettings } from "../store/settings.ts";
import { lockVersions, storeCodes, type VersionRow } from "../store/versions.sql.ts";
import { eventOf, readVersion } from "../store/versions.ts";
import { orPart, PASSPORT_WORK, PASSPORTS_GROUP, permanently, readIds } from "./passport-work.ts";

const inDrawing = computeIn<typeof drawing>(new URL("../core/node/qr-image.ts", import.meta.url));

const readInput = orPart(readIds(["passportVersionId"]));

export const generateQr = defineTask({
  name: "passports.generate-qr",
  ...PASSPORT_WORK,
  priority: 2,
  input: readInput,
  run: (input, context) =>
    permanently(async () => (isPart(input) ? drawPart(input, context) : drawVersion(input.passportVersionId, context))),
});

/** Plans the task. It may run again, for example after the public address changed, but not twice at the same time. */
export async function planQr({ tenant, passport_version_id: passportVersionId }: VersionRow): Promise<NewTask> {
  const unique = { key: passportVersionId, mode: "singleton" } as const;
  return planTask(generateQr, { passportVersionId }, { tenant, group: PASSPORTS_GROUP, unique });
}

async function drawVersion(versionId: string, { database, compute, commit }: RunContext) {
  const version = await readVersion(database, versionId);
  const { text, link } = whatToDraw(version, await readPassport(database, version.passport_id));
  const codes = await compute(inDrawing("drawCodes"), { text, link });
  return commit(async (tx) => {
    await keepCodes(tx, [{ version, text, codes }]);
    return { passport_version_id: versionId, qr_payload: text, png_bytes: codes[0]?.png.length ?? 0 };
  });
}

async function drawPart(part: BatchPart, { database, compute, commit }: RunContext) {
  const versions = (await database.query(selectPartVersions(part))).filter(({ signed_at }) => signed_at !== null);
  const wanted = versions.map((version) => ({ version, ...whatToDraw(version, version) }));
  const codes = await compute(
    inDrawing("drawAllCodes"),
    wanted.map(({ text, link }) => ({ text, link })),
  );
  return commit(async (tx) => {
    await keepCodes(
      tx,
      wanted.map(({ version, text }, index) => ({ version, text, codes: codes[index] ?? [] })),
    );
    return { drawn: wanted.length };
  });
}

type DrawnVersion = {
  readonly version: VersionRow;
  readonly text: string;
  readonly codes: readonly DrawnCode[];
};

async function keepCodes(tx: Transaction, drawn: readonly DrawnVersion[]): Promise<void> {
  if (drawn.length === 0) return;
  // Activating one of the versions at the same time appends to the same chain.
  await tx.query(lockVersions(drawn.map(({ version }) => version.passport_version_id)));
  const codes = drawn.flatMap(({ version: { tenant, passport_version_id: versionId }, codes: own }) =>
    own.map((code) => ({ tenant, versionId, ...code })),
  );
  await tx.query(storeCodes(codes));
  await appendPassportEvents(
    tx,
    drawn.map(({ version, text }) => {
      const { payload, ...event } = eventOf(version);
      return { ...event, type: "QR_GENERATED", payload: { ...payload, qr_payload: text } };
    }),
  );
}

type NamedBattery = { readonly gtin: string | null; readonly serial_number: string | null };

/** @throws INVALID_STATE if the version is not signed. */
function whatToDraw(version: VersionRow, { gtin, serial_number }: NamedBattery): CodesToDraw {
  const { passport_version_id: passportVersionId, status, payload_hash, proof_root_hash, receipt_hash } = version;
  if (status === "COMPILING" || payload_hash === null || proof_root_hash === null || receipt_hash === null)
    throw wrongState(`the version ${passportVersionId} is ${status}: a QR code is drawn when it is signed`, status);
  const hashes = { payloadHash: payload_hash, proofRootHash: proof_root_hash, receiptHash: receipt_hash };
  const { publicUrl } = passportSettings();
  const named = gtin === null ? {} : { gtin, serialNumber: serial_number ?? undefined };
  return {
    text: formatQrText({ passportVersionId, ...hashes }),
    link: publicUrl === undefined ? undefined : passportLink({ publicUrl, passportVersionId, ...named }),
  };
}
