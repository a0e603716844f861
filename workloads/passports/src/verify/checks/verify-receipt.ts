/** Checks a receipt by itself: who signed it, and whether what was scanned belongs to it. */
import { isRotaError } from "@rota/engine/errors";
import { receiptHash, type readReceipt, type Receipt } from "../../compile/receipt.ts";
import { parseQrText } from "../../qr/qr-text.ts";
import { isSignatureOf, objectionToKey, type VerificationKey } from "../../sign/verification-key.ts";
import type { Note, StepName } from "../report.ts";

type SignedReceipt = ReturnType<typeof readReceipt>;

export function verifySignature(receipt: SignedReceipt, keys: readonly VerificationKey[], note: Note): void {
  const key = keys.find(({ keyId }) => keyId === receipt.signing_key_id);
  note(
    "signature",
    "key",
    key === undefined ? `the key ${receipt.signing_key_id} is not known` : objectionToKey(key, receipt.issued_at),
  );
  if (key === undefined) return;
  const isSigned = receipt.signature !== undefined && isSignatureOf(key, receiptHash(receipt), receipt.signature);
  note("signature", "receipt", isSigned ? undefined : "the signature is missing or not of this key and receipt");
}

export function verifyQr(text: string, receipt: Receipt, note: Note): void {
  const content = attempt(note, "QR code", "text", () => parseQrText(text));
  if (content === undefined) return;
  note("QR code", "pv", same(content.passportVersionId, receipt.passport_version_id));
  note("QR code", "ph", same(content.payloadHash, receipt.payload_hash));
  note("QR code", "pr", same(content.proofRootHash, receipt.proof_root_hash));
  note("QR code", "rh", same(content.receiptHash, receiptHash(receipt)));
}

export function same(actual: string, expected: string): string | undefined {
  return actual === expected ? undefined : `it is ${actual}, but the receipt says ${expected}`;
}

export function attempt<Result>(note: Note, step: StepName, where: string, read: () => Result): Result | undefined {
  try {
    const result = read();
    note(step, where, undefined);
    return result;
  } catch (error) {
    if (!isRotaError(error)) throw error;
    note(step, where, error.message);
    return undefined;
  }
}
