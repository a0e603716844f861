/** Verifies a passport from its bytes and the public keys only, without a server or a database. */
import {
  canonicalJson,
  compareCodePoints,
  isJsonObject,
  isList,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../core/canonical/canonical-json.ts";
import { decodeUtf8, readCanonical } from "../core/canonical/read-json.ts";
import { sha256Hex } from "../core/canonical/sha256.ts";
import { factHashesOf } from "../core/facts/snapshot.ts";
import type { PassportFiles } from "../core/passport/passport-file.ts";
import { PAYLOAD_VERSION } from "../core/passport/payload.ts";
import { nodeHash, PROOF_VERSION, type ReadNode, readProof, type ReadProof } from "../core/passport/proof.ts";
import { readReceipt, type Receipt } from "../core/passport/receipt.ts";
import type { VerificationKey } from "../core/passport/verification-key.ts";
import type { NodeType } from "../core/rules/machine.ts";
import { collectFindings, type Note, type VerificationReport } from "./report.ts";
import { attempt, same, verifyFields, verifyQr, verifySignature } from "./shared-checks.ts";

/** Verifies the files. Never throws for their content: the report holds every finding. */
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

/** Returns the data of a field's definition, or undefined if the node is not the definition of the field. */
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

const NODE_TYPES: readonly NodeType[] = ["CONST", "FACT_GET", "FIELD_REF", "OP", "ASSERT", "COMPLIANCE_EMIT"];

/** Checks every hash and every link of a proof, and that the root covers every node. */
function verifyProof(proof: ReadProof, note: Note): void {
  const hashes: string[] = [];
  for (const [position, node] of proof.nodes.entries()) {
    note("proof nodes", `node ${String(position)}`, objectionToNode(node, position, hashes));
    hashes.push(node.hash);
    if (node.type === "ASSERT") {
      note(
        "assertions",
        `node ${String(position)}`,
        node.data["ok"] === true ? undefined : "the assertion does not hold",
      );
    }
  }
  verifyRoot(proof, note);
}

function objectionToNode(node: ReadNode, position: number, hashes: readonly string[]): string | undefined {
  if (node.id !== position) return `its id is ${String(node.id)}`;
  const type = NODE_TYPES.find((known) => known === node.type);
  if (type === undefined) return "there is no such type of node";
  if (node.children.some((child) => child >= position)) return "a child does not come before it";
  const childHashes = node.children.map((child) => hashes[child] ?? "");
  const actual = nodeHash(position, { type, data: node.dataCanonical }, childHashes);
  return actual === node.hash ? undefined : `its hash is ${node.hash}, but its content has ${actual}`;
}

function verifyRoot({ version, rootHash, nodes, fieldIndex }: ReadProof, note: Note): void {
  const root = nodes.at(-1);
  note("proof root", "proof_version", version === PROOF_VERSION ? undefined : `it must be ${PROOF_VERSION}`);
  const isRoot = root?.type === "OP" && root.dataCanonical === '{"op":"root"}';
  note("proof root", "last node", isRoot ? undefined : "it is not the root");
  note("proof root", "root_hash", root?.hash === rootHash ? undefined : "it is not the hash of the last node");
  const inOrder = [...fieldIndex].sort(([a], [b]) => compareCodePoints(a, b)).map(([, id]) => id);
  const isWhole = root?.children.length === inOrder.length && inOrder.every((id, index) => root.children[index] === id);
  note("proof root", "children of the root", isWhole ? undefined : "they are not the definitions of the fields");
  const lost = nodes.length - reachable(nodes);
  note("proof root", "nodes", lost === 0 ? undefined : `${String(lost)} nodes are not covered by the root`);
}

/** Returns how many nodes can be reached from the last one, including itself. Children come before parents, so one pass backwards finds all. */
function reachable(nodes: readonly ReadNode[]): number {
  const isReached = new Set<number>([nodes.length - 1]);
  for (let id = nodes.length - 1; id >= 0; id--) {
    if (!isReached.has(id)) continue;
    for (const child of nodes[id]?.children ?? []) if (child < id) isReached.add(child);
  }
  return Math.min(isReached.size, nodes.length);
}
