/** Runs the examples and properties of a package of rules: the same seed gives the same cases and the same result. */
import { isRotaError } from "@rota/engine/errors";
import { canonicalJson, emptyObject, type JsonValue } from "../canonical/canonical-json.ts";
import { indexFacts, makeFact } from "../facts/fact.ts";
import { sealSnapshot } from "../facts/snapshot.ts";
import { QUANTITY_SCALE } from "./decimal.ts";
import { evaluate } from "./evaluate-expression.ts";
import { evaluateRules } from "./evaluate-rules.ts";
import { type CheckedProperty, loadRules, type RulePackage } from "./load-rules.ts";
import { type Bindings, Machine, NodeRecorder } from "./machine.ts";
import type { RuleType } from "./rule-type.ts";
import type { ExampleTest, Expectation } from "./syntax-tree.ts";
import { holds, jsonOf, listOf, NONE, type Scalar, type Value } from "./value.ts";

/** Minimum number of passed cases before rules may be published. */
export const CASES_TO_PUBLISH = 500;

export type RuleTestRun = {
  readonly status: "PASSED" | "FAILED";
  /** Number of cases. An example has one, and a property declares its own number. */
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly firstFailure: { readonly test: string; readonly why: string } | undefined;
};

/** Runs all tests. A failed test is part of the result. `seed` is mixed into the seed of each property. */
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

/** Returns true if all tests passed and there are enough of them. */
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
  sealSnapshot("", made); // refuses facts that cannot be in one snapshot
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

/** Turns an expected integer into a decimal if the value is one, so that they are compared by value. */
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
    // Variables of a property have no source, so one node represents all of them.
    machine.recorder.add("CONST", { type: "Drawn", value: null }, []);
    const isTrue = (value: Value) => value.kind === "Bool" && value.value;
    if (!isTrue(evaluate(machine, premise, bindings).value)) continue;
    if (isTrue(evaluate(machine, conclusion, bindings).value)) continue;
    return `false for ${drawn.map(({ name, value }) => `${name} = ${canonicalJson(jsonOf(value))}`).join(", ")}`;
  }
  return undefined;
}

type TestsToRun = {
  readonly dslSource: string;
  readonly testsSource: string;
  readonly seed: bigint | undefined;
};

type RanTests =
  | { readonly kind: "ran"; readonly run: RuleTestRun }
  /** Sources that were valid rules for the build of the compiler that stored them. */
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

/** Runs the tests of rules from their sources. Runs in a computing process, because tests may compute for long. */
export function runTests({ seed, ...sources }: TestsToRun): RanTests {
  try {
    return { kind: "ran", run: runRuleTests(loadRules(sources), seed === undefined ? {} : { seed }) };
  } catch (error) {
    if (isRotaError(error)) return { kind: "refused", code: error.code, message: error.message };
    throw error;
  }
}

const EDGES = [0n, 1n, -1n, 2n ** 31n, 2n ** 53n + 1n];
const CHARACTERS = ["a", "b", "z", "A", "0", "9", " ", "-", "_", ".", ":", "/", "ä", "€", "漢", "\u{1F50B}"];
const FIRST_DAY = Date.UTC(1990, 0, 1);
const DAYS = Math.round((Date.UTC(2061, 0, 1) - FIRST_DAY) / 86_400_000);
const ITEMS_MAX = 4;

function drawValue(random: Random, type: RuleType): Value {
  switch (type.kind) {
    case "Bool":
      return { kind: "Bool", value: random.below(2) === 1 };
    case "Int":
      return { kind: "Int", value: drawInteger(random) };
    case "Dec":
      return { kind: "Dec", digits: drawDigits(random, type.scale), scale: type.scale };
    case "Qty":
      return { kind: "Qty", digits: drawDigits(random, QUANTITY_SCALE), unit: type.unit };
    case "Text":
      return { kind: "Text", value: drawText(random) };
    case "Date":
      return { kind: "Date", value: new Date(FIRST_DAY + random.below(DAYS) * 86_400_000).toISOString().slice(0, 10) };
    case "Opt":
      return random.below(4) === 0 ? NONE : { kind: "Some", value: drawValue(random, type.item) };
    case "List":
      return listOf(Array.from({ length: random.below(ITEMS_MAX + 1) }, () => drawValue(random, type.item)));
    case "Map":
      return drawMembers(
        random,
        new Map(Array.from({ length: random.below(ITEMS_MAX) }, () => [drawText(random), type.item])),
      );
    case "Record":
      return drawMembers(random, type.members ?? new Map());
    case "Any":
    case "Never":
      return NONE;
  }
}

/** Draws an integer: a quarter are edge cases, half are small, and a quarter are of any size. */
function drawInteger(random: Random): bigint {
  const choice = random.below(4);
  if (choice === 0) return EDGES[random.below(EDGES.length)] ?? 0n;
  if (choice < 3) return BigInt(random.below(2_001) - 1_000);
  return BigInt.asIntN(64, random.next());
}

/** Draws whole numbers and numbers with fraction digits. */
function drawDigits(random: Random, scale: number): bigint {
  const whole = drawInteger(random);
  return random.below(2) === 0 ? whole * 10n ** BigInt(scale) : whole;
}

function drawText(random: Random): string {
  return Array.from({ length: random.below(9) }, () => CHARACTERS[random.below(CHARACTERS.length)] ?? "").join("");
}

function drawMembers(random: Random, types: ReadonlyMap<string, RuleType>): Value {
  const members = emptyObject<JsonValue>();
  for (const [name, type] of types) members[name] = jsonValueOf(drawValue(random, type));
  return { kind: "Json", value: members };
}

/** Returns the value as a fact holds it, where numbers of JSON are bigint. */
function jsonValueOf(value: Value): JsonValue {
  if (value.kind === "List") return value.items.map(jsonValueOf);
  if (value.kind === "Some") return jsonValueOf(value.value);
  if (value.kind === "Json") return value.value;
  const json = jsonOf(value);
  if (typeof json === "number") return BigInt(json);
  if (typeof json !== "object" || json === null) return json;
  return Object.assign(emptyObject<JsonValue>(), json);
}

const MASK = (1n << 64n) - 1n;

type Random = {
  /** Returns a number from 0 to 2^64 - 1. */
  readonly next: () => bigint;
  /** Returns a number from 0 to `bound` - 1. */
  readonly below: (bound: number) => number;
};

/** Creates a SplitMix64 generator. The same seed gives the same numbers on every machine. */
export function splitMix64(seed: bigint): Random {
  let state = seed & MASK;
  const next = () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return mixed ^ (mixed >> 31n);
  };
  return { next, below: (bound) => Number(next() % BigInt(bound)) };
}
