/** The tree that is evaluated: names are resolved, and what has to be checked at run time stands in it. */
import type { BinaryOperator } from "../syntax/syntax-tree.ts";
import type { RuleType } from "../syntax/rule-type.ts";
import type { Scalar } from "../values/value.ts";

export type ListOperation = "map" | "filter" | "fold";

export type CheckedFunction = { readonly parameters: readonly string[]; readonly body: CheckedExpression };

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
