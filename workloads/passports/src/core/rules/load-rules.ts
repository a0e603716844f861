/** Loads a package of rules from its two sources: parses and checks it and finds the order of evaluation. */
import { isRotaError, type RotaError, toWireError, type WireError } from "@rota/engine/errors";
import { PassportError } from "../../errors.ts";
import { compareCodePoints } from "../canonical/canonical-json.ts";
import { sha256Hex } from "../canonical/sha256.ts";
import { checkExpectation, checkExpression } from "./check-expression.ts";
import { Checker } from "./checker.ts";
import { parseSource } from "./parse-source.ts";
import { BOOL, formatType, type RuleType } from "./rule-type.ts";
import type { CheckedExpression, ExampleTest, FieldDeclaration, PropertyTest, RuleSource } from "./syntax-tree.ts";

const FIELDS_MAX = 10_000;

export type RuleField = {
  readonly path: string;
  readonly type: RuleType;
  readonly value: CheckedExpression;
  /** Paths of the fields that this field reads. */
  readonly reads: readonly string[];
};

export type CheckedProperty = {
  readonly name: string;
  readonly cases: number;
  readonly seed: bigint;
  readonly implications: readonly {
    readonly variables: PropertyTest["implications"][number]["variables"];
    readonly premise: CheckedExpression;
    readonly conclusion: CheckedExpression;
  }[];
};

/** Rules that can be evaluated, and their tests. */
export type RulePackage = {
  readonly dslSource: string;
  readonly testsSource: string;
  readonly dslSha256: string;
  readonly testsSha256: string;
  /** Fields in the order of evaluation. */
  readonly fields: readonly RuleField[];
  /** Tests, each with the source that its positions refer to. */
  readonly tests: readonly {
    readonly source: string;
    readonly examples: readonly ExampleTest[];
    readonly properties: readonly CheckedProperty[];
  }[];
};

/** Loads rules. Throws RULE_PARSE_ERROR, RULE_TYPE_ERROR, UNIT_MISMATCH or RULE_CYCLE_DETECTED for the first error. */
export function loadRules({ dslSource, testsSource }: { dslSource: string; testsSource: string }): RulePackage {
  const rules = parseSource(dslSource);
  const tests = parseSource(testsSource);
  const [misplaced] = tests.fields;
  if (misplaced !== undefined) {
    const message = `the field ${misplaced.path} stands among the tests: declare it in the rules`;
    throw new Checker(testsSource, new Map()).refusal(misplaced.offset, message);
  }
  const types = fieldTypes(dslSource, rules.fields);
  const fields = new Map(rules.fields.map((field) => [field.path, checkField(dslSource, field, types)]));
  const order = orderFields(new Map([...fields].map(([path, { reads }]) => [path, new Set(reads)])));
  return {
    dslSource,
    testsSource,
    dslSha256: sha256Hex(dslSource),
    testsSha256: sha256Hex(testsSource),
    fields: order.flatMap((path) => fields.get(path) ?? []),
    tests: [checkTests(dslSource, rules, types), checkTests(testsSource, tests, types)],
  };
}

/** Refuses paths that are declared twice, or both as a value and as a group of values. */
function fieldTypes(source: string, fields: readonly FieldDeclaration[]): ReadonlyMap<string, RuleType> {
  const refuse = ({ offset, path }: FieldDeclaration, message: string) =>
    new Checker(source, new Map(), path).refusal(offset, message);
  const types = new Map<string, RuleType>();
  for (const field of fields) {
    if (types.size >= FIELDS_MAX) throw refuse(field, `there are more than ${String(FIELDS_MAX)} fields`);
    if (types.has(field.path)) throw refuse(field, "the field is declared twice");
    types.set(field.path, field.type);
  }
  for (const field of fields) {
    const steps = field.path.split(".");
    const group = steps.map((_, index) => steps.slice(0, index).join(".")).find((prefix) => types.has(prefix));
    if (group !== undefined) throw refuse(field, `${group} is a field too, so nothing can be inside of it`);
  }
  return types;
}

function checkField(source: string, field: FieldDeclaration, types: ReadonlyMap<string, RuleType>): RuleField {
  const checker = new Checker(source, types, field.path);
  const value = checkExpression(checker, field.value, new Map());
  return {
    path: field.path,
    type: field.type,
    value: checker.fit(value, field.type, "the value of the field"),
    reads: [...checker.dependencies],
  };
}

function checkTests(
  source: string,
  tests: RuleSource,
  types: ReadonlyMap<string, RuleType>,
): RulePackage["tests"][number] {
  for (const { expectations } of tests.examples) {
    for (const expectation of expectations) checkExpectation(new Checker(source, types), expectation);
  }
  return {
    source,
    examples: tests.examples,
    properties: tests.properties.map((property) => checkProperty(source, property)),
  };
}

/** Checks a property. Properties cannot read fields, because there are no facts to compute them from. */
function checkProperty(source: string, property: PropertyTest): CheckedProperty {
  const { name, cases, seed } = property;
  const implications = property.implications.map(({ variables, premise, conclusion }) => {
    const checker = new Checker(source, new Map());
    const scope = new Map(variables.map((variable) => [variable.name, variable.type]));
    return {
      variables,
      premise: checker.fit(checkExpression(checker, premise, scope), BOOL, "the premise"),
      conclusion: checker.fit(checkExpression(checker, conclusion, scope), BOOL, "the conclusion"),
    };
  });
  return { name, cases, seed, implications };
}

export type RuleSources = { readonly dslSource: string; readonly testsSource: string };

export type DeclaredRules = RuleSources & {
  readonly dslSha256: string;
  readonly testsSha256: string;
  readonly fields: readonly { readonly path: string; readonly type: string }[];
};

export type CheckedSources =
  { readonly kind: "rules"; readonly rules: DeclaredRules } | { readonly kind: "refused"; readonly error: WireError };

/** Returns the declarations in the sources, or the error with its position. Runs in a computing process for long sources. */
export function checkSources(sources: RuleSources): CheckedSources {
  try {
    const { dslSource, testsSource, dslSha256, testsSha256, fields } = loadRules(sources);
    const declared = fields.map(({ path, type }) => ({ path, type: formatType(type) }));
    return { kind: "rules", rules: { dslSource, testsSource, dslSha256, testsSha256, fields: declared } };
  } catch (error) {
    if (!isRotaError(error)) throw error;
    return { kind: "refused", error: toWireError(error) };
  }
}

/**
 * Returns fields in the order of evaluation: a field comes after the fields that it reads, and ties are in the order of
 * paths. The map holds the fields that each field reads. Every field that is read must be a key of it.
 *
 * @throws RULE_CYCLE_DETECTED
 */
export function orderFields(dependencies: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const missing = new Map([...dependencies].map(([path, read]) => [path, read.size]));
  const readers = new Map<string, string[]>([...dependencies.keys()].map((path) => [path, []]));
  for (const [path, read] of dependencies) for (const other of read) readers.get(other)?.push(path);

  const ready = [...missing].filter(([, count]) => count === 0).map(([path]) => path);
  ready.sort(compareCodePoints);
  const order: string[] = [];
  for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
    order.push(next);
    for (const reader of readers.get(next) ?? []) {
      const left = (missing.get(reader) ?? 0) - 1;
      missing.set(reader, left);
      if (left === 0) insertSorted(ready, reader);
    }
  }
  if (order.length < dependencies.size) throw cycleRefusal(dependencies, new Set(order));
  return order;
}

function insertSorted(sorted: string[], path: string): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareCodePoints(sorted[middle] ?? "", path) < 0) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, path);
}

/** Creates the refusal of a cycle. Every field that is left reads another one that is left, so following them finds a cycle. */
function cycleRefusal(dependencies: ReadonlyMap<string, ReadonlySet<string>>, ordered: ReadonlySet<string>): RotaError {
  const nextOf = (path: string) => [...(dependencies.get(path) ?? [])].filter((other) => !ordered.has(other)).sort()[0];
  const visited: string[] = [];
  let path = [...dependencies.keys()].filter((candidate) => !ordered.has(candidate)).sort()[0];
  while (path !== undefined && !visited.includes(path)) {
    visited.push(path);
    path = nextOf(path);
  }
  const cycle = visited.slice(visited.indexOf(path ?? ""));
  const way = [...cycle, cycle[0] ?? ""].join(" reads ");
  return new PassportError("RULE_CYCLE_DETECTED", `fields read each other in a circle: ${way}. Take one reading out`, {
    fields: cycle,
  });
}
