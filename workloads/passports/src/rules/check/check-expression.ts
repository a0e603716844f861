/** Gives every expression its type, or says where types do not fit. */
import type { Expression, Statement } from "../syntax/syntax-tree.ts";
import { BOOL, DATE, formatType, INT, TEXT, type RuleType } from "../syntax/rule-type.ts";
import type { Scalar } from "../values/value.ts";
import { checkCall } from "./check-call.ts";
import { checkBinary, checkUnary } from "./check-operator.ts";
import type { Checked, CheckedExpression, CheckedStatement } from "./checked-tree.ts";
import type { Checker, Scope } from "./checker.ts";
import { joinTypes } from "./fit-type.ts";

export function checkExpression(checker: Checker, expression: Expression, scope: Scope): Checked {
  const { offset } = expression;
  const check = (inner: Expression) => checkExpression(checker, inner, scope);
  switch (expression.kind) {
    case "literal":
      return {
        expression: { kind: "constant", value: expression.value, offset },
        type: typeOfScalar(expression.value),
      };
    case "variable":
      return checkVariable(checker, expression.name, scope, offset);
    case "call":
      return checkCall({
        checker,
        call: expression,
        scope,
        check,
        checkIn: (body, inner) => checkExpression(checker, body, inner),
      });
    case "lambda":
      throw checker.refusal(offset, "a function stands only where map, filter or fold takes one");
    case "unary":
      return checkUnary(checker, expression.operator, check(expression.operand), offset);
    case "binary": {
      const left = check(expression.left);
      return checkBinary(checker, { operator: expression.operator, left, right: check(expression.right) }, offset);
    }
    case "if":
      return checkIf(checker, expression, check);
    case "block":
      return checkBlock(checker, expression, scope);
  }
}

export function typeOfScalar(value: Scalar): RuleType {
  switch (value.kind) {
    case "Bool":
      return BOOL;
    case "Int":
      return INT;
    case "Text":
      return TEXT;
    case "Date":
      return DATE;
    case "Dec":
      return { kind: "Dec", scale: value.scale };
    case "Qty":
      return { kind: "Qty", unit: value.unit };
    case "None":
      return { kind: "Opt", item: { kind: "Never" } };
  }
}

function checkVariable(checker: Checker, name: string, scope: Scope, offset: number): Checked {
  const type = scope.get(name);
  if (type === undefined) throw checker.refusal(offset, `${name} is not defined: bind it with let, or quote a text`);
  return { expression: { kind: "variable", name, offset }, type };
}

function checkIf(
  checker: Checker,
  expression: Extract<Expression, { kind: "if" }>,
  check: (inner: Expression) => Checked,
): Checked {
  const condition = checker.fit(check(expression.condition), BOOL, "the condition of if");
  const then = check(expression.then);
  const otherwise = check(expression.otherwise);
  const type = joinTypes(then.type, otherwise.type);
  if (type === undefined) {
    const message = `the branches of if are ${formatType(then.type)} and ${formatType(otherwise.type)}: make them one type`;
    throw checker.refusal(expression.offset, message);
  }
  const checked: CheckedExpression = {
    kind: "if",
    condition,
    then: checker.fit(then, type, "the branch"),
    otherwise: checker.fit(otherwise, type, "the branch"),
    offset: expression.offset,
  };
  return { expression: checked, type };
}

function checkBlock(checker: Checker, block: Extract<Expression, { kind: "block" }>, scope: Scope): Checked {
  const inner = new Map(scope);
  const statements = block.statements.map((statement) => checkStatement(checker, statement, inner));
  const result = checkExpression(checker, block.result, inner);
  const { offset } = block;
  return { expression: { kind: "block", statements, result: result.expression, offset }, type: result.type };
}

/** What a let binds is added to the scope. */
function checkStatement(checker: Checker, statement: Statement, scope: Map<string, RuleType>): CheckedStatement {
  const { offset } = statement;
  switch (statement.kind) {
    case "let": {
      const value = checkExpression(checker, statement.value, scope);
      scope.set(statement.name, value.type);
      return { kind: "let", name: statement.name, value: value.expression, offset };
    }
    case "assert": {
      const condition = checkExpression(checker, statement.condition, scope);
      const { code, message } = statement;
      return { kind: "assert", condition: checker.fit(condition, BOOL, "what is asserted"), code, message, offset };
    }
    case "do": {
      const { call } = statement;
      if (call.kind !== "call" || call.name !== "emitCompliance") {
        throw checker.refusal(offset, "do is for emitCompliance: nothing else does anything");
      }
      return { kind: "do", call: checkExpression(checker, call, scope).expression, offset };
    }
  }
}
