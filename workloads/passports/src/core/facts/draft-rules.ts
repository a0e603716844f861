/** Drafts rules that copy facts into a passport unchanged, as a starting point for authors of rules. */
import type { RotaError } from "@rota/engine/errors";
import { PassportError } from "../../errors.ts";
import {
  compareCodePoints,
  isJsonObject,
  isList,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "../canonical/canonical-json.ts";
import type { Fact } from "./fact.ts";

const NAME = /^[A-Za-z_]\w*$/;

/**
 * Writes one field for each member of each fact, at the path of the fact's key. A name that begins with a digit or
 * with _ gets another _ in front, which `draftedName` removes.
 */
export function draftRules(facts: readonly Pick<Fact, "factType" | "factKey" | "payload">[]): string {
  const fields = facts.flatMap(({ factType, factKey, payload }) =>
    Object.entries(payload)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => {
        const path = [...factKey.split("."), name].map(fieldName).join(".");
        const type = typeOf(value, `${factKey}.${name}`);
        const fact = `requireSome(getFact(${quoted(factType)}, ${quoted(factKey)}), "FACT_MISSING", ${quoted(factKey)})`;
        return { path, source: `field ${path}: Opt(${type}) =\n  recordGet(${fact}, ${quoted(name)});\n` };
      }),
  );
  return fields
    .sort((a, b) => compareCodePoints(a.path, b.path))
    .map(({ source }) => source)
    .join("\n");
}

/** Returns the name in the document of a drafted field. */
export function draftedName(name: string): string {
  return name.startsWith("_") ? name.slice(1) : name;
}

function fieldName(name: string): string {
  const field = /^[\d_]/.test(name) ? `_${name}` : name;
  if (NAME.test(field)) return field;
  throw refusal(name, "has a name that no field can have: use letters, digits and _");
}

/** Returns the type of a value. Decimals stay text, digit for digit. Members of objects are options, because the objects of a list differ. */
function typeOf(value: JsonValue, where: string): string {
  if (isList<JsonValue>(value)) return `List(${commonType(value, where)})`;
  if (isJsonObject(value)) return recordType([value], where);
  if (typeof value === "bigint") return "Int";
  return typeof value === "boolean" ? "Bool" : "Text";
}

function commonType(items: readonly JsonValue[], where: string): string {
  const objects = items.filter(isJsonObject);
  if (objects.length === items.length && items.length > 0) return recordType(objects, where);
  const lists = items.filter((item) => isList<JsonValue>(item));
  if (lists.length === items.length && items.length > 0) return `List(${commonType(lists.flat(), where)})`;
  const types = new Set(items.map((item) => typeOf(item, where)));
  if (types.size > 1) throw refusal(where, "is a list of values of several kinds, which no field can hold");
  return [...types][0] ?? "Text";
}

/** Types only the members that the language can name. The other members are copied too. */
function recordType(objects: readonly JsonObject[], where: string): string {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].filter((name) => NAME.test(name));
  const members = names.flatMap((name) => {
    const values = objects.map((object) => memberOf(object, name) ?? null).filter((value) => value !== null);
    return values.length === 0 ? [] : [`${name}: Opt(${commonType(values, `${where}.${name}`)})`];
  });
  return members.length === 0 ? "Map(Text,Text)" : `Record(${members.join(", ")})`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function refusal(where: string, reason: string): RotaError {
  return new PassportError("VALIDATION_ERROR", `${where} ${reason}`, { where });
}
