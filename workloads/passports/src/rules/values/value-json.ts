/** The JSON form of values, as it stands in payloads and proofs. */
import { canonicalJson } from "../../canonical/canonical-json.ts";
import type { CanonicalValue, JsonValue } from "../../canonical/json-value.ts";
import { formatDecimal } from "../../decimals/decimal.ts";
import { QUANTITY_SCALE } from "../../decimals/units.ts";
import type { Scalar, Value } from "./value.ts";

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

/** Records, lists and maps: proofs hold their hash instead of them. */
export function isComposite(value: Value): boolean {
  if (value.kind === "Some") return isComposite(value.value);
  return value.kind === "List" || (value.kind === "Json" && typeof value.value === "object" && value.value !== null);
}

/** Sizes of what was read out of facts; the same payload is met again and again. */
const jsonSizes = new WeakMap<object, number>();

/** About the length of the canonical form. */
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
