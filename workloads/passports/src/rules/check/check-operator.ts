/** The types of operators. */
import type { BinaryOperator } from "../syntax/syntax-tree.ts";
import { BOOL, formatType, type RuleType } from "../syntax/rule-type.ts";
import type { Checked, CheckedExpression } from "./checked-tree.ts";
import type { Checker } from "./checker.ts";
import { isSameType } from "./fit-type.ts";

type Operation = { readonly operator: BinaryOperator; readonly left: Checked; readonly right: Checked };

export function checkBinary(checker: Checker, operation: Operation, offset: number): Checked {
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

export function checkUnary(checker: Checker, operator: "!" | "-", operand: Checked, offset: number): Checked {
  if (operator === "!") {
    return {
      expression: { kind: "unary", operator, operand: checker.fit(operand, BOOL, "what ! turns"), offset },
      type: BOOL,
    };
  }
  if (!isNumber(operand.type)) throw checker.refusal(offset, `- needs a number, not ${formatType(operand.type)}`);
  return { expression: { kind: "unary", operator, operand: operand.expression, offset }, type: operand.type };
}

/** A side whose type is not known becomes what the other is. */
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
