/** Verifies a passport with nothing but its bytes and the public keys: no server, no database, no trust in either. */
import { isRotaError } from "@rota/engine/errors";
import { canonicalJson } from "../canonical/canonical-json.ts";
import {
  isJsonObject,
  isList,
  memberOf,
  type CanonicalValue,
  type JsonObject,
  type JsonValue,
} from "../canonical/json-value.ts";
import { decodeUtf8, readCanonical } from "../canonical/read-json.ts";
import { canonicalHash, sha256Hex } from "../canonical/sha256.ts";
import { nestFields, PAYLOAD_VERSION } from "../compile/payload.ts";
import { readReceipt, receiptHash, type Receipt } from "../compile/receipt.ts";
import { factHashesOf } from "../facts/snapshot.ts";
import { parseQrText } from "../qr/qr-text.ts";
import { isSignatureOf, objectionToKey, type VerificationKey } from "../sign/verification-key.ts";
import { readProof, type ReadNode, type ReadProof } from "./read-proof.ts";
import { collectFindings, type Note, type StepName, type VerificationReport } from "./report.ts";
import { verifyProof } from "./verify-proof.ts";

/** The stored bytes, exactly as they were handed out. */
export type PassportFiles = {
  readonly payload: Uint8Array;
  readonly proof: Uint8Array;
  /** With its signature. */
  readonly receipt: Uint8Array;
  /** The sealed snapshot: with it, the facts of the proof are checked too. */
  readonly snapshot?: Uint8Array | undefined;
  /** What was scanned from the battery. */
  readonly qrText?: string | undefined;
};

type SignedReceipt = ReturnType<typeof readReceipt>;

/** Never throws for what is in the files: whatever is wrong with them is in the report. */
export function verifyPassport(files: PassportFiles, keys: readonly VerificationKey[]): VerificationReport {
  const { note, report } = collectFindings();
  const read = (name: string, bytes: Uint8Array) => attempt(note, "canonical form", name, () => readCanonical(bytes));
  const payload = read("payload", files.payload);
  const proofValue = read("proof", files.proof);
  const proof = proofValue === undefined ? undefined : readProof(proofValue);
  if (proofValue !== undefined)
    note("proof nodes", "proof", proof === undefined ? "members are missing or wrong" : undefined);
  const receiptValue = read("receipt", files.receipt);
  const receipt =
    receiptValue === undefined ? undefined : attempt(note, "receipt", "receipt", () => readReceipt(receiptValue));

  if (proof !== undefined) verifyProof(proof, note);
  if (payload !== undefined && proof !== undefined) verifyContent(payload, proof, note);
  if (receipt !== undefined) {
    if (payload !== undefined) verifyAgainstReceipt(files.payload, payload, receipt, note);
    if (proof !== undefined) note("proof root", "receipt", same(proof.rootHash, receipt.proof_root_hash));
    verifySignature(receipt, keys, note);
    if (files.qrText !== undefined) verifyQr(files.qrText, receipt, note);
    if (files.snapshot !== undefined && proof !== undefined) verifyFacts(files.snapshot, proof, receipt, note);
  }
  return report();
}

function verifyContent(payload: JsonValue, proof: ReadProof, note: Note): void {
  const fields = isJsonObject(payload) ? memberOf(payload, "fields") : undefined;
  if (!isJsonObject(payload) || payload["payload_version"] !== PAYLOAD_VERSION || !isJsonObject(fields)) {
    note("payload", "payload", `it is not in the form of ${PAYLOAD_VERSION}`);
    return;
  }
  const found = new Map<string, CanonicalValue>();
  for (const [path, id] of proof.fieldIndex) {
    const value = valueAt(fields, path);
    note("fields", path, value === undefined ? "the payload lacks it" : objectionToField(path, value, proof.nodes[id]));
    if (value !== undefined) found.set(path, value);
  }
  const isAll = canonicalJson(nestFields(found)) === canonicalJson(fields);
  note("fields", "payload", isAll ? undefined : "it holds fields that the proof does not define");
  const emitted = proof.nodes.filter(({ type }) => type === "COMPLIANCE_EMIT").map(({ data }) => data);
  const isSame = canonicalJson(payload["compliance"] ?? null) === canonicalJson(emitted);
  note("compliance", "payload", isSame ? undefined : "the list is not what the proof emits");
}

function valueAt(fields: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = fields;
  for (const step of path.split(".")) value = isJsonObject(value) ? memberOf(value, step) : undefined;
  return value;
}

function objectionToField(path: string, value: JsonValue, node: ReadNode | undefined): string | undefined {
  const isDefinition = node?.type === "FIELD_REF" && node.data["role"] === "def" && node.data["field"] === path;
  if (!isDefinition) return "the proof's index leads to no definition of it";
  const { value: shown, value_hash: hash } = node.data;
  const isSame = shown === undefined ? hash === canonicalHash(value) : canonicalJson(shown) === canonicalJson(value);
  return isSame ? undefined : "its value is not the one that the proof defines";
}

function verifyAgainstReceipt(bytes: Uint8Array, payload: JsonValue, receipt: Receipt, note: Note): void {
  note("payload", "receipt", same(sha256Hex(bytes), receipt.payload_hash));
  const product = isJsonObject(payload) ? memberOf(payload, "battery_product") : undefined;
  const productId = isJsonObject(product) ? product["battery_product_id"] : undefined;
  note(
    "receipt",
    "battery_product_id",
    productId === receipt.battery_product_id ? undefined : "the payload is of another product",
  );
}

function verifySignature(receipt: SignedReceipt, keys: readonly VerificationKey[], note: Note): void {
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

function verifyQr(text: string, receipt: Receipt, note: Note): void {
  const content = attempt(note, "QR code", "text", () => parseQrText(text));
  if (content === undefined) return;
  note("QR code", "pv", same(content.passportVersionId, receipt.passport_version_id));
  note("QR code", "ph", same(content.payloadHash, receipt.payload_hash));
  note("QR code", "pr", same(content.proofRootHash, receipt.proof_root_hash));
  note("QR code", "rh", same(content.receiptHash, receiptHash(receipt)));
}

function verifyFacts(bytes: Uint8Array, proof: ReadProof, receipt: Receipt, note: Note): void {
  const snapshot = attempt(note, "canonical form", "snapshot", () => readCanonical(bytes));
  if (snapshot === undefined) return;
  note("facts", "snapshot", same(sha256Hex(decodeUtf8(bytes)), receipt.snapshot_hash));
  const hashes = factHashesOf(snapshot);
  if (hashes === undefined) {
    note("facts", "snapshot", "it is not in the form of BPC-SNAPSHOT-1");
    return;
  }
  for (const { id, data } of proof.nodes.filter(({ type }) => type === "FACT_GET")) {
    const used = isList<JsonValue>(data["payload_hashes"]) ? data["payload_hashes"] : [data["payload_hash"] ?? null];
    const isKnown = used.every((hash) => hash === null || (typeof hash === "string" && hashes.has(hash)));
    note("facts", `node ${String(id)}`, isKnown ? undefined : "it uses a fact that is not in the snapshot");
  }
}

function same(actual: string, expected: string): string | undefined {
  return actual === expected ? undefined : `it is ${actual}, but the receipt says ${expected}`;
}

function attempt<Result>(note: Note, step: StepName, where: string, read: () => Result): Result | undefined {
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
