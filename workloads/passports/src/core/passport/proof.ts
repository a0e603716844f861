/** Builds and reads proofs (BPC-PROOF-1): every step of an evaluation is a node whose hash covers the nodes that it uses, up to one root. */
import {
  canonicalJson,
  isJsonObject,
  isList,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../canonical/canonical-json.ts";
import { sha256Hex } from "../canonical/sha256.ts";
import type { Evaluation } from "../rules/evaluate-rules.ts";
import type { RecordedNode } from "../rules/machine.ts";
import { byteLength } from "./limits.ts";

export const PROOF_VERSION = "BPC-PROOF-1";

export type Proof = {
  /** Pieces whose texts, one after the other, are the proof in canonical form. */
  readonly proofPieces: readonly ProofPiece[];
  /** Length of the proof in UTF-8. */
  readonly proofBytes: number;
  readonly proofRootHash: string;
};

export type ProofPiece = {
  readonly text: string;
  /** Length of the text in UTF-8. */
  readonly bytes: number;
};

/** Builds the proof. With a memory, nodes of the previous proof are not hashed again, and pieces without changes are the same objects: passports of one product differ in few nodes. */
export function buildProof({ nodes, definitions }: Evaluation, memory?: ProofMemory): Proof {
  const before = memory?.nodes ?? NOTHING_BUILT;
  const built = buildNodes(nodes, before);
  const proofRootHash = built.hashes.at(-1) ?? "";
  const start = `{"field_index":${canonicalJson(Object.fromEntries(definitions))},"nodes":[`;
  const end = `],"proof_version":"${PROOF_VERSION}","root_hash":"${proofRootHash}"}`;
  const proofPieces = piecesOf({ start, end, ...built }, before);
  const isRemembered = memory !== undefined && nodes.length <= REMEMBERED_MAX;
  if (memory !== undefined) memory.nodes = isRemembered ? { nodes, ...built, pieces: proofPieces } : NOTHING_BUILT;
  return { proofPieces, proofBytes: proofPieces.reduce((sum, { bytes }) => sum + bytes, 0), proofRootHash };
}

export function proofText(pieces: readonly ProofPiece[]): string {
  return pieces.map(({ text }) => text).join("");
}

/** The nodes of the last proof. */
export type ProofMemory = { nodes: RememberedNodes };

/** Maximum number of nodes of a proof that is remembered. */
const REMEMBERED_MAX = 10_000;

/** Number of nodes per piece: enough to compress well, and few enough that most pieces hold no changed node. */
const PIECE_NODES = 64;

type BuiltNodes = {
  readonly hashes: readonly string[];
  readonly texts: readonly string[];
  readonly isAsBefore: readonly boolean[];
};

type RememberedNodes = Omit<BuiltNodes, "isAsBefore"> & {
  readonly nodes: readonly RecordedNode[];
  /** Start of the text, then the nodes. The last piece also holds the end. */
  readonly pieces: readonly ProofPiece[];
};

export const NOTHING_BUILT: RememberedNodes = { nodes: [], hashes: [], texts: [], pieces: [] };

function buildNodes(nodes: readonly RecordedNode[], before: RememberedNodes): BuiltNodes {
  const hashes: string[] = [];
  const texts: string[] = [];
  const isAsBefore: boolean[] = [];
  for (const [id, node] of nodes.entries()) {
    const isSame = isSameNode(before.nodes[id], node) && node.children.every((child) => isAsBefore[child] === true);
    const { hash, text } = isSame
      ? { hash: before.hashes[id] ?? "", text: before.texts[id] ?? "" }
      : buildNode(id, node, hashes);
    hashes.push(hash);
    texts.push(text);
    isAsBefore.push(isSame);
  }
  return { hashes, texts, isAsBefore };
}

function piecesOf(
  { start, end, texts, isAsBefore }: BuiltNodes & { readonly start: string; readonly end: string },
  before: RememberedNodes,
): ProofPiece[] {
  const [first] = before.pieces;
  const pieces = [first?.text === start ? first : pieceOf(start)];
  for (let from = 0; from === 0 || from < texts.length; from += PIECE_NODES) {
    const to = from + PIECE_NODES;
    const held = before.pieces[pieces.length];
    const isWhole = to < texts.length && to < before.texts.length; // the last piece also holds the end
    const isHeld = isWhole && isAsBefore.slice(from, to).every(Boolean);
    const text = () => `${from === 0 ? "" : ","}${texts.slice(from, to).join(",")}${to < texts.length ? "" : end}`;
    pieces.push(held !== undefined && isHeld ? held : pieceOf(text()));
  }
  return pieces;
}

function pieceOf(text: string): ProofPiece {
  return { text, bytes: byteLength(text) };
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
  // Not written with canonicalJson: the data is in canonical form already, and there are many nodes.
  const text = `{"children":[${children.join(",")}],"data":${data},"hash":"${hash}","id":${String(id)},"type":"${type}"}`;
  return { hash, text };
}

/** Returns the SHA-256 of the canonical object with children_hashes, data, id and type. */
export function nodeHash(
  id: number,
  { type, data }: Omit<RecordedNode, "children">,
  childHashes: readonly string[],
): string {
  const hashes = childHashes.map((hash) => `"${hash}"`).join(",");
  return sha256Hex(`{"children_hashes":[${hashes}],"data":${data},"id":${String(id)},"type":"${type}"}`);
}

export type ReadNode = {
  readonly id: number;
  readonly type: string;
  readonly hash: string;
  readonly data: JsonObject;
  readonly dataCanonical: string;
  readonly children: readonly number[];
};

export type ReadProof = {
  readonly version: string;
  readonly rootHash: string;
  readonly nodes: readonly ReadNode[];
  /** Ids of the nodes that define fields, by field path. */
  readonly fieldIndex: ReadonlyMap<string, number>;
};

/** Reads an untrusted proof. Returns undefined if members are missing, unknown or of another type. */
export function readProof(value: JsonValue): ReadProof | undefined {
  if (!hasMembers(value, ["field_index", "nodes", "proof_version", "root_hash"])) return undefined;
  const { field_index: index, nodes, proof_version: version, root_hash: rootHash } = value;
  if (
    !isJsonObject(index) ||
    !isList<JsonValue>(nodes) ||
    typeof version !== "string" ||
    typeof rootHash !== "string"
  ) {
    return undefined;
  }
  const readNodes = nodes.map(readNode).filter((node) => node !== undefined);
  const entries = Object.entries(index).map(([path, id]) => [path, integerOf(id)] as const);
  if (readNodes.length < nodes.length || entries.some(([, id]) => id < 0)) return undefined;
  return { version, rootHash, nodes: readNodes, fieldIndex: new Map(entries) };
}

function readNode(value: JsonValue): ReadNode | undefined {
  if (!hasMembers(value, ["children", "data", "hash", "id", "type"])) return undefined;
  const { children, data, hash, id, type } = value;
  if (!isList<JsonValue>(children) || !isJsonObject(data) || typeof hash !== "string" || typeof type !== "string") {
    return undefined;
  }
  const ids = children.map(integerOf);
  if (integerOf(id) < 0 || ids.some((child) => child < 0)) return undefined;
  return { id: integerOf(id), type, hash, data, dataCanonical: canonicalJson(data), children: ids };
}

/** Returns true for an object with exactly these members. */
function hasMembers(value: JsonValue, names: readonly string[]): value is JsonObject {
  if (!isJsonObject(value) || Object.keys(value).length !== names.length) return false;
  return names.every((name) => memberOf(value, name) !== undefined);
}

/** Returns -1 for anything but a safe integer of at least 0. */
function integerOf(value: JsonValue | undefined): number {
  return typeof value === "bigint" && value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : -1;
}
