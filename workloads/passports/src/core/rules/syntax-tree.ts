/** Defines the two syntax trees of the rule language: the parsed one, and the checked one that is evaluated. */
import type { JsonObject } from "../canonical/canonical-json.ts";
import type { RuleType } from "./rule-type.ts";
import type { Scalar } from "./value.ts";

export type BinaryOperator = "||" | "&&" | ComparisonOperator | "+" | "-" | "*" | "/";
export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type Expression = { readonly offset: number; readonly depth: number } & (
  | { readonly kind: "literal"; readonly value: Scalar }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: "lambda"; readonly parameters: readonly string[]; readonly body: Expression }
  | { readonly kind: "unary"; readonly operator: "!" | "-"; readonly operand: Expression }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "if"; readonly condition: Expression; readonly then: Expression; readonly otherwise: Expression }
  | { readonly kind: "block"; readonly statements: readonly Statement[]; readonly result: Expression }
);

export type Statement = { readonly offset: number } & (
  | { readonly kind: "let"; readonly name: string; readonly value: Expression }
  | { readonly kind: "assert"; readonly condition: Expression; readonly code: string; readonly message: string }
  | { readonly kind: "do"; readonly call: Expression }
);

export type FieldDeclaration = {
  readonly path: string;
  readonly type: RuleType;
  readonly value: Expression;
  readonly offset: number;
};

export type Expectation = {
  readonly path: string;
  readonly operator: ComparisonOperator;
  readonly literal: Scalar;
  readonly offset: number;
};

export type ExampleTest = {
  readonly name: string;
  readonly facts: readonly { readonly factType: string; readonly factKey: string; readonly payload: JsonObject }[];
  readonly expectations: readonly Expectation[];
  readonly offset: number;
};

export type Implication = {
  readonly variables: readonly { readonly name: string; readonly type: RuleType }[];
  readonly premise: Expression;
  readonly conclusion: Expression;
  readonly offset: number;
};

export type PropertyTest = {
  readonly name: string;
  readonly cases: number;
  readonly seed: bigint;
  readonly implications: readonly Implication[];
  readonly offset: number;
};

export type RuleSource = {
  readonly fields: readonly FieldDeclaration[];
  readonly examples: readonly ExampleTest[];
  readonly properties: readonly PropertyTest[];
};

type ListOperation = "map" | "filter" | "fold";

type CheckedFunction = { readonly parameters: readonly string[]; readonly body: CheckedExpression };

export type CheckedExpression = { readonly offset: number } & (
  | { readonly kind: "constant"; readonly value: Scalar }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "field"; readonly path: string }
  | { readonly kind: "cast"; readonly to: RuleType; readonly inner: CheckedExpression }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly CheckedExpression[] }
  | {
      readonly kind: "list";
      readonly operation: ListOperation;
      readonly list: CheckedExpression;
      readonly initial: CheckedExpression | undefined;
      readonly each: CheckedFunction;
    }
  | { readonly kind: "unary"; readonly operator: "!" | "-"; readonly operand: CheckedExpression }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: CheckedExpression;
      readonly right: CheckedExpression;
    }
  | {
      readonly kind: "if";
      readonly condition: CheckedExpression;
      readonly then: CheckedExpression;
      readonly otherwise: CheckedExpression;
    }
  | { readonly kind: "block"; readonly statements: readonly CheckedStatement[]; readonly result: CheckedExpression }
);

export type CheckedStatement = { readonly offset: number } & (
  | { readonly kind: "let"; readonly name: string; readonly value: CheckedExpression }
  | { readonly kind: "assert"; readonly condition: CheckedExpression; readonly code: string; readonly message: string }
  | { readonly kind: "do"; readonly call: CheckedExpression }
);

/** An expression and its type. */
export type Checked = { readonly expression: CheckedExpression; readonly type: RuleType };
