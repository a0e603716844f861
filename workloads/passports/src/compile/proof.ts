/** BPC-PROOF-1: every step of an evaluation as a node whose hash covers those that it used, up to one root. */
import { canonicalJson } from "../canonical/canonical-json.ts";
import { sha256Hex } from "../canonical/sha256.ts";
import type { Evaluation } from "../rules/evaluate/evaluate-rules.ts";
import type { RecordedNode } from "../rules/evaluate/node-recorder.ts";
import { byteLength } from "./limits.ts";

export const PROOF_VERSION = "BPC-PROOF-1";

export type Proof = {
  readonly proofCanonical: string;
  /** Of its UTF-8. */
  readonly proofBytes: number;
  readonly proofRootHash: string;
};

/** With a memory, nodes that were there before are not hashed again: passports of one product differ in few of them. */
export function buildProof({ nodes, definitions }: Evaluation, memory?: ProofMemory): Proof {
  const built = buildNodes(nodes, memory?.nodes ?? NOTHING_BUILT);
  if (memory !== undefined) memory.nodes = nodes.length <= REMEMBERED_MAX ? built : NOTHING_BUILT;
  const proofRootHash = built.hashes.at(-1) ?? "";
  const start = `{"field_index":${canonicalJson(Object.fromEntries(definitions))},"nodes":[`;
  const end = `],"proof_version":"${PROOF_VERSION}","root_hash":"${proofRootHash}"}`;
  return {
    proofCanonical: start + built.text + end,
    proofBytes: byteLength(start) + built.text.length + built.extraBytes + byteLength(end),
    proofRootHash,
  };
}

/** The nodes of the last proof. */
export type ProofMemory = { nodes: BuiltNodes };

/** Larger proofs are not remembered. */
const REMEMBERED_MAX = 10_000;

type BuiltNodes = {
  readonly nodes: readonly RecordedNode[];
  readonly hashes: readonly string[];
  /** All nodes, with commas between. */
  readonly text: string;
  /** Where each ends in the text. */
  readonly ends: readonly number[];
  /** By id, for nodes that take more bytes than characters: how many more. */
  readonly extras: ReadonlyMap<number, number>;
  readonly extraBytes: number;
};

export const NOTHING_BUILT: BuiltNodes = {
  nodes: [],
  hashes: [],
  text: "",
  ends: [],
  extras: new Map(),
  extraBytes: 0,
};

function buildNodes(nodes: readonly RecordedNode[], before: BuiltNodes): BuiltNodes {
  const hashes: string[] = [];
  const ends: number[] = [];
  const extras = new Map<number, number>();
  const isAsBefore: boolean[] = [];
  const pieces: string[] = [];
  let id = 0;
  let end = -1; // a comma comes before each but the first
  while (id < nodes.length) {
    const first = id;
    for (; id < nodes.length && isSame(id, { nodes, before, isAsBefore }); id++) {
      isAsBefore.push(true);
      hashes.push(before.hashes[id] ?? "");
      end += 1 + lengthAt(before, id);
      ends.push(end);
      const extra = before.extras.get(id);
      if (extra !== undefined) extras.set(id, extra);
    }
    if (id > first) pieces.push(before.text.slice(startAt(before, first), before.ends[id - 1]));
    const node = nodes[id];
    if (node === undefined) break;
    const { hash, text } = buildNode(id, node, hashes);
    isAsBefore.push(false);
    hashes.push(hash);
    pieces.push(text);
    end += 1 + text.length;
    ends.push(end);
    const extra = byteLength(text) - text.length;
    if (extra > 0) extras.set(id, extra);
    id++;
  }
  const extraBytes = [...extras.values()].reduce((sum, extra) => sum + extra, 0);
  return { nodes, hashes, text: pieces.join(","), ends, extras, extraBytes };
}

function startAt({ ends }: BuiltNodes, id: number): number {
  return id === 0 ? 0 : (ends[id - 1] ?? 0) + 1;
}

function lengthAt(built: BuiltNodes, id: number): number {
  return (built.ends[id] ?? 0) - startAt(built, id);
}

type Compared = {
  readonly nodes: readonly RecordedNode[];
  readonly before: BuiltNodes;
  /** Of those that come before. */
  readonly isAsBefore: readonly boolean[];
};

/** A node whose children have other hashes has another one as well. */
function isSame(id: number, { nodes, before, isAsBefore }: Compared): boolean {
  const node = nodes[id];
  if (node === undefined || !isSameNode(before.nodes[id], node)) return false;
  for (const child of node.children) if (isAsBefore[child] !== true) return false;
  return true;
}

function isSameNode(one: RecordedNode | undefined, other: RecordedNode): boolean {
  if (one === other) return true;
  if (one === undefined) return false;
  if (one.type !== other.type || one.data !== other.data || one.children.length !== other.children.length) return false;
  return one.children.every((child, index) => child === other.children[index]);
}

function buildNode(id: number, node: RecordedNode, before: readonly string[]): { hash: string; text: string } {
  const { type, data, children } = node;
  const hash = nodeHash(
    id,
    node,
    children.map((child) => before[child] ?? ""),
  );
  // Written by hand in canonical order: the data is in canonical form already, and there are many nodes.
  const text = `{"children":[${children.join(",")}],"data":${data},"hash":"${hash}","id":${String(id)},"type":"${type}"}`;
  return { hash, text };
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
