/** Compares values of one kind: numbers by value, texts by code points, dates by day. */
import { compareCodePoints } from "../../canonical/code-point-order.ts";
import { compareDecimals } from "../../decimals/decimal.ts";
import type { ComparisonOperator } from "../syntax/syntax-tree.ts";
import type { Value } from "./value.ts";

/** False where the two cannot be compared, which the types rule out. */
export function holds(operator: ComparisonOperator, left: Value, right: Value): boolean {
  const order = compare(left, right);
  if (order === undefined) return false;
  switch (operator) {
    case "==":
      return order === 0;
    case "!=":
      return order !== 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

function compare(left: Value, right: Value): number | undefined {
  if (left.kind === "Bool" && right.kind === "Bool") return Number(left.value) - Number(right.value);
  if (left.kind === "Int" && right.kind === "Int") return signOf(left.value - right.value);
  if (left.kind === "Dec" && right.kind === "Dec") return compareDecimals(left, right);
  if (left.kind === "Qty" && right.kind === "Qty") return signOf(left.digits - right.digits);
  const areTexts = (left.kind === "Text" && right.kind === "Text") || (left.kind === "Date" && right.kind === "Date");
  return areTexts ? compareCodePoints(left.value, right.value) : undefined;
}

function signOf(difference: bigint): number {
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
