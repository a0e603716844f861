/** Evaluates all fields of a package over a set of facts: the same facts and rules give the same values and nodes. */
import { type CanonicalValue, compareCodePoints } from "../canonical/canonical-json.ts";
import type { FactIndex } from "../facts/fact.ts";
import { evaluate } from "./evaluate-expression.ts";
import type { RuleField, RulePackage } from "./load-rules.ts";
import {
  type ComplianceEntry,
  type Evaluated,
  type FieldMemory,
  Machine,
  NodeRecorder,
  readsTheSame,
  type RecordedNode,
  type RememberedField,
  watchReads,
} from "./machine.ts";
import { jsonOf, type Value } from "./value.ts";

export type EvaluationOptions = {
  readonly proofBytesMax?: number;
  readonly stepsMax?: number;
  /** Skips fields that read the same as in the previous evaluation. The hashes of the facts must match their payloads. */
  readonly memory?: FieldMemory | undefined;
};

export type Evaluation = {
  readonly values: ReadonlyMap<string, Value>;
  /** Ids of the nodes that define fields, by field path. */
  readonly definitions: ReadonlyMap<string, number>;
  readonly nodes: readonly RecordedNode[];
  readonly compliance: readonly ComplianceEntry[];
};

/** Evaluates all fields. Throws the refusal of the first field that cannot be computed. */
export function evaluateRules(rules: RulePackage, facts: FactIndex, options: EvaluationOptions = {}): Evaluation {
  const { proofBytesMax, stepsMax, memory } = options;
  const recorder = new NodeRecorder(proofBytesMax ?? Number.POSITIVE_INFINITY);
  const watched = watchReads(facts);
  const machine = new Machine({
    source: rules.dslSource,
    facts: watched.facts,
    recorder,
    ...(stepsMax === undefined ? {} : { stepsMax }),
  });
  const evaluated = rules.fields.map((field, index) => {
    const before = memory?.at(rules, index, recorder.nodes.length);
    const isSame = before !== undefined && isAsBefore(before, machine, facts);
    return isSame && machine.repeat(before) ? before : evaluateField(machine, field, watched.takeReads);
  });
  const byPath = [...machine.fields].sort(([a], [b]) => compareCodePoints(a, b));
  const definitions = new Map(byPath.map(([path, { node }]) => [path, node]));
  recorder.add("OP", { op: "root" }, [...definitions.values()]);
  memory?.keep(rules, evaluated);
  return {
    values: new Map(byPath.map(([path, { value }]) => [path, value])),
    definitions,
    nodes: recorder.nodes,
    compliance: machine.compliance,
  };
}

function isAsBefore({ field, fields, facts }: RememberedField, machine: Machine, index: FactIndex): boolean {
  const current = fieldsRead(machine, field);
  return current.every((one, nth) => one === fields[nth]) && facts.every((read) => readsTheSame(index, read));
}

function evaluateField(machine: Machine, field: RuleField, takeReads: () => RememberedField["facts"]): RememberedField {
  const { recorder, compliance } = machine;
  const [first, emitted, steps] = [recorder.nodes.length, compliance.length, machine.steps];
  machine.field = field.path;
  const { value, node } = evaluate(machine, field.value, undefined);
  // Nodes that were asserted, emitted or bound but not used become children of the definition, so that the root covers them.
  const children = [node, ...recorder.looseSince(first, node)];
  const data = { field: field.path, role: "def", ...machine.shown(value, field.value.offset) };
  const defined = { value, node: recorder.add("FIELD_REF", data, children) };
  machine.fields.set(field.path, defined);
  return {
    field,
    first,
    facts: takeReads(),
    fields: fieldsRead(machine, field),
    nodes: recorder.nodes.slice(first),
    defined,
    compliance: compliance.slice(emitted),
    steps: machine.steps - steps,
  };
}

function fieldsRead(machine: Machine, { reads }: RuleField): (Evaluated | undefined)[] {
  return reads.map((path) => machine.fields.get(path));
}

/** Returns the value of each field in its JSON form. */
export function fieldsAsJson(evaluation: Evaluation): ReadonlyMap<string, CanonicalValue> {
  return new Map([...evaluation.values].map(([path, value]) => [path, jsonOf(value)]));
}
