/** Runs the examples and properties of a package: the same seed gives the same cases and the same verdict. */
import { isRotaError } from "@rota/engine/errors";
import { canonicalJson } from "../../canonical/canonical-json.ts";
import { indexFacts } from "../../facts/fact-index.ts";
import { makeFact } from "../../facts/fact.ts";
import { sealSnapshot } from "../../facts/snapshot.ts";
import { evaluate } from "../evaluate/evaluate-expression.ts";
import { evaluateRules } from "../evaluate/evaluate-rules.ts";
import { Machine, type Bindings } from "../evaluate/machine.ts";
import { NodeRecorder } from "../evaluate/node-recorder.ts";
import type { CheckedProperty, RulePackage } from "../load-rules.ts";
import type { ExampleTest, Expectation } from "../syntax/syntax-tree.ts";
import { holds } from "../values/compare-values.ts";
import { jsonOf } from "../values/value-json.ts";
import type { Scalar, Value } from "../values/value.ts";
import { drawValue } from "./draw-value.ts";
import { splitMix64, type Random } from "./split-mix.ts";

/** So many cases must have passed before rules may be published. */
export const CASES_TO_PUBLISH = 500;

export type RuleTestRun = {
  readonly status: "PASSED" | "FAILED";
  /** An example is one, a property as many as it says. */
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly firstFailure: { readonly test: string; readonly why: string } | undefined;
};

/** A failed test is an answer; a seed is mixed into that of each property. */
export function runRuleTests(rules: RulePackage, { seed }: { seed?: bigint } = {}): RuleTestRun {
  const counts = { cases: 0, failed: 0 };
  let firstFailure: RuleTestRun["firstFailure"];
  const note = (test: string, why: string | undefined) => {
    counts.cases++;
    if (why === undefined) return;
    counts.failed++;
    firstFailure ??= { test, why };
  };
  for (const { source, examples, properties } of rules.tests) {
    for (const example of examples)
      note(
        example.name,
        attempt(() => failureOfExample(rules, example)),
      );
    for (const property of properties) {
      const random = splitMix64(seed === undefined ? property.seed : property.seed ^ splitMix64(seed).next());
      for (let number = 0; number < property.cases; number++) {
        note(
          property.name,
          attempt(() => failureOfCase(source, property, random)),
        );
      }
    }
  }
  const { cases, failed } = counts;
  return { status: failed === 0 ? "PASSED" : "FAILED", cases, passed: cases - failed, failed, firstFailure };
}

/** Rules that have no tests, or too few, are not ready, whatever the outcome of those they have. */
export function mayPublish({ status, cases }: RuleTestRun): boolean {
  return status === "PASSED" && cases >= CASES_TO_PUBLISH;
}

function attempt(run: () => string | undefined): string | undefined {
  try {
    return run();
  } catch (error) {
    if (isRotaError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
}

function failureOfExample(rules: RulePackage, { facts, expectations }: ExampleTest): string | undefined {
  const made = facts.map(makeFact);
  sealSnapshot("", made); // refuses facts that no snapshot could hold together
  const { values } = evaluateRules(rules, indexFacts(made));
  for (const expectation of expectations) {
    const value = values.get(expectation.path);
    if (value === undefined || !isMet(expectation, value)) {
      const actual = value === undefined ? "nothing" : canonicalJson(jsonOf(value));
      return `${expectation.path} is ${actual}, expected ${expectation.operator} ${canonicalJson(jsonOf(expectation.literal))}`;
    }
  }
  return undefined;
}

function isMet({ operator, literal }: Expectation, value: Value): boolean {
  const held = value.kind === "Some" ? value.value : value;
  if (held.kind === "None" || literal.kind === "None") return (held.kind === literal.kind) === (operator === "==");
  return holds(operator, held, asKindOf(literal, held));
}

/** An integer is expected of a decimal by its value. */
function asKindOf(literal: Scalar, value: Value): Value {
  return literal.kind === "Int" && value.kind === "Dec" ? { kind: "Dec", digits: literal.value, scale: 0 } : literal;
}

function failureOfCase(source: string, { implications }: CheckedProperty, random: Random): string | undefined {
  for (const { variables, premise, conclusion } of implications) {
    const drawn = variables.map(({ name, type }) => ({ name, value: drawValue(random, type) }));
    const bindings = drawn.reduce<Bindings>(
      (outer, { name, value }) => ({ name, bound: { value, node: 0 }, outer }),
      undefined,
    );
    const machine = new Machine({
      source,
      facts: indexFacts([]),
      recorder: new NodeRecorder(Number.POSITIVE_INFINITY),
    });
    // Variables of a property come out of nowhere; one node stands for all of them.
    machine.recorder.add("CONST", { type: "Drawn", value: null }, []);
    const isTrue = (value: Value) => value.kind === "Bool" && value.value;
    if (!isTrue(evaluate(machine, premise, bindings).value)) continue;
    if (isTrue(evaluate(machine, conclusion, bindings).value)) continue;
    return `false for ${drawn.map(({ name, value }) => `${name} = ${canonicalJson(jsonOf(value))}`).join(", ")}`;
  }
  return undefined;
}
