/** Holds the state of one evaluation: facts, field values, recorded nodes, limits, and the fields of the previous evaluation that can be reused. */
import type { RotaError } from "@rota/engine/errors";
import { PassportError } from "../../errors.ts";
import { canonicalJson, type CanonicalValue } from "../canonical/canonical-json.ts";
import { sha256Hex } from "../canonical/sha256.ts";
import type { FactIndex } from "../facts/fact.ts";
import type { RuleField, RulePackage } from "./load-rules.ts";
import { ruleError, type RuleErrorCode } from "./rule-error.ts";
import { isComposite, jsonOf, sizeOf, type Value } from "./value.ts";

/** A value and the id of its node in the proof. */
export type Evaluated = { readonly value: Value; readonly node: number };

export type ComplianceEntry = { readonly clause: string; readonly status: string; readonly evidence: string };

/** Bindings of names, innermost first. */
export type Bindings = { readonly name: string; readonly bound: Evaluated; readonly outer: Bindings } | undefined;

const STEPS_MAX = 1_000_000;
/** Maximum length of the canonical form of one list. Lists of lists grow with every level. */
const VALUE_LENGTH_MAX = 1_000_000;
/** Number of characters that are hashed in about the time of one step. */
const CHARACTERS_PER_STEP = 64;

type MachineOptions = {
  readonly source: string;
  readonly facts: FactIndex;
  readonly recorder: NodeRecorder;
  readonly stepsMax?: number;
};

export class Machine {
  readonly facts: FactIndex;
  readonly recorder: NodeRecorder;
  readonly fields = new Map<string, Evaluated>();
  readonly compliance: ComplianceEntry[] = [];
  /** Path of the field that is being evaluated, for refusals. */
  field: string | undefined;
  readonly #source: string;
  readonly #stepsMax: number;
  #steps = 0;

  constructor({ source, facts, recorder, stepsMax = STEPS_MAX }: MachineOptions) {
    this.#source = source;
    this.facts = facts;
    this.recorder = recorder;
    this.#stepsMax = stepsMax;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Reuses a remembered field. Returns false and changes nothing if a limit would be exceeded: evaluating the field shows which one. */
  repeat({ field, nodes, defined, compliance, steps }: RememberedField): boolean {
    if (this.#steps + steps > this.#stepsMax || !this.recorder.repeat(nodes)) return false;
    this.#steps += steps;
    this.compliance.push(...compliance);
    this.fields.set(field.path, defined);
    return true;
  }

  /** Counts steps, and ends an evaluation that takes too many. */
  spend(steps: number, offset: number): void {
    this.#steps += steps;
    if (this.#steps <= this.#stepsMax) return;
    const message = `the evaluation takes more than ${String(this.#stepsMax)} steps: use fewer facts or simpler rules`;
    throw this.refusal(offset, "VALIDATION_ERROR", message);
  }

  refusal(offset: number, code: RuleErrorCode, message: string, ruleCode?: string): RotaError {
    return ruleError(this.#source, { code, offset, message, field: this.field, ruleCode });
  }

  /** Records an operation with its result. */
  operation(op: string, value: Value, children: readonly number[], offset: number): Evaluated {
    const node = this.recorder.add("OP", { op, ...this.shown(value, offset) }, children);
    return { value, node };
  }

  /** Returns the form of a value in a proof: the value itself, or the hash of a composite value. */
  shown(value: Value, offset: number): { readonly [name: string]: CanonicalValue } {
    if (!isComposite(value)) return { value: jsonOf(value) };
    const size = sizeOf(value);
    if (size > VALUE_LENGTH_MAX) {
      const message = `a list takes more than ${String(VALUE_LENGTH_MAX)} characters: use fewer facts, or filter them`;
      throw this.refusal(offset, "VALIDATION_ERROR", message);
    }
    this.spend(Math.ceil(size / CHARACTERS_PER_STEP), offset);
    return { value_hash: sha256Hex(canonicalJson(jsonOf(value))) };
  }
}

export type NodeType = "CONST" | "FACT_GET" | "FIELD_REF" | "OP" | "ASSERT" | "COMPLIANCE_EMIT";

export type RecordedNode = {
  readonly type: NodeType;
  /** Data in canonical form. */
  readonly data: string;
  /** Ids of earlier nodes that this node uses. */
  readonly children: readonly number[];
};

/** Estimated size of a node without its data and children. The real size is about 130 bytes. The estimate is lower, so that no proof is refused early. */
const NODE_BYTES_MIN = 100;

/** Collects the nodes of a proof while rules are evaluated. */
export class NodeRecorder {
  readonly nodes: RecordedNode[] = [];
  /** True for nodes that are a child of another node, by id. */
  readonly #hasParent: boolean[] = [];
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Adds a node and returns its id. Throws PROOF_TOO_LARGE as soon as the proof is certain to exceed the limit. */
  add(type: NodeType, data: { readonly [name: string]: CanonicalValue }, children: readonly number[]): number {
    const text = canonicalJson(data);
    this.#bytes += bytesAtLeast(text);
    if (this.#bytes > this.#bytesMax) throw proofTooLarge(this.#bytes, this.#bytesMax);
    for (const child of children) this.#hasParent[child] = true;
    this.nodes.push({ type, data: text, children });
    return this.nodes.length - 1;
  }

  /** Adds nodes of the previous evaluation at the same ids. Returns false and adds none if the proof would be too large. */
  repeat(nodes: readonly RecordedNode[]): boolean {
    const bytes = nodes.reduce((sum, { data }) => sum + bytesAtLeast(data), this.#bytes);
    if (bytes > this.#bytesMax) return false;
    this.#bytes = bytes;
    for (const node of nodes) this.nodes.push(node);
    return true;
  }

  /** Returns nodes from an id on that are no node's child, except one: they were asserted, emitted or bound, and not used. */
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

function proofTooLarge(bytes: number, bytesMax: number): RotaError {
  const message = `the proof has ${String(bytes)} bytes or more, at most ${String(bytesMax)}: use fewer or simpler rules, or raise the limit`;
  return new PassportError("PROOF_TOO_LARGE", message, { bytes, bytesMax });
}

/** A read of facts. Hashes represent payloads, so they must be computed from them. */
type FactRead =
  | { readonly factType: string; readonly factKey: string; readonly hash: string | undefined }
  | { readonly factType: string; readonly prefix: string; readonly hashes: readonly string[] };

export type RememberedField = {
  readonly field: RuleField;
  /** Id of the first node of the field. */
  readonly first: number;
  readonly facts: readonly FactRead[];
  /** Values of the fields that the field reads. */
  readonly fields: readonly (Evaluated | undefined)[];
  readonly nodes: readonly RecordedNode[];
  /** Value and definition of the field. */
  readonly defined: Evaluated;
  readonly compliance: readonly ComplianceEntry[];
  readonly steps: number;
};

/** Maximum number of nodes of an evaluation that is remembered. */
const NODES_MAX = 10_000;

/**
 * Remembers what each field of the last finished evaluation read. A field that reads the same again is not evaluated
 * again. One evaluation is enough, because passports of one product follow each other.
 */
export class FieldMemory {
  #rules: RulePackage | undefined;
  #fields: readonly RememberedField[] = [];

  /** Returns the remembered field, or undefined if the rules or the position are different. */
  at(rules: RulePackage, index: number, first: number): RememberedField | undefined {
    const field = rules === this.#rules ? this.#fields[index] : undefined;
    return field?.first === first ? field : undefined;
  }

  keep(rules: RulePackage, fields: readonly RememberedField[]): void {
    const last = fields.at(-1);
    const isSmall = last === undefined || last.first + last.nodes.length <= NODES_MAX;
    this.#rules = isSmall ? rules : undefined;
    this.#fields = isSmall ? fields : [];
  }
}

/** Wraps an index so that it records each read. */
export function watchReads(facts: FactIndex): { readonly facts: FactIndex; readonly takeReads: () => FactRead[] } {
  let reads: FactRead[] = [];
  return {
    facts: {
      get(factType, factKey) {
        const fact = facts.get(factType, factKey);
        reads.push({ factType, factKey, hash: fact?.payloadHash });
        return fact;
      },
      byPrefix(factType, prefix) {
        const found = facts.byPrefix(factType, prefix);
        reads.push({ factType, prefix, hashes: found.map(({ payloadHash }) => payloadHash) });
        return found;
      },
    },
    takeReads() {
      const taken = reads;
      reads = [];
      return taken;
    },
  };
}

export function readsTheSame(facts: FactIndex, read: FactRead): boolean {
  if ("hash" in read) return facts.get(read.factType, read.factKey)?.payloadHash === read.hash;
  const found = facts.byPrefix(read.factType, read.prefix);
  return found.length === read.hashes.length && found.every(({ payloadHash }, nth) => payloadHash === read.hashes[nth]);
}
