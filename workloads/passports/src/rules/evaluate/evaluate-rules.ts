/** Evaluates all fields of a package over a set of facts: the same facts and rules give the same values and nodes. */
import type { CanonicalValue } from "../../canonical/json-value.ts";
import { compareCodePoints } from "../../canonical/code-point-order.ts";
import type { FactIndex } from "../../facts/fact-index.ts";
import type { RulePackage } from "../load-rules.ts";
import { jsonOf } from "../values/value-json.ts";
import type { Value } from "../values/value.ts";
import { evaluate } from "./evaluate-expression.ts";
import { Machine, type ComplianceEntry } from "./machine.ts";
import { NodeRecorder, type RecordedNode } from "./node-recorder.ts";

export type EvaluationOptions = { readonly proofBytesMax?: number; readonly stepsMax?: number };

export type Evaluation = {
  readonly values: ReadonlyMap<string, Value>;
  /** The node that defines each field. */
  readonly definitions: ReadonlyMap<string, number>;
  readonly nodes: readonly RecordedNode[];
  readonly compliance: readonly ComplianceEntry[];
};

/** Throws the refusal of the first field that cannot be computed. */
export function evaluateRules(rules: RulePackage, facts: FactIndex, options: EvaluationOptions = {}): Evaluation {
  const recorder = new NodeRecorder(options.proofBytesMax ?? Number.POSITIVE_INFINITY);
  const { stepsMax } = options;
  const machine = new Machine({
    source: rules.dslSource,
    facts,
    recorder,
    ...(stepsMax === undefined ? {} : { stepsMax }),
  });
  for (const field of rules.fields) {
    machine.field = field.path;
    const first = recorder.nodes.length;
    const { value, node } = evaluate(machine, field.value, undefined);
    // What was asserted, emitted or bound without being used hangs on the definition, so that the root covers it.
    const children = [node, ...recorder.looseSince(first, node)];
    const data = { field: field.path, role: "def", ...machine.shown(value, field.value.offset) };
    machine.fields.set(field.path, { value, node: recorder.add("FIELD_REF", data, children) });
  }
  const byPath = [...machine.fields].sort(([a], [b]) => compareCodePoints(a, b));
  const definitions = new Map(byPath.map(([path, { node }]) => [path, node]));
  recorder.add("OP", { op: "root" }, [...definitions.values()]);
  return {
    values: new Map(byPath.map(([path, { value }]) => [path, value])),
    definitions,
    nodes: recorder.nodes,
    compliance: machine.compliance,
  };
}

/** The JSON form of the value of each field. */
export function fieldsAsJson(evaluation: Evaluation): ReadonlyMap<string, CanonicalValue> {
  return new Map([...evaluation.values].map(([path, value]) => [path, jsonOf(value)]));
}
