/** Defines the values that rules compute with: their JSON form, arithmetic and comparison. */
import { canonicalJson, type CanonicalValue, compareCodePoints, type JsonValue } from "../canonical/canonical-json.ts";
import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  QUANTITY_SCALE,
  type Unit,
} from "./decimal.ts";
import type { ComparisonOperator } from "./syntax-tree.ts";

export type Scalar =
  | { readonly kind: "Bool"; readonly value: boolean }
  | { readonly kind: "Int"; readonly value: bigint }
  | { readonly kind: "Text" | "Date"; readonly value: string }
  | { readonly kind: "Dec"; readonly digits: bigint; readonly scale: number }
  /** A quantity, whose digits are millionths of the unit. */
  | { readonly kind: "Qty"; readonly digits: bigint; readonly unit: Unit }
  | { readonly kind: "None" };

export type Value =
  | Scalar
  | { readonly kind: "Some"; readonly value: Value }
  /** A list. `size` is the estimated length of its canonical form, known before that is written. */
  | { readonly kind: "List"; readonly items: readonly Value[]; readonly size: number }
  /** A value from a fact, unchanged. */
  | { readonly kind: "Json"; readonly value: JsonValue };

export const NONE: Value = { kind: "None" };

export function jsonOf(value: Value): CanonicalValue {
  switch (value.kind) {
    case "Some":
      return jsonOf(value.value);
    case "List":
      return value.items.map(jsonOf);
    case "Json":
      return value.value;
    case "Bool":
    case "Int":
    case "Text":
    case "Date":
    case "Dec":
    case "Qty":
    case "None":
      return jsonOfScalar(value);
  }
}

export function jsonOfScalar(value: Scalar): CanonicalValue {
  switch (value.kind) {
    case "Bool":
    case "Int":
    case "Text":
    case "Date":
      return value.value;
    case "Dec":
      return formatDecimal(value);
    case "Qty":
      return { unit: value.unit, value: formatDecimal({ digits: value.digits, scale: QUANTITY_SCALE }) };
    case "None":
      return null;
  }
}

/** Returns true for records, lists and maps, of which proofs hold the hash only. */
export function isComposite(value: Value): boolean {
  if (value.kind === "Some") return isComposite(value.value);
  return value.kind === "List" || (value.kind === "Json" && typeof value.value === "object" && value.value !== null);
}

/** Sizes of values from facts. The same payload is used many times. */
const jsonSizes = new WeakMap<object, number>();

/** Returns the estimated length of the canonical form. */
export function sizeOf(value: Value): number {
  switch (value.kind) {
    case "List":
      return value.size;
    case "Some":
      return sizeOf(value.value);
    case "Json":
      return sizeOfJson(value.value);
    case "Text":
      return value.value.length + 2;
    case "Bool":
    case "Int":
    case "Date":
    case "Dec":
    case "Qty":
    case "None":
      return 16;
  }
}

export function listOf(items: readonly Value[]): Value {
  return { kind: "List", items, size: items.reduce((size, item) => size + sizeOf(item) + 1, 2) };
}

function sizeOfJson(value: JsonValue): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 16;
  const known = jsonSizes.get(value);
  if (known !== undefined) return known;
  const size = canonicalJson(value).length;
  jsonSizes.set(value, size);
  return size;
}

export type ArithmeticFault = "DIVISION_BY_ZERO" | "TOO_LARGE" | "NOT_NUMBERS";

/** Maximum number of digits of a number. Repeated multiplication can double them each time. */
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

/** Returns the value, or TOO_LARGE. */
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

/** Multiplies or divides. Integers are divided towards zero. Decimals keep the finer of the two scales and round halves to even. */
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

/** Compares two values. Returns false if they cannot be compared, which the types rule out. */
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
