/** BPC-QR-1: the version of a passport and its three hashes in 212 characters. */
import { RotaError } from "@rota/engine/errors";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { fromBase32, toBase32 } from "../canonical/base32.ts";
import { isUuid } from "../compile/receipt.ts";

export type QrContent = {
  readonly passportVersionId: string;
  /** 64 hexadecimal digits each. */
  readonly payloadHash: string;
  readonly proofRootHash: string;
  readonly receiptHash: string;
};

const FORM = /^BPC1\|pv=([^|]{36})\|ph=([^|]{52})\|pr=([^|]{52})\|rh=([^|]{52})$/;
const HASH = /^[\da-f]{64}$/;

/** @example formatQrText(content) === "BPC1|pv=44444444-…|ph=VFBKN…|pr=SAFNT…|rh=3OAIV…" */
export function formatQrText({ passportVersionId, payloadHash, proofRootHash, receiptHash }: QrContent): string {
  if (!isUuid(passportVersionId)) throw refusal("the id of the version is no UUID in lower case");
  const [ph, pr, rh] = [payloadHash, proofRootHash, receiptHash].map((hash) => {
    if (!HASH.test(hash)) throw refusal("a hash is not 64 hexadecimal digits in lower case");
    return toBase32(hexToBytes(hash));
  });
  return `BPC1|pv=${passportVersionId}|ph=${String(ph)}|pr=${String(pr)}|rh=${String(rh)}`;
}

/** Strict: there is one text for one content, and this reads no other. */
export function parseQrText(text: string): QrContent {
  const [, passportVersionId = "", ...hashes] = FORM.exec(text) ?? [];
  if (!isUuid(passportVersionId)) throw refusal("it is not BPC1|pv=…|ph=…|pr=…|rh=… in 212 characters");
  const [payloadHash = "", proofRootHash = "", receiptHash = ""] = hashes.map((hash) => {
    const bytes = fromBase32(hash);
    if (bytes === undefined) throw refusal("a hash is not written in Base32 as this format has it");
    return bytesToHex(bytes);
  });
  return { passportVersionId, payloadHash, proofRootHash, receiptHash };
}

function refusal(reason: string): RotaError {
  return new RotaError("VALIDATION_ERROR", `the text is no BPC-QR-1: ${reason}. Scan the code again`, { reason });
}
