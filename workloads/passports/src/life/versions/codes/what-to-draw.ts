/** What the QR codes of a version say: BPC-QR-1, and the web link where passports have a public address. */
import { passportLink } from "../../../qr/passport-link.ts";
import { formatQrText } from "../../../qr/qr-text.ts";
import { wrongState } from "../../refusals.ts";
import { passportSettings } from "../../settings/passport-settings.ts";
import type { VersionRow } from "../versions.sql.ts";
import type { CodesToDraw } from "./draw-codes.ts";

export type NamedBattery = { readonly gtin: string | null; readonly serial_number: string | null };

/** @throws INVALID_STATE when the version is not signed. */
export function whatToDraw(version: VersionRow, { gtin, serial_number }: NamedBattery): CodesToDraw {
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
