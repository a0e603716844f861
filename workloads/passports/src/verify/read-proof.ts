/** Reads a proof whose content is not trusted. */
import { canonicalJson } from "../canonical/canonical-json.ts";
import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue } from "../canonical/json-value.ts";

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
  /** Field path to the id of the node that defines it. */
  readonly fieldIndex: ReadonlyMap<string, number>;
};

/** Undefined when members are missing, unknown or of another kind. */
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

/** Exactly these members, no other. */
function hasMembers(value: JsonValue, names: readonly string[]): value is JsonObject {
  if (!isJsonObject(value) || Object.keys(value).length !== names.length) return false;
  return names.every((name) => memberOf(value, name) !== undefined);
}

/** -1 for what is no small integer from 0 on. */
function integerOf(value: JsonValue | undefined): number {
  return typeof value === "bigint" && value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : -1;
}
