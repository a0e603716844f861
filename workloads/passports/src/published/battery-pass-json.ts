/** Writes the fields of a passport as a Catena-X `battery_pass` 6.1.0: there, decimals are numbers again. */
import { RotaError } from "@rota/engine/errors";
import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue } from "../canonical/json-value.ts";
import { draftedName } from "./draft-rules.ts";

const DECIMAL = /^-?\d+(\.\d+)?$/;
const MATERIAL_NUMBERS = ["concentration", "recycled", "renewable"];

type Step = string | number;

/**
 * `payload` is that of a passport whose rules were drafted from a `battery_pass`: its fields below `battery_pass` are the
 * document's, without those that are none.
 */
export function batteryPassJson(payload: JsonObject): string {
  const fields = memberOf(payload, "fields");
  const document = isJsonObject(fields) ? memberOf(fields, "battery_pass") : undefined;
  if (isJsonObject(document)) return textOf(document, []);
  const message = "the passport has no fields below battery_pass: compile it with rules that carry one";
  throw new RotaError("VALIDATION_ERROR", message, { reason: "NO_BATTERY_PASS" });
}

function textOf(value: JsonValue, path: readonly Step[]): string {
  if (typeof value === "string") return isNumberAt(path) && DECIMAL.test(value) ? value : JSON.stringify(value);
  if (isList<JsonValue>(value)) return `[${value.map((item, index) => textOf(item, [...path, index])).join(",")}]`;
  if (!isJsonObject(value)) return String(value);
  const members = Object.entries(value).filter(([, member]) => member !== null);
  const texts = members.map(([name, member]) => {
    const documentName = isDrafted(path) ? draftedName(name) : name;
    return `${JSON.stringify(documentName)}:${textOf(member, [...path, documentName])}`;
  });
  return `{${texts.join(",")}}`;
}

/** Inside of a list, names are those of the document. */
function isDrafted(path: readonly Step[]): boolean {
  return path.every((step) => typeof step === "string");
}

/** Where the published schema has numbers. */
function isNumberAt(path: readonly Step[]): boolean {
  const [section, part] = path;
  const name = path.at(-1);
  if (section === "performance") return isDrafted(path);
  if (section === "materials") return typeof name === "string" && MATERIAL_NUMBERS.includes(name);
  if (section === "characteristics") return name === "value" || name === "lifeValue";
  return section === "sustainability" && part === "carbonFootprint" && path.length === 4 && name === "value";
}
