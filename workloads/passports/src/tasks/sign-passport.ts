/** SIGN_PASSPORT signs receipts with the key that they name and submits GENERATE_QR. It signs in the worker itself: the private key is sent to no other process, and signing takes less time than sending. */
import { defineTask, isRotaError, type NewTask, planTask, type RunContext, type Transaction } from "@rota/engine";
import { readCanonical } from "../core/canonical/read-json.ts";
import { readReceipt } from "../core/passport/receipt.ts";
import { type SignedPassport, type Signer, signReceipt } from "../core/passport/sign-receipt.ts";
import { type BatchPart, isPart } from "../store/batch-part.ts";
import { type PartVersionRow, selectPartVersions, selectReceipts } from "../store/batches.sql.ts";
import { appendPassportEvents } from "../store/events.ts";
import { wrongState } from "../store/rows.ts";
import { passportSettings } from "../store/settings.ts";
import { signerFor } from "../store/signing-keys.ts";
import { type FailedRow, selectReceipt, storeFailures, storeSigned, type VersionRow } from "../store/versions.sql.ts";
import { eventOf, readVersion } from "../store/versions.ts";
import { generateQr, planQr } from "./generate-qr.ts";
import { orPart, PASSPORT_WORK, PASSPORTS_GROUP, permanently, planPart, readIds } from "./passport-work.ts";

const readInput = orPart(readIds(["passportVersionId"]));

export const signPassport = defineTask({
  name: "passports.sign-passport",
  ...PASSPORT_WORK,
  priority: 1,
  input: readInput,
  run: (input, context) =>
    permanently(async () => (isPart(input) ? signPart(input, context) : signVersion(input.passportVersionId, context))),
});

/** Plans the task. Each version has one. */
export async function planSigning({ tenant, passport_version_id: passportVersionId }: VersionRow): Promise<NewTask> {
  const placement = { tenant, group: PASSPORTS_GROUP, unique: { key: passportVersionId } };
  return planTask(signPassport, { passportVersionId }, placement);
}

async function signVersion(versionId: string, { database, commit, submit }: RunContext) {
  const version = await readVersion(database, versionId);
  if (version.signed_at !== null) {
    return commit(async (tx) => void (await submit(tx, [await planQr(version)])));
  }
  try {
    const [row] = await database.query(selectReceipt(versionId));
    if (row === undefined) throw wrongState(`the version ${versionId} is not compiled yet`, version.status);
    const receipt = readReceipt(readCanonical(row.receipt_canonical));
    const signer = await signerFor(database, receipt.signing_key_id);
    const signed = await signReceipt(receipt, [signer], passportSettings().limits);
    return await commit(async (tx) => {
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

async function signPart(part: BatchPart, context: RunContext) {
  const versions = await context.database.query(selectPartVersions(part));
  const compiled = versions.filter(({ compiled_at }) => compiled_at !== null);
  const { signed, refused } = await signAll(
    compiled.filter(({ signed_at }) => signed_at === null),
    context,
  );
  return context.commit(async (tx) => {
    await keepSigned(tx, signed);
    if (refused.length > 0) await tx.query(storeFailures(refused));
    const tenant = compiled[0]?.tenant ?? "";
    const isLeft = compiled.length > refused.length;
    if (isLeft) await context.submit(tx, [await planPart(generateQr, part, { tenant })]);
    return { signed: signed.length, refused: refused.length };
  });
}

type SignedPart = { readonly signed: readonly SignedVersion[]; readonly refused: readonly FailedRow[] };

async function signAll(versions: readonly PartVersionRow[], { database }: RunContext): Promise<SignedPart> {
  const rows = await database.query(selectReceipts(versions.map((version) => version.passport_version_id)));
  const receipts = new Map(rows.map((row) => [row.passport_version_id, row.receipt_canonical]));
  const signers = await signersFor(versions, database);
  const { limits } = passportSettings();
  const signed: SignedVersion[] = [];
  const refused: FailedRow[] = [];
  for (const version of versions) {
    const { passport_version_id: versionId } = version;
    const receipt = readReceipt(readCanonical(receipts.get(versionId) ?? new Uint8Array()));
    try {
      signed.push({ version, signed: await signReceipt(receipt, signers, limits) });
    } catch (error) {
      if (!isRotaError(error, "RECEIPT_TOO_LARGE")) throw error;
      refused.push({ versionId, code: error.code, message: error.message });
    }
  }
  return { signed, refused };
}

/** Returns the signers of versions. If a key is missing, all versions of the part store this failure, and the job can be retried when the key exists. */
async function signersFor(
  versions: readonly PartVersionRow[],
  database: RunContext["database"],
): Promise<readonly Signer[]> {
  const keyIds = [...new Set(versions.map(({ signing_key_id }) => signing_key_id))];
  try {
    return await Promise.all(keyIds.map((keyId) => signerFor(database, keyId)));
  } catch (error) {
    if (isRotaError(error, "SIGNING_KEY_MISSING")) {
      const { code, message } = error;
      const failed = versions.map(({ passport_version_id: versionId }) => ({ versionId, code, message }));
      await database.query(storeFailures(failed));
    }
    throw error;
  }
}

type SignedVersion = { readonly version: VersionRow; readonly signed: SignedPassport };

async function keepSigned(tx: Transaction, all: readonly SignedVersion[]): Promise<void> {
  if (all.length === 0) return;
  await tx.query(
    storeSigned(all.map(({ version, signed }) => ({ versionId: version.passport_version_id, ...signed }))),
  );
  await appendPassportEvents(
    tx,
    all.map(({ version, signed: { signingKeyId, receiptHash } }) => {
      const { payload, ...event } = eventOf(version);
      const signedPayload = { ...payload, signing_key_id: signingKeyId, receipt_hash: receiptHash };
      return { ...event, type: "PASSPORT_SIGNED", payload: signedPayload };
    }),
  );
}
