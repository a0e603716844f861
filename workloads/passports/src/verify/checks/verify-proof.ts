/** Checks a proof by itself: every hash, every link, and that the root covers every node. */
import { compareCodePoints } from "../../canonical/code-point-order.ts";
import { nodeHash, PROOF_VERSION } from "../../compile/proof.ts";
import type { NodeType } from "../../rules/evaluate/node-recorder.ts";
import type { ReadNode, ReadProof } from "../read-proof.ts";
import type { Note } from "../report.ts";

const NODE_TYPES: readonly NodeType[] = ["CONST", "FACT_GET", "FIELD_REF", "OP", "ASSERT", "COMPLIANCE_EMIT"];

export function verifyProof(proof: ReadProof, note: Note): void {
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

/** How many nodes the last one leads to, itself among them. Children come first, so one way back finds all. */
function reachable(nodes: readonly ReadNode[]): number {
  const isReached = new Set<number>([nodes.length - 1]);
  for (let id = nodes.length - 1; id >= 0; id--) {
    if (!isReached.has(id)) continue;
    for (const child of nodes[id]?.children ?? []) if (child < id) isReached.add(child);
  }
  return Math.min(isReached.size, nodes.length);
}
