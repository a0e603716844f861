/** The state of one evaluation: facts, values of fields, what was emitted, and how much may still be done. */
import type { RotaError } from "@rota/engine/errors";
import { canonicalJson } from "../../canonical/canonical-json.ts";
import type { CanonicalValue } from "../../canonical/json-value.ts";
import { sha256Hex } from "../../canonical/sha256.ts";
import type { FactIndex } from "../../facts/fact-index.ts";
import { ruleError, type RuleErrorCode } from "../rule-error.ts";
import { isComposite, jsonOf, sizeOf } from "../values/value-json.ts";
import type { Value } from "../values/value.ts";
import type { RememberedField } from "./field-memory.ts";
import type { NodeRecorder } from "./node-recorder.ts";

/** A value, and the node of the proof that stands for it. */
export type Evaluated = { readonly value: Value; readonly node: number };

export type ComplianceEntry = { readonly clause: string; readonly status: string; readonly evidence: string };

/** Bindings of names, the innermost first. */
export type Bindings = { readonly name: string; readonly bound: Evaluated; readonly outer: Bindings } | undefined;

export const STEPS_MAX = 1_000_000;
/** Characters of the canonical form of one list: lists of lists grow with every level. */
export const VALUE_LENGTH_MAX = 1_000_000;
/** A step is about what it takes to hash so many characters. */
const CHARACTERS_PER_STEP = 64;

export type MachineOptions = {
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
