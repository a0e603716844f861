/** A passport as one file that can be sent and verified: the stored texts, as they are, inside of one object. */
import { RotaError } from "@rota/engine/errors";
import { canonicalJson } from "../canonical/canonical-json.ts";
import { isJsonObject, memberOf, type JsonObject } from "../canonical/json-value.ts";
import { decodeUtf8, readJson } from "../canonical/read-json.ts";
import type { PassportFiles } from "./verify-passport.ts";

export const FILE_VERSION = "BPC-FILE-1";

/** Payload, proof and receipt, each escaped inside of the file. */
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

/** Throws VALIDATION_ERROR for what is no such file; whether its content is right is for verifyPassport to say. */
export function readPassportFile(bytes: Uint8Array): PassportFiles {
  const file = readJson(decodeUtf8(bytes), { lengthMax: LENGTH_MAX });
  if (!isJsonObject(file) || file["file_version"] !== FILE_VERSION) {
    throw new RotaError("VALIDATION_ERROR", `the file is no ${FILE_VERSION}: export the passport again`);
  }
  const payload = bytesAt(file, "payload");
  const proof = bytesAt(file, "proof");
  const receipt = bytesAt(file, "receipt");
  if (payload === undefined || proof === undefined || receipt === undefined) {
    throw new RotaError("VALIDATION_ERROR", "the file lacks payload, proof or receipt: export the passport again");
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
