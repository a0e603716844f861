/** Holds the state of one evaluation: facts, field values, recorded nodes, limits, and the fields of the previous evaluation that need not be evaluated again. */
import { RotaError } from "@rota/engine/errors";
import { canonicalJson, type CanonicalValue } from "../canonical/canonical-json.ts";
import { sha256Hex } from "../canonical/sha256.ts";
import type { FactIndex } from "../facts/fact.ts";
import type { RuleField, RulePackage } from "./load-rules.ts";
import { ruleError, type RuleErrorCode } from "./rule-error.ts";
import { isComposite, jsonOf, sizeOf, type Value } from "./value.ts";

/** A value, and the node of the proof that stands for it. */
export type Evaluated = { readonly value: Value; readonly node: number };

export type ComplianceEntry = { readonly clause: string; readonly status: string; readonly evidence: string };

/** Bindings of names, the innermost first. */
export type Bindings = { readonly name: string; readonly bound: Evaluated; readonly outer: Bindings } | undefined;

const STEPS_MAX = 1_000_000;
/** Characters of the canonical form of one list: lists of lists grow with every level. */
const VALUE_LENGTH_MAX = 1_000_000;
/** A step is about what it takes to hash so many characters. */
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
  /** The field that is evaluated, for refusals. */
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

  /** Takes a field as it was. False, and nothing is taken, when a limit is in the way: evaluating it tells which. */
  repeat({ field, nodes, defined, compliance, steps }: RememberedField): boolean {
    if (this.#steps + steps > this.#stepsMax || !this.recorder.repeat(nodes)) return false;
    this.#steps += steps;
    this.compliance.push(...compliance);
    this.fields.set(field.path, defined);
    return true;
  }

  /** Counts work and ends what would take too much of it. */
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

  /** What a proof says about a value: the value if it is small, else its hash. */
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
  /** In canonical form. */
  readonly data: string;
  /** Ids of nodes before this one. */
  readonly children: readonly number[];
};

/** What a node takes beside its data, its hash and its children: about 130 bytes; less, so that nothing is refused early. */
const NODE_BYTES_MIN = 100;

/** Collects the nodes of a proof while rules are evaluated. */
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

function proofTooLarge(bytes: number, bytesMax: number): RotaError {
  const message = `the proof has ${String(bytes)} bytes or more, at most ${String(bytesMax)}: use fewer or simpler rules, or raise the limit`;
  return new RotaError("PROOF_TOO_LARGE", message, { bytes, bytesMax });
}

/** Hashes stand for payloads: they must be those of the payloads. */
type FactRead =
  | { readonly factType: string; readonly factKey: string; readonly hash: string | undefined }
  | { readonly factType: string; readonly prefix: string; readonly hashes: readonly string[] };

export type RememberedField = {
  readonly field: RuleField;
  /** The id of its first node. */
  readonly first: number;
  readonly facts: readonly FactRead[];
  /** The fields that it may read, as they were. */
  readonly fields: readonly (Evaluated | undefined)[];
  readonly nodes: readonly RecordedNode[];
  /** Its definition. */
  readonly defined: Evaluated;
  readonly compliance: readonly ComplianceEntry[];
  readonly steps: number;
};

/** Larger evaluations are not remembered. */
const NODES_MAX = 10_000;

/**
 * Remembers what each field of the last finished evaluation was computed from: a field that reads the same again is not
 * evaluated again. One evaluation is enough, because passports of one product follow each other.
 */
export class FieldMemory {
  #rules: RulePackage | undefined;
  #fields: readonly RememberedField[] = [];

  /** The field as it was, undefined when there is none under the same rules and at the same place. */
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

/** An index that notes what is asked of it. */
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
