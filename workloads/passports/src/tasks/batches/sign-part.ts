/** SIGN_PASSPORT of a part of a batch: its receipts are signed in the worker itself; QR codes follow. */
import { isRotaError, type RunContext } from "@rota/engine";
import { readCanonical } from "../../canonical/read-json.ts";
import { readReceipt } from "../../compile/receipt.ts";
import type { BatchPart } from "../../life/batches/batch-part.ts";
import { selectPartVersions, selectReceipts, type PartVersionRow } from "../../life/batches/part-versions.sql.ts";
import { signerFor } from "../../life/keys/signer-for.ts";
import { passportSettings } from "../../life/settings/passport-settings.ts";
import { keepSigned, type SignedVersion } from "../../life/versions/keep-signed.ts";
import { storeFailures, type FailedRow } from "../../life/versions/versions.sql.ts";
import { signReceipt, type Signer } from "../../sign/sign-receipt.ts";
import { planPart } from "../plan-part.ts";
import { generateQr } from "../versions/generate-qr.ts";

export async function signPart(part: BatchPart, context: RunContext): Promise<undefined> {
  const versions = await context.database.query(selectPartVersions(part));
  const compiled = versions.filter(({ compiled_at }) => compiled_at !== null);
  const { signed, refused } = await signAll(
    compiled.filter(({ signed_at }) => signed_at === null),
    context,
  );
  await context.commit(async (tx) => {
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

/** When a key is missing all of them wait for it: they say so, and the job can be tried again when the key is there. */
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
