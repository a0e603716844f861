/**
 * SIGN_PASSPORT: signs the receipt with the key that it names; the QR code follows.
 *
 * It signs in the worker itself: the private key goes to no other process, and one signature takes less than sending it.
 */
import { defineTask, isRotaError, planTask, type NewTask, type RunContext } from "@rota/engine";
import { readCanonical } from "../../canonical/read-json.ts";
import { readReceipt } from "../../compile/receipt.ts";
import { isPart } from "../../life/batches/batch-part.ts";
import { signerFor } from "../../life/keys/signer-for.ts";
import { wrongState } from "../../life/refusals.ts";
import { passportSettings } from "../../life/settings/passport-settings.ts";
import { keepSigned } from "../../life/versions/keep-signed.ts";
import { selectReceipt, storeFailures, type VersionRow } from "../../life/versions/versions.sql.ts";
import { readVersion } from "../../life/versions/version.ts";
import { signReceipt } from "../../sign/sign-receipt.ts";
import { signPart } from "../batches/sign-part.ts";
import { PASSPORT_WORK, PASSPORTS_GROUP, permanently, readIds } from "../passport-work.ts";
import { orPart } from "../plan-part.ts";
import { planQr } from "./generate-qr.ts";

const readInput = orPart(readIds(["passportVersionId"]));

export const signPassport = defineTask({
  name: "passports.sign-passport",
  ...PASSPORT_WORK,
  priority: 1,
  input: readInput,
  run: (input, context) =>
    permanently(() => (isPart(input) ? signPart(input, context) : signVersion(input.passportVersionId, context))),
});

/** There is one signing of a version, whoever asks for it. */
export async function planSigning({ tenant, passport_version_id: passportVersionId }: VersionRow): Promise<NewTask> {
  const placement = { tenant, group: PASSPORTS_GROUP, unique: { key: passportVersionId } };
  return planTask(signPassport, { passportVersionId }, placement);
}

async function signVersion(versionId: string, { database, commit, submit }: RunContext): Promise<void> {
  const version = await readVersion(database, versionId);
  if (version.signed_at !== null) {
    await commit(async (tx) => void (await submit(tx, [await planQr(version)])));
    return;
  }
  try {
    const [row] = await database.query(selectReceipt(versionId));
    if (row === undefined) throw wrongState(`the version ${versionId} is not compiled yet`, version.status);
    const receipt = readReceipt(readCanonical(row.receipt_canonical));
    const signer = await signerFor(database, receipt.signing_key_id);
    const signed = await signReceipt(receipt, [signer], passportSettings().limits);
    await commit(async (tx) => {
      await keepSigned(tx, [{ version, signed }]);
      await submit(tx, [await planQr(version)]);
      const { signingKeyId: signing_key_id, signature } = signed;
      return { passport_version_id: versionId, signing_key_id, signature };
    });
  } catch (error) {
    if (isRotaError(error, "SIGNING_KEY_MISSING") || isRotaError(error, "RECEIPT_TOO_LARGE")) {
      const { code, message } = error;
      await database.query(storeFailures([{ versionId, code, message }]));
    }
    throw error;
  }
}
