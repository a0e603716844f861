/**
 * SIGN_PASSPORT: signs the receipt with the key that it names; the QR code follows.
 *
 * It signs in the worker itself: the private key goes to no other process, and one signature takes less than sending it.
 */
import {
  defineTask,
  isRotaError,
  planTask,
  RotaError,
  type NewTask,
  type RunContext,
  type Transaction,
} from "@rota/engine";
import { readCanonical } from "../../canonical/read-json.ts";
import { readReceipt } from "../../compile/receipt.ts";
import { appendPassportEvent } from "../../life/events/append-passport-event.ts";
import { readKey, verificationKey } from "../../life/keys/key-registry.ts";
import { wrongState } from "../../life/refusals.ts";
import { passportSettings } from "../../life/settings/passport-settings.ts";
import { signersOf } from "../../life/settings/signing-keys.ts";
import { selectReceipt, storeFailure, storeSigned, type VersionRow } from "../../life/versions/versions.sql.ts";
import { eventOf, readVersion } from "../../life/versions/version.ts";
import { signReceipt, type SignedPassport, type Signer } from "../../sign/sign-receipt.ts";
import { PASSPORT_WORK, PASSPORTS_GROUP, permanently, readIds } from "../passport-work.ts";
import { planQr } from "./generate-qr.ts";

const readInput = readIds(["passportVersionId"]);

export const signPassport = defineTask({
  name: "passports.sign-passport",
  ...PASSPORT_WORK,
  priority: 1,
  input: readInput,
  run: ({ passportVersionId }, context) => permanently(() => signVersion(passportVersionId, context)),
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
    await commit((tx) => keepSigned(tx, { version, signed, submit }));
  } catch (error) {
    if (isRotaError(error, "SIGNING_KEY_MISSING") || isRotaError(error, "RECEIPT_TOO_LARGE"))
      await database.query(storeFailure(versionId, error));
    throw error;
  }
}

/** The private key is of this process, whether it may still sign is said by the database. */
async function signerFor(database: RunContext["database"], keyId: string): Promise<Signer> {
  const { status, publicKey } = verificationKey(await readKey(database, keyId));
  const signer = signersOf().find((held) => held.keyId === keyId);
  if (signer === undefined) throw missing(keyId, "was not given to this worker");
  if (signer.publicKey !== publicKey) throw missing(keyId, "that this worker was given is not the one that was added");
  return { ...signer, status };
}

function missing(keyId: string, why: string): RotaError {
  const message = `the signing key ${keyId} ${why}: give it to the workers and retry the task, or compile for another key`;
  return new RotaError("SIGNING_KEY_MISSING", message, { keyId });
}

type Signed = {
  readonly version: VersionRow;
  readonly signed: SignedPassport;
  readonly submit: RunContext["submit"];
};

async function keepSigned(tx: Transaction, { version, signed, submit }: Signed) {
  const { passport_version_id: versionId } = version;
  const { signature, signingKeyId, receiptSignedCanonical } = signed;
  await tx.query(storeSigned({ versionId, receiptSignedCanonical, signature }));
  await submit(tx, [await planQr(version)]);
  const { payload, ...event } = eventOf(version);
  const told = { ...payload, signing_key_id: signingKeyId, receipt_hash: signed.receiptHash };
  await appendPassportEvent(tx, { ...event, type: "PASSPORT_SIGNED", payload: told });
  return { passport_version_id: versionId, signing_key_id: signingKeyId, signature };
}
