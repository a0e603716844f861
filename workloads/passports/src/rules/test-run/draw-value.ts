/** Draws values of a type for properties: small ones, and those at which rules break. */
import { emptyObject, type JsonValue } from "../../canonical/json-value.ts";
import { QUANTITY_SCALE } from "../../decimals/units.ts";
import type { RuleType } from "../syntax/rule-type.ts";
import { jsonOf, listOf } from "../values/value-json.ts";
import { NONE, type Value } from "../values/value.ts";
import type { Random } from "./split-mix.ts";

const EDGES = [0n, 1n, -1n, 2n ** 31n, 2n ** 53n + 1n];
const LETTERS = ["a", "b", "z", "A", "0", "9", " ", "-", "_", ".", ":", "/", "ä", "€", "漢", "\u{1F50B}"];
const FIRST_DAY = Date.UTC(1990, 0, 1);
const DAYS = Math.round((Date.UTC(2061, 0, 1) - FIRST_DAY) / 86_400_000);
const ITEMS_MAX = 4;

export function drawValue(random: Random, type: RuleType): Value {
  switch (type.kind) {
    case "Bool":
      return { kind: "Bool", value: random.below(2) === 1 };
    case "Int":
      return { kind: "Int", value: drawInteger(random) };
    case "Dec":
      return { kind: "Dec", digits: drawDigits(random, type.scale), scale: type.scale };
    case "Qty":
      return { kind: "Qty", digits: drawDigits(random, QUANTITY_SCALE), unit: type.unit };
    case "Text":
      return { kind: "Text", value: drawText(random) };
    case "Date":
      return { kind: "Date", value: new Date(FIRST_DAY + random.below(DAYS) * 86_400_000).toISOString().slice(0, 10) };
    case "Opt":
      return random.below(4) === 0 ? NONE : { kind: "Some", value: drawValue(random, type.item) };
    case "List":
      return listOf(Array.from({ length: random.below(ITEMS_MAX + 1) }, () => drawValue(random, type.item)));
    case "Map":
      return drawMembers(
        random,
        new Map(Array.from({ length: random.below(ITEMS_MAX) }, () => [drawText(random), type.item])),
      );
    case "Record":
      return drawMembers(random, type.members ?? new Map());
    case "Any":
    case "Never":
      return NONE;
  }
}

/** A quarter are edges, half are small, a quarter are of any size. */
function drawInteger(random: Random): bigint {
  const choice = random.below(4);
  if (choice === 0) return EDGES[random.below(EDGES.length)] ?? 0n;
  if (choice < 3) return BigInt(random.below(2_001) - 1_000);
  return BigInt.asIntN(64, random.next());
}

/** Whole numbers, and numbers whose fraction digits count. */
function drawDigits(random: Random, scale: number): bigint {
  const whole = drawInteger(random);
  return random.below(2) === 0 ? whole * 10n ** BigInt(scale) : whole;
}

function drawText(random: Random): string {
  return Array.from({ length: random.below(9) }, () => LETTERS[random.below(LETTERS.length)] ?? "").join("");
}

function drawMembers(random: Random, types: ReadonlyMap<string, RuleType>): Value {
  const members = emptyObject<JsonValue>();
  for (const [name, type] of types) members[name] = jsonValueOf(drawValue(random, type));
  return { kind: "Json", value: members };
}

/** What a fact would hold for the value: numbers of JSON are bigint there. */
function jsonValueOf(value: Value): JsonValue {
  if (value.kind === "List") return value.items.map(jsonValueOf);
  if (value.kind === "Some") return jsonValueOf(value.value);
  if (value.kind === "Json") return value.value;
  const json = jsonOf(value);
  if (typeof json === "number") return BigInt(json);
  if (typeof json !== "object" || json === null) return json;
  return Object.assign(emptyObject<JsonValue>(), json);
}
