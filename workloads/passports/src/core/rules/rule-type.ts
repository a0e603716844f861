/** Defines the types of the rule language: their notation, equality, compatibility, and the common type of two branches. */
import type { Unit } from "./decimal.ts";

export type RuleType =
  | { readonly kind: "Bool" | "Int" | "Text" | "Date" }
  | { readonly kind: "Dec"; readonly scale: number }
  | { readonly kind: "Qty"; readonly unit: Unit }
  | { readonly kind: "Opt" | "List" | "Map"; readonly item: RuleType }
  /** A record. Without members it is the payload of a fact, whose members are unknown. */
  | { readonly kind: "Record"; readonly members: ReadonlyMap<string, RuleType> | undefined }
  /** A value from a fact, which is checked where its use requires a type. */
  | { readonly kind: "Any" }
  /** Item type of `none`, which has no values. */
  | { readonly kind: "Never" };

export const BOOL: RuleType = { kind: "Bool" };
export const INT: RuleType = { kind: "Int" };
export const TEXT: RuleType = { kind: "Text" };
export const DATE: RuleType = { kind: "Date" };
export const ANY: RuleType = { kind: "Any" };
export const FACT_RECORD: RuleType = { kind: "Record", members: undefined };

/** Maximum number of fraction digits that a decimal may declare. */
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

export function isSameType(left: RuleType, right: RuleType): boolean {
  switch (left.kind) {
    case "Dec":
      return right.kind === "Dec" && left.scale === right.scale;
    case "Qty":
      return right.kind === "Qty" && left.unit === right.unit;
    case "Opt":
    case "List":
    case "Map":
      return right.kind === left.kind && isSameType(left.item, right.item);
    case "Record":
      return right.kind === "Record" && haveSameMembers(left.members, right.members);
    case "Bool":
    case "Int":
    case "Text":
    case "Date":
    case "Any":
    case "Never":
      return left.kind === right.kind;
  }
}

/** Returns true if a value of one type can be used as the other, possibly after a check at run time. */
export function fits(actual: RuleType, wanted: RuleType): boolean {
  if (actual.kind === "Any" || actual.kind === "Never" || wanted.kind === "Any") return true;
  if (wanted.kind === "Opt") return fits(actual.kind === "Opt" ? actual.item : actual, wanted.item);
  if (actual.kind === "Record" && wanted.kind === "Record") {
    return actual.members === undefined || wanted.members === undefined || isSameType(actual, wanted);
  }
  if ((actual.kind === "List" || actual.kind === "Map") && actual.kind === wanted.kind) {
    return fits(actual.item, wanted.item);
  }
  return isSameType(actual, wanted);
}

/** Returns the type of `if … then left else right`, or undefined if the branches have no common type. */
export function joinTypes(left: RuleType, right: RuleType): RuleType | undefined {
  if (isSameType(left, right) || right.kind === "Any" || right.kind === "Never") return left;
  if (left.kind === "Any" || left.kind === "Never") return right;
  if (left.kind === "Opt" || right.kind === "Opt") {
    return wrapped("Opt", joinTypes(itemOf(left), itemOf(right)));
  }
  if ((left.kind === "List" || left.kind === "Map") && right.kind === left.kind) {
    return wrapped(left.kind, joinTypes(left.item, right.item));
  }
  if (left.kind === "Record" && right.kind === "Record") {
    if (left.members === undefined) return right;
    return right.members === undefined ? left : undefined;
  }
  return undefined;
}

function itemOf(type: RuleType): RuleType {
  return type.kind === "Opt" ? type.item : type;
}

function wrapped(kind: "Opt" | "List" | "Map", item: RuleType | undefined): RuleType | undefined {
  return item === undefined ? undefined : { kind, item };
}

function haveSameMembers(
  left: ReadonlyMap<string, RuleType> | undefined,
  right: ReadonlyMap<string, RuleType> | undefined,
): boolean {
  if (left === undefined || right === undefined) return left === right;
  return (
    left.size === right.size &&
    [...left].every(([name, type]) => {
      const other = right.get(name);
      return other !== undefined && isSameType(type, other);
    })
  );
}
