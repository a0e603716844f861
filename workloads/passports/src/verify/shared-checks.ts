/** Checks the signature, the QR code and the fields of a passport, for complete and for disclosed passports. */
import { isRotaError } from "@rota/engine/errors";
import {
  canonicalJson,
  type CanonicalValue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../core/canonical/canonical-json.ts";
import { canonicalHash } from "../core/canonical/sha256.ts";
import { nestFields } from "../core/passport/payload.ts";
import { type readReceipt, type Receipt, receiptHash } from "../core/passport/receipt.ts";
import { isSignatureOf, objectionToKey, type VerificationKey } from "../core/passport/verification-key.ts";
import { parseQrText } from "../core/qr/qr-text.ts";
import type { Note, StepName } from "./report.ts";

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

/** Checks the fields. `definitions` are the data of the nodes that define fields, by path, and undefined for a field without such a node. */
export function verifyFields(
  fields: JsonObject,
  definitions: ReadonlyMap<string, JsonObject | undefined>,
  note: Note,
): void {
  const found = new Map<string, CanonicalValue>();
  for (const [path, definition] of definitions) {
    const value = valueAt(fields, path);
    note("fields", path, value === undefined ? "the payload lacks it" : objectionToField(value, definition));
    if (value !== undefined) found.set(path, value);
  }
  const isAll = canonicalJson(nestFields(found)) === canonicalJson(fields);
  note("fields", "payload", isAll ? undefined : "it holds fields that the proof does not define");
}

function valueAt(fields: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = fields;
  for (const step of path.split(".")) value = isJsonObject(value) ? memberOf(value, step) : undefined;
  return value;
}

function objectionToField(value: JsonValue, definition: JsonObject | undefined): string | undefined {
  if (definition === undefined) return "the proof's index leads to no definition of it";
  const { value: shown, value_hash: hash } = definition;
  const isSame = shown === undefined ? hash === canonicalHash(value) : canonicalJson(shown) === canonicalJson(value);
  return isSame ? undefined : "its value is not the one that the proof defines";
}
