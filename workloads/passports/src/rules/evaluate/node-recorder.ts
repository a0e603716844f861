/** Collects the nodes of a proof while rules are evaluated. */
import { RotaError } from "@rota/engine/errors";
import { canonicalJson } from "../../canonical/canonical-json.ts";
import type { CanonicalValue } from "../../canonical/json-value.ts";

export type NodeType = "CONST" | "FACT_GET" | "FIELD_REF" | "OP" | "ASSERT" | "COMPLIANCE_EMIT";

export type RecordedNode = {
  readonly type: NodeType;
  /** In canonical form. */
  readonly data: string;
  /** Ids of nodes before this one. */
  readonly children: readonly number[];
};

/** What a node takes beside its data, its hash and its children: about 130 bytes; less, so that nothing is refused early. */
const NODE_BYTES_MIN = 100;

export class NodeRecorder {
  readonly nodes: RecordedNode[] = [];
  /** By id: whether it is the child of another. */
  readonly #hasParent: boolean[] = [];
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Returns the node's id. Throws PROOF_TOO_LARGE as soon as it is known that the proof will be. */
  add(type: NodeType, data: { readonly [name: string]: CanonicalValue }, children: readonly number[]): number {
    const text = canonicalJson(data);
    this.#bytes += bytesAtLeast(text);
    if (this.#bytes > this.#bytesMax) throw proofTooLarge(this.#bytes, this.#bytesMax);
    for (const child of children) this.#hasParent[child] = true;
    this.nodes.push({ type, data: text, children });
    return this.nodes.length - 1;
  }

  /** Adds nodes of before at the place where they were. False, and none is added, when the proof would be too large. */
  repeat(nodes: readonly RecordedNode[]): boolean {
    const bytes = nodes.reduce((sum, { data }) => sum + bytesAtLeast(data), this.#bytes);
    if (bytes > this.#bytesMax) return false;
    this.#bytes = bytes;
    for (const node of nodes) this.nodes.push(node);
    return true;
  }

  /** Nodes from an id on that are nobody's child, but for one: asserted, emitted or bound, and not used. */
  looseSince(first: number, except: number): number[] {
    const ids: number[] = [];
    for (let id = first; id < this.nodes.length; id++) {
      if (id !== except && this.#hasParent[id] !== true) ids.push(id);
    }
    return ids;
  }
}

function bytesAtLeast(data: string): number {
  return data.length + NODE_BYTES_MIN;
}

export function proofTooLarge(bytes: number, bytesMax: number): RotaError {
  const message = `the proof has ${String(bytes)} bytes or more, at most ${String(bytesMax)}: use fewer or simpler rules, or raise the limit`;
  return new RotaError("PROOF_TOO_LARGE", message, { bytes, bytesMax });
}
