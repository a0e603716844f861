/** BPC-PROOF-1: every step of an evaluation as a node whose hash covers those that it used, up to one root. */
import { canonicalJson } from "../canonical/canonical-json.ts";
import { sha256Hex } from "../canonical/sha256.ts";
import type { Evaluation } from "../rules/evaluate/evaluate-rules.ts";
import type { RecordedNode } from "../rules/evaluate/node-recorder.ts";

export const PROOF_VERSION = "BPC-PROOF-1";

export type Proof = { readonly proofCanonical: string; readonly proofRootHash: string };

export function buildProof({ nodes, definitions }: Evaluation): Proof {
  const built = buildNodes(nodes);
  const proofRootHash = built.at(-1)?.hash ?? "";
  const index = canonicalJson(Object.fromEntries(definitions));
  const texts = built.map(({ text }) => text).join(",");
  return {
    proofCanonical: `{"field_index":${index},"nodes":[${texts}],"proof_version":"${PROOF_VERSION}","root_hash":"${proofRootHash}"}`,
    proofRootHash,
  };
}

type BuiltNode = { readonly node: RecordedNode; readonly hash: string; readonly text: string };

/** Larger proofs are not remembered. */
const REMEMBERED_MAX = 10_000;
/** Passports of one product differ in few of their nodes: the others need not be hashed again. */
let remembered: readonly BuiltNode[] = [];

function buildNodes(nodes: readonly RecordedNode[]): readonly BuiltNode[] {
  const built: BuiltNode[] = [];
  const isAsBefore: boolean[] = [];
  for (const [id, node] of nodes.entries()) {
    const before = remembered[id];
    const isSame =
      before !== undefined && isSameNode(before.node, node) && node.children.every((child) => isAsBefore[child]);
    isAsBefore.push(isSame);
    built.push(isSame ? before : buildNode(id, node, built));
  }
  remembered = built.length <= REMEMBERED_MAX ? built : [];
  return built;
}

function isSameNode(one: RecordedNode, other: RecordedNode): boolean {
  if (one.type !== other.type || one.data !== other.data || one.children.length !== other.children.length) return false;
  return one.children.every((child, index) => child === other.children[index]);
}

function buildNode(id: number, node: RecordedNode, before: readonly BuiltNode[]): BuiltNode {
  const { type, data, children } = node;
  const hash = nodeHash(
    id,
    node,
    children.map((child) => before[child]?.hash ?? ""),
  );
  // Written by hand in canonical order: the data is in canonical form already, and there are many nodes.
  const text = `{"children":[${children.join(",")}],"data":${data},"hash":"${hash}","id":${String(id)},"type":"${type}"}`;
  return { node, hash, text };
}

/** SHA-256 of the canonical object with children_hashes, data, id and type. */
export function nodeHash(
  id: number,
  { type, data }: Omit<RecordedNode, "children">,
  childHashes: readonly string[],
): string {
  const hashes = childHashes.map((hash) => `"${hash}"`).join(",");
  return sha256Hex(`{"children_hashes":[${hashes}],"data":${data},"id":${String(id)},"type":"${type}"}`);
}
