/** Which types are the same, which fit where another is wanted, and what two branches have in common. */
import type { RuleType } from "../syntax/rule-type.ts";

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

/** True when a value of the one type can stand for the other, if need be after a check while it is evaluated. */
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

/** The type of `if … then left else right`; undefined when the branches have nothing in common. */
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
