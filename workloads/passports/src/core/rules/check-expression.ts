/** Checks the types of expressions, operators and expectations. */
import { checkCall } from "./check-call.ts";
import type { Checker, Scope } from "./checker.ts";
import { BOOL, DATE, formatType, INT, isSameType, joinTypes, type RuleType, TEXT } from "./rule-type.ts";
import type {
  BinaryOperator,
  Checked,
  CheckedExpression,
  CheckedStatement,
  Expectation,
  Expression,
  Statement,
} from "./syntax-tree.ts";
import type { Scalar } from "./value.ts";

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

function typeOfScalar(value: Scalar): RuleType {
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

/** Checks a statement. The name that a let binds is added to the scope. */
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

type Operation = { readonly operator: BinaryOperator; readonly left: Checked; readonly right: Checked };

function checkBinary(checker: Checker, operation: Operation, offset: number): Checked {
  const { operator } = operation;
  const made = (left: CheckedExpression, right: CheckedExpression, type: RuleType): Checked => ({
    expression: { kind: "binary", operator, left, right, offset },
    type,
  });
  switch (operator) {
    case "||":
    case "&&":
      return made(
        checker.fit(operation.left, BOOL, `the left of ${operator}`),
        checker.fit(operation.right, BOOL, `the right of ${operator}`),
        BOOL,
      );
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const { left, right } = likened(checker, operation, offset);
      requireComparable(checker, operator, left.type, right.type, offset);
      return made(left.expression, right.expression, BOOL);
    }
    case "+":
    case "-":
    case "*":
    case "/": {
      const { left, right } = likened(checker, operation, offset);
      return made(left.expression, right.expression, arithmeticType(checker, operator, left.type, right.type, offset));
    }
  }
}

function checkUnary(checker: Checker, operator: "!" | "-", operand: Checked, offset: number): Checked {
  if (operator === "!") {
    return {
      expression: { kind: "unary", operator, operand: checker.fit(operand, BOOL, "what ! turns"), offset },
      type: BOOL,
    };
  }
  if (!isNumber(operand.type)) throw checker.refusal(offset, `- needs a number, not ${formatType(operand.type)}`);
  return { expression: { kind: "unary", operator, operand: operand.expression, offset }, type: operand.type };
}

/** Gives an operand of unknown type the type of the other operand. */
function likened(checker: Checker, { operator, left, right }: Operation, offset: number): Operation {
  if (left.type.kind === "Any" && right.type.kind === "Any") {
    throw checker.refusal(offset, `the type of neither side of ${operator} is known: use toDec, toQty or a field`);
  }
  const liken = (side: Checked, other: Checked): Checked =>
    side.type.kind === "Any"
      ? { expression: checker.fit(side, other.type, `a side of ${operator}`), type: other.type }
      : side;
  return { operator, left: liken(left, right), right: liken(right, left) };
}

function requireComparable(checker: Checker, operator: string, left: RuleType, right: RuleType, offset: number): void {
  if (left.kind === "Qty" && right.kind === "Qty" && left.unit !== right.unit)
    throw unitsDiffer(checker, operator, left, right, offset);
  const areAlike = left.kind === right.kind && (isNumber(left) || left.kind === "Text" || left.kind === "Date");
  const areBools = left.kind === "Bool" && right.kind === "Bool" && (operator === "==" || operator === "!=");
  if (areAlike || areBools) return;
  const hint = left.kind === "Opt" || right.kind === "Opt" ? ": use isSome, unwrapOr or requireSome" : "";
  throw checker.refusal(
    offset,
    `${formatType(left)} and ${formatType(right)} cannot be compared by ${operator}${hint}`,
  );
}

function arithmeticType(
  checker: Checker,
  operator: "+" | "-" | "*" | "/",
  left: RuleType,
  right: RuleType,
  offset: number,
): RuleType {
  const isSum = operator === "+" || operator === "-";
  if (left.kind === "Int" && right.kind === "Int") return left;
  if (isSum && isNumber(left) && isSameType(left, right)) return left;
  if (left.kind === "Qty" && right.kind === "Qty") {
    if (left.unit !== right.unit) throw unitsDiffer(checker, operator, left, right, offset);
    if (operator === "/") return { kind: "Dec", scale: 6 };
  }
  if (!isSum && left.kind === "Dec" && right.kind === "Dec") {
    return { kind: "Dec", scale: Math.max(left.scale, right.scale) };
  }
  if (!isSum && left.kind === "Qty" && right.kind === "Dec") return left;
  if (operator === "*" && left.kind === "Dec" && right.kind === "Qty") return right;
  const hint = isSum && left.kind === "Dec" && right.kind === "Dec" ? ": use toDec to give them one scale" : "";
  throw checker.refusal(offset, `${formatType(left)} ${operator} ${formatType(right)} has no meaning${hint}`);
}

function unitsDiffer(checker: Checker, operator: string, left: RuleType, right: RuleType, offset: number) {
  const message = `${formatType(left)} ${operator} ${formatType(right)}: use convert to give them one unit`;
  return checker.refusal(offset, message, "UNIT_MISMATCH");
}

function isNumber(type: RuleType): boolean {
  return type.kind === "Int" || type.kind === "Dec" || type.kind === "Qty";
}

/** Checks an expected value. Numbers are compared by value, whatever their scale, and an option by the value in it. */
export function checkExpectation(checker: Checker, { path, operator, literal, offset }: Expectation): void {
  const declared = checker.use(path, offset);
  const isEquality = operator === "==" || operator === "!=";
  if (literal.kind === "None") {
    if (declared.kind === "Opt" && isEquality) return;
    throw checker.refusal(
      offset,
      `${path} is ${formatType(declared)}, so only an Opt can be compared with none, by == or !=`,
    );
  }
  const type = declared.kind === "Opt" ? declared.item : declared;
  const wanted = typeOfScalar(literal);
  if (type.kind === "Qty" && wanted.kind === "Qty" && type.unit !== wanted.unit) {
    throw checker.refusal(offset, `${path} is ${formatType(type)}, not ${formatType(wanted)}`, "UNIT_MISMATCH");
  }
  const areAlike = type.kind === wanted.kind || (type.kind === "Dec" && wanted.kind === "Int");
  if (areAlike && isScalar(type) && (isEquality || type.kind !== "Bool")) return;
  throw checker.refusal(
    offset,
    `${path} is ${formatType(declared)} and cannot be compared with ${formatType(wanted)} by ${operator}`,
  );
}

function isScalar({ kind }: RuleType): boolean {
  return kind === "Bool" || kind === "Int" || kind === "Text" || kind === "Date" || kind === "Dec" || kind === "Qty";
}
