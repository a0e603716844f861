/** Checks a value from a fact against the type that its use requires. */
import { isCalendarDate } from "../canonical/calendar-date.ts";
import { isJsonObject, isList, type JsonObject, type JsonValue, memberOf } from "../canonical/canonical-json.ts";
import { isUnit, QUANTITY_SCALE, readDecimal, type Unit } from "./decimal.ts";
import type { RuleType } from "./rule-type.ts";
import { bounded, listOf, NONE, type Value } from "./value.ts";

/** Returns the value with the type, or undefined if it has another type. */
export function castValue(value: Value, type: RuleType): Value | undefined {
  if (type.kind === "Any") return value;
  if (type.kind === "Opt") return castOption(value, type.item);
  if (value.kind === "List") return type.kind === "List" ? castItems(value.items, type.item) : undefined;
  if (value.kind === "Json") return castJson(value.value, type);
  if (value.kind === "Dec") return type.kind === "Dec" && type.scale === value.scale ? value : undefined;
  if (value.kind === "Qty") return type.kind === "Qty" && type.unit === value.unit ? value : undefined;
  return value.kind === type.kind ? value : undefined;
}

function castOption(value: Value, item: RuleType): Value | undefined {
  if (value.kind === "None" || (value.kind === "Json" && value.value === null)) return NONE;
  const held = castValue(value.kind === "Some" ? value.value : value, item);
  return held === undefined ? undefined : { kind: "Some", value: held };
}

function castItems(items: readonly Value[], type: RuleType): Value | undefined {
  const cast: Value[] = [];
  for (const item of items) {
    const value = castValue(item, type);
    if (value === undefined) return undefined;
    cast.push(value);
  }
  return listOf(cast);
}

function castJson(json: JsonValue, type: RuleType): Value | undefined {
  switch (type.kind) {
    case "Bool":
      return typeof json === "boolean" ? { kind: "Bool", value: json } : undefined;
    case "Int":
      return typeof json === "bigint" ? number({ kind: "Int", value: json }) : undefined;
    case "Text":
      return typeof json === "string" ? { kind: "Text", value: json } : undefined;
    case "Date":
      return typeof json === "string" && isCalendarDate(json) ? { kind: "Date", value: json } : undefined;
    case "Dec":
      return castDecimal(json, type.scale);
    case "Qty":
      return isJsonObject(json) ? castQuantity(json, type.unit) : undefined;
    case "List":
      return isList<JsonValue>(json)
        ? castItems(
            json.map((value) => ({ kind: "Json", value })),
            type.item,
          )
        : undefined;
    case "Map":
      return isJsonObject(json) && Object.values(json).every((member) => isOf(member, type.item))
        ? { kind: "Json", value: json }
        : undefined;
    case "Record":
      return isJsonObject(json) && hasMembers(json, type.members) ? { kind: "Json", value: json } : undefined;
    case "Opt":
    case "Any":
      return castValue({ kind: "Json", value: json }, type);
    case "Never":
      return undefined;
  }
}

/** Reads a decimal with exactly as many fraction digits as the type has. toDec accepts any number. */
function castDecimal(json: JsonValue, scale: number): Value | undefined {
  const decimal = typeof json === "string" ? readDecimal(json) : undefined;
  return decimal?.scale === scale ? number({ kind: "Dec", ...decimal }) : undefined;
}

function castQuantity(json: JsonObject, unit: Unit): Value | undefined {
  const name = memberOf(json, "unit");
  const text = memberOf(json, "value");
  if (typeof name !== "string" || !isUnit(name) || name !== unit || Object.keys(json).length !== 2) return undefined;
  const decimal = typeof text === "string" ? readDecimal(text) : undefined;
  return decimal?.scale === QUANTITY_SCALE ? number({ kind: "Qty", digits: decimal.digits, unit }) : undefined;
}

function hasMembers(json: JsonObject, members: ReadonlyMap<string, RuleType> | undefined): boolean {
  if (members === undefined) return true;
  return [...members].every(([name, type]) => isOf(memberOf(json, name) ?? null, type));
}

function isOf(json: JsonValue, type: RuleType): boolean {
  return castValue({ kind: "Json", value: json }, type) !== undefined;
}

function number(value: Value): Value | undefined {
  const checked = bounded(value);
  return typeof checked === "string" ? undefined : checked;
}
