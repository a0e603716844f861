/** The types of the rule language, and how they are written. */
import type { Unit } from "../../decimals/units.ts";

export type RuleType =
  | { readonly kind: "Bool" | "Int" | "Text" | "Date" }
  | { readonly kind: "Dec"; readonly scale: number }
  | { readonly kind: "Qty"; readonly unit: Unit }
  | { readonly kind: "Opt" | "List" | "Map"; readonly item: RuleType }
  /** Without members: the payload of a fact, of which nothing is known. */
  | { readonly kind: "Record"; readonly members: ReadonlyMap<string, RuleType> | undefined }
  /** What was read out of a fact: checked where its use fixes a type. */
  | { readonly kind: "Any" }
  /** What `none` would hold. */
  | { readonly kind: "Never" };

export const BOOL: RuleType = { kind: "Bool" };
export const INT: RuleType = { kind: "Int" };
export const TEXT: RuleType = { kind: "Text" };
export const DATE: RuleType = { kind: "Date" };
export const ANY: RuleType = { kind: "Any" };
export const FACT_RECORD: RuleType = { kind: "Record", members: undefined };

/** Fraction digits that a decimal may be declared with. */
export const SCALE_MAX = 18;

/** @example formatType({ kind: "Opt", item: { kind: "Dec", scale: 2 } }) === "Opt(Dec(2))" */
export function formatType(type: RuleType): string {
  switch (type.kind) {
    case "Dec":
      return `Dec(${String(type.scale)})`;
    case "Qty":
      return `Qty(${type.unit})`;
    case "Opt":
    case "List":
      return `${type.kind}(${formatType(type.item)})`;
    case "Map":
      return `Map(Text,${formatType(type.item)})`;
    case "Record":
      return type.members === undefined ? "Record" : `Record(${formatMembers(type.members)})`;
    case "Never":
      return "nothing";
    case "Any":
    case "Bool":
    case "Int":
    case "Text":
    case "Date":
      return type.kind;
  }
}

function formatMembers(members: ReadonlyMap<string, RuleType>): string {
  return [...members].map(([name, type]) => `${name}:${formatType(type)}`).join(",");
}
