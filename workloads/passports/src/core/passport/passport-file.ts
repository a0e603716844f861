/** Writes and reads a passport as one file (BPC-FILE-1): the stored texts, unchanged, inside one object. */
import { PassportError } from "../../errors.ts";
import { canonicalJson, isJsonObject, type JsonObject, memberOf } from "../canonical/canonical-json.ts";
import { decodeUtf8, readJson } from "../canonical/read-json.ts";

export const FILE_VERSION = "BPC-FILE-1";

/** Stored bytes of a passport, exactly as the issuer published them. */
export type PassportFiles = {
  readonly payload: Uint8Array;
  readonly proof: Uint8Array;
  /** Receipt with its signature. */
  readonly receipt: Uint8Array;
  /** Sealed snapshot. With it, the facts of the proof are checked too. */
  readonly snapshot?: Uint8Array | undefined;
  /** Text that was scanned from the battery. */
  readonly qrText?: string | undefined;
};

/** Maximum number of characters of a file, which holds payload, proof and receipt as escaped text. */
const LENGTH_MAX = 60_000_000;

export function writePassportFile({ payload, proof, receipt, snapshot, qrText }: PassportFiles): string {
  return canonicalJson({
    file_version: FILE_VERSION,
    payload: decodeUtf8(payload),
    proof: decodeUtf8(proof),
    receipt: decodeUtf8(receipt),
    ...(snapshot === undefined ? {} : { snapshot: decodeUtf8(snapshot) }),
    ...(qrText === undefined ? {} : { qr_text: qrText }),
  });
}

/** Reads a passport file. Throws VALIDATION_ERROR for anything else. verifyPassport checks the content. */
export function readPassportFile(bytes: Uint8Array): PassportFiles {
  const file = readJson(decodeUtf8(bytes), { lengthMax: LENGTH_MAX });
  if (!isJsonObject(file) || file["file_version"] !== FILE_VERSION) {
    throw new PassportError("VALIDATION_ERROR", `the file is no ${FILE_VERSION}: export the passport again`);
  }
  const payload = bytesAt(file, "payload");
  const proof = bytesAt(file, "proof");
  const receipt = bytesAt(file, "receipt");
  if (payload === undefined || proof === undefined || receipt === undefined) {
    throw new PassportError("VALIDATION_ERROR", "the file lacks payload, proof or receipt: export the passport again");
  }
  const qrText = memberOf(file, "qr_text");
  return {
    payload,
    proof,
    receipt,
    snapshot: bytesAt(file, "snapshot"),
    qrText: typeof qrText === "string" ? qrText : undefined,
  };
}

function bytesAt(file: JsonObject, name: string): Uint8Array | undefined {
  const text = memberOf(file, name);
  return typeof text === "string" ? new TextEncoder().encode(text) : undefined;
}
