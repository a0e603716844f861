/** Verifies a passport with nothing but its bytes and the public keys: no server, no database, no trust in either. */
import { canonicalJson } from "../canonical/canonical-json.ts";
import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue } from "../canonical/json-value.ts";
import { decodeUtf8, readCanonical } from "../canonical/read-json.ts";
import { sha256Hex } from "../canonical/sha256.ts";
import { PAYLOAD_VERSION } from "../compile/payload.ts";
import { readReceipt, type Receipt } from "../compile/receipt.ts";
import { factHashesOf } from "../facts/snapshot.ts";
import type { VerificationKey } from "../sign/verification-key.ts";
import { readProof, type ReadNode, type ReadProof } from "./read-proof.ts";
import { collectFindings, type Note, type VerificationReport } from "./report.ts";
import { verifyFields } from "./checks/verify-fields.ts";
import { verifyProof } from "./checks/verify-proof.ts";
import { attempt, same, verifyQr, verifySignature } from "./checks/verify-receipt.ts";

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
  const definitions = [...proof.fieldIndex].map(([path, id]) => [path, definitionOf(path, proof.nodes[id])] as const);
  verifyFields(fields, new Map(definitions), note);
  const emitted = proof.nodes.filter(({ type }) => type === "COMPLIANCE_EMIT").map(({ data }) => data);
  const isSame = canonicalJson(payload["compliance"] ?? null) === canonicalJson(emitted);
  note("compliance", "payload", isSame ? undefined : "the list is not what the proof emits");
}

/** Undefined where the index leads to no definition of the field. */
function definitionOf(path: string, node: ReadNode | undefined): JsonObject | undefined {
  const isDefinition = node?.type === "FIELD_REF" && node.data["role"] === "def" && node.data["field"] === path;
  return isDefinition ? node.data : undefined;
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
