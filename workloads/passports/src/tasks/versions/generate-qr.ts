/** GENERATE_QR: draws and keeps the QR codes of a signed version, BPC-QR-1 and the web link. */
import { computeIn, defineTask, planTask, type NewTask, type RunContext } from "@rota/engine";
import { isPart } from "../../life/batches/batch-part.ts";
import { readPassport } from "../../life/passports/read-passport.ts";
import type * as drawing from "../../life/versions/codes/draw-codes.ts";
import { keepCodes } from "../../life/versions/codes/keep-codes.ts";
import { whatToDraw } from "../../life/versions/codes/what-to-draw.ts";
import type { VersionRow } from "../../life/versions/versions.sql.ts";
import { readVersion } from "../../life/versions/version.ts";
import { drawPart } from "../batches/draw-part.ts";
import { PASSPORT_WORK, PASSPORTS_GROUP, permanently, readIds } from "../passport-work.ts";
import { orPart } from "../plan-part.ts";

const inDrawing = computeIn<typeof drawing>(new URL("../../life/versions/codes/draw-codes.ts", import.meta.url));

const readInput = orPart(readIds(["passportVersionId"]));

export const generateQr = defineTask({
  name: "passports.generate-qr",
  ...PASSPORT_WORK,
  priority: 2,
  input: readInput,
  run: (input, context) =>
    permanently(() => (isPart(input) ? drawPart(input, context) : drawVersion(input.passportVersionId, context))),
});

/** May be done again, such as after the public address changed; not twice at once. */
export async function planQr({ tenant, passport_version_id: passportVersionId }: VersionRow): Promise<NewTask> {
  const unique = { key: passportVersionId, mode: "singleton" } as const;
  return planTask(generateQr, { passportVersionId }, { tenant, group: PASSPORTS_GROUP, unique });
}

async function drawVersion(versionId: string, { database, compute, commit }: RunContext): Promise<void> {
  const version = await readVersion(database, versionId);
  const { text, link } = whatToDraw(version, await readPassport(database, version.passport_id));
  const codes = await compute(inDrawing("drawCodes"), { text, link });
  await commit(async (tx) => {
    await keepCodes(tx, [{ version, text, codes }]);
    return { passport_version_id: versionId, qr_payload: text, png_bytes: codes[0]?.png.length ?? 0 };
  });
}
