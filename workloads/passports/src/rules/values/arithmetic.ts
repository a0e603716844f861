/** Adds, subtracts, multiplies and divides numbers whose types were checked. */
import { divideDecimals, multiplyDecimals, type Decimal } from "../../decimals/decimal.ts";
import { QUANTITY_SCALE } from "../../decimals/units.ts";
import type { Value } from "./value.ts";

export type ArithmeticFault = "DIVISION_BY_ZERO" | "TOO_LARGE" | "NOT_NUMBERS";

/** Digits of a number; multiplying again and again doubles them each time. */
export const NUMBER_DIGITS_MAX = 1_000;
const LARGEST = 10n ** BigInt(NUMBER_DIGITS_MAX);

export function calculate(operator: "+" | "-" | "*" | "/", left: Value, right: Value): Value | ArithmeticFault {
  const result = operator === "+" || operator === "-" ? sum(operator, left, right) : scaled(operator, left, right);
  return typeof result === "string" ? result : bounded(result);
}

export function negate(value: Value): Value | ArithmeticFault {
  if (value.kind === "Int") return { kind: "Int", value: -value.value };
  return value.kind === "Dec" || value.kind === "Qty" ? { ...value, digits: -value.digits } : "NOT_NUMBERS";
}

/** The value itself, or that it is too large. */
export function bounded(value: Value): Value | ArithmeticFault {
  const number = value.kind === "Int" ? value.value : value.kind === "Dec" || value.kind === "Qty" ? value.digits : 0n;
  return number < LARGEST && number > -LARGEST ? value : "TOO_LARGE";
}

function sum(operator: "+" | "-", left: Value, right: Value): Value | ArithmeticFault {
  const sign = operator === "+" ? 1n : -1n;
  if (left.kind === "Int" && right.kind === "Int") return { kind: "Int", value: left.value + sign * right.value };
  if (left.kind === "Dec" && right.kind === "Dec") return { ...left, digits: left.digits + sign * right.digits };
  if (left.kind === "Qty" && right.kind === "Qty") return { ...left, digits: left.digits + sign * right.digits };
  return "NOT_NUMBERS";
}

/** Integers divide towards zero; decimals keep the finer of two scales and round halves to even. */
function scaled(operator: "*" | "/", left: Value, right: Value): Value | ArithmeticFault {
  if (left.kind === "Int" && right.kind === "Int") {
    if (operator === "*") return { kind: "Int", value: left.value * right.value };
    return right.value === 0n ? "DIVISION_BY_ZERO" : { kind: "Int", value: left.value / right.value };
  }
  const [a, b] = [decimalOf(left), decimalOf(right)];
  if (a === undefined || b === undefined) return "NOT_NUMBERS";
  const unit = left.kind === "Qty" ? left.unit : right.kind === "Qty" ? right.unit : undefined;
  const isRatio = left.kind === "Qty" && right.kind === "Qty";
  const scale = unit === undefined ? Math.max(a.scale, b.scale) : QUANTITY_SCALE;
  const result = operator === "*" ? multiplyDecimals(a, b, scale) : divideDecimals(a, b, scale);
  if (result === undefined) return "DIVISION_BY_ZERO";
  return unit === undefined || isRatio ? { kind: "Dec", ...result } : { kind: "Qty", digits: result.digits, unit };
}

function decimalOf(value: Value): Decimal | undefined {
  if (value.kind === "Dec") return value;
  return value.kind === "Qty" ? { digits: value.digits, scale: QUANTITY_SCALE } : undefined;
}
