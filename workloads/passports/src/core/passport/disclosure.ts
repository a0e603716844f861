/** Discloses some fields of a passport so that they can be checked against the signed root without the others. The root holds the hashes of all definitions, and the hash of a disclosed definition must be one of them. */
import { canonicalJson, compareCodePoints, isJsonObject, type JsonObject } from "../canonical/canonical-json.ts";
import { nodeHash, type ReadNode, type ReadProof } from "./proof.ts";

/** A node of a proof with the hashes of its children instead of the children. */
export type DisclosedNode = {
  readonly id: number;
  readonly data: JsonObject;
  readonly children_hashes: readonly string[];
};

export type Disclosure = {
  readonly root: DisclosedNode;
  /** Definitions of the disclosed fields by their paths. */
  readonly fields: Readonly<Record<string, DisclosedNode>>;
};

/** Returns the shown fields and the root, or undefined for a proof that has no root. */
export function discloseFields(proof: ReadProof, isShown: (path: string) => boolean): Disclosure | undefined {
  const root = proof.nodes.at(-1);
  if (root === undefined) return undefined;
  const disclosed = ({ id, data, children }: ReadNode): DisclosedNode => ({
    id,
    data,
    children_hashes: children.map((child) => proof.nodes[child]?.hash ?? ""),
  });
  const shown = [...proof.fieldIndex].filter(([path]) => isShown(path)).sort(([a], [b]) => compareCodePoints(a, b));
  const fields = shown.flatMap(([path, id]) => {
    const node = proof.nodes[id];
    return node === undefined ? [] : [[path, disclosed(node)] as const];
  });
  return { root: disclosed(root), fields: Object.fromEntries(fields) };
}

/** Returns why a disclosure does not match the signed root, or undefined if the root covers all of it. */
export function objectionToDisclosure({ root, fields }: Disclosure, proofRootHash: string): string | undefined {
  const isRoot = canonicalJson(root.data) === '{"op":"root"}';
  if (!isRoot || hashOf(root, "OP") !== proofRootHash) return "the root is not the one that was signed";
  const covered = new Set(root.children_hashes);
  for (const [path, node] of Object.entries(fields)) {
    const { field, role } = isJsonObject(node.data) ? node.data : {};
    if (field !== path || role !== "def") return `the node of ${path} is no definition of it`;
    if (!covered.has(hashOf(node, "FIELD_REF"))) return `the field ${path} is not covered by the root`;
  }
  return undefined;
}

function hashOf({ id, data, children_hashes }: DisclosedNode, type: "OP" | "FIELD_REF"): string {
  return nodeHash(id, { type, data: canonicalJson(data) }, children_hashes);
}
