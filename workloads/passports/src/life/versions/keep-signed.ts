/** Keeps signatures and tells of them, in a transaction of the caller's. */
import type { Transaction } from "@rota/engine";
import type { SignedPassport } from "../../sign/sign-receipt.ts";
import { appendPassportEvents } from "../events/append-passport-events.ts";
import { eventOf } from "./version.ts";
import { storeSigned, type VersionRow } from "./versions.sql.ts";

export type SignedVersion = { readonly version: VersionRow; readonly signed: SignedPassport };

export async function keepSigned(tx: Transaction, all: readonly SignedVersion[]): Promise<void> {
  if (all.length === 0) return;
  await tx.query(
    storeSigned(all.map(({ version, signed }) => ({ versionId: version.passport_version_id, ...signed }))),
  );
  await appendPassportEvents(
    tx,
    all.map(({ version, signed: { signingKeyId, receiptHash } }) => {
      const { payload, ...event } = eventOf(version);
      const told = { ...payload, signing_key_id: signingKeyId, receipt_hash: receiptHash };
      return { ...event, type: "PASSPORT_SIGNED", payload: told };
    }),
  );
}
