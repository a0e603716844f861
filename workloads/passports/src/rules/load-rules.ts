/** Makes a package of rules out of its two sources: parsed, checked and in the order of evaluation. */
import { sha256Hex } from "../canonical/sha256.ts";
import { checkExpectation } from "./check/check-expectation.ts";
import { checkExpression } from "./check/check-expression.ts";
import type { CheckedExpression } from "./check/checked-tree.ts";
import { Checker } from "./check/checker.ts";
import { orderFields } from "./order-fields.ts";
import { parseSource } from "./syntax/parse-source.ts";
import { BOOL, type RuleType } from "./syntax/rule-type.ts";
import type { ExampleTest, FieldDeclaration, PropertyTest, RuleSource } from "./syntax/syntax-tree.ts";

export const FIELDS_MAX = 10_000;

export type RuleField = {
  readonly path: string;
  readonly type: RuleType;
  readonly value: CheckedExpression;
  /** Paths of the fields that it reads. */
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
  /** In the order of evaluation. */
  readonly fields: readonly RuleField[];
  /** Each with the source that its places refer to. */
  readonly tests: readonly {
    readonly source: string;
    readonly examples: readonly ExampleTest[];
    readonly properties: readonly CheckedProperty[];
  }[];
};

/** Throws RULE_PARSE_ERROR, RULE_TYPE_ERROR, UNIT_MISMATCH or RULE_CYCLE_DETECTED, for the first thing that is wrong. */
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

/** Properties know no fields: there are no facts that they could be computed from. */
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
