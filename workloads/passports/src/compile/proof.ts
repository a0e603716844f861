/** BPC-PROOF-1: every step of an evaluation as a node whose hash covers those that it used, up to one root. */
import { canonicalJson } from "../canonical/canonical-json.ts";
import { sha256Hex } from "../canonical/sha256.ts";
import type { Evaluation } from "../rules/evaluate/evaluate-rules.ts";
import type { RecordedNode } from "../rules/evaluate/node-recorder.ts";

export const PROOF_VERSION = "BPC-PROOF-1";

export type Proof = { readonly proofCanonical: string; readonly proofRootHash: string };

export function buildProof({ nodes, definitions }: Evaluation): Proof {
  const hashes: string[] = [];
  const texts = nodes.map((node, id) => {
    const hash = nodeHash(
      id,
      node,
      node.children.map((child) => hashes[child] ?? ""),
    );
    hashes.push(hash);
    // Written by hand in canonical order: the data is in canonical form already, and there are many nodes.
    return `{"children":[${node.children.join(",")}],"data":${node.data},"hash":"${hash}","id":${String(id)},"type":"${node.type}"}`;
  });
  const proofRootHash = hashes.at(-1) ?? "";
  const index = canonicalJson(Object.fromEntries(definitions));
  return {
    proofCanonical: `{"field_index":${index},"nodes":[${texts.join(",")}],"proof_version":"${PROOF_VERSION}","root_hash":"${proofRootHash}"}`,
    proofRootHash,
  };
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
