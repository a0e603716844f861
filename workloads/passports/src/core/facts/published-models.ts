/** Recognises documents of published data models (Catena-X, Battery Pass), turns them into facts, and writes a Catena-X battery_pass. */
import { PassportError } from "../../errors.ts";
import type { RotaError } from "@rota/engine/errors";
import { isJsonObject, isList, type JsonObject, type JsonValue, memberOf } from "../canonical/canonical-json.ts";
import { draftedName } from "./draft-rules.ts";
import { type Fact, makeFact } from "./fact.ts";

export type PublishedModel = {
  /** Publisher of the model, which is the type of its facts. */
  readonly publisher: "CatenaX" | "BatteryPass";
  /** Name of the model. The keys of its facts begin with it. */
  readonly name: string;
  readonly version: string;
  /** Members that only documents of this model have. */
  readonly members: readonly string[];
  /** Path and value of the member that names the version of the model, if its documents have one. */
  readonly specVersion?: { readonly at: readonly string[]; readonly is: string };
};

export const PUBLISHED_MODELS: readonly PublishedModel[] = [
  {
    publisher: "CatenaX",
    name: "battery_pass",
    version: "6.1.0",
    members: ["identification", "operation", "materials", "performance", "conformity", "safety"],
    specVersion: { at: ["specVersion"], is: "urn:io.catenax.battery.battery_pass:6.1.0" },
  },
  {
    publisher: "CatenaX",
    name: "digital_product_passport",
    version: "7.0.0",
    members: ["metadata", "identification", "operation", "compliances", "composition"],
    specVersion: { at: ["metadata", "specVersion"], is: "urn:io.catenax.generic.digital_product_passport:7.0.0" },
  },
  {
    publisher: "CatenaX",
    name: "pcf",
    version: "9.0.0",
    members: ["scopeOfPcfForm", "companyAndProductInformation", "productLifeCycleStagesAndEmissions"],
    specVersion: { at: ["scopeOfPcfForm", "0", "specVersion"], is: "urn:io.catenax.pcf:datamodel:version:9.0.0" },
  },
  {
    publisher: "CatenaX",
    name: "pcf_for_battery_component_supplier",
    version: "1.0.0",
    members: ["pcfValues", "manufacturerPartId", "siteIdentifier"],
  },
  // Documents "as built" and "as planned" have the same members, so the two cannot be distinguished.
  { publisher: "CatenaX", name: "single_level_bom", version: "4.0.0", members: ["childItems", "globalAssetId"] },
  {
    publisher: "CatenaX",
    name: "secondary_material_content",
    version: "1.0.0",
    members: ["secondaryMaterialContent", "orderNumber"],
  },
  {
    publisher: "CatenaX",
    name: "product_description",
    version: "1.0.1",
    members: ["performanceIndicator", "minimalStateOfHealth", "currentStateOfHealth"],
  },
  consortium("general_product_information", ["batteryPassportIdentifier", "productIdentifier"]),
  consortium("carbon_footprint", ["batteryCarbonFootprint", "carbonFootprintPerLifecycleStage"]),
  consortium("circularity", ["recycledContent", "endOfLifeInformation"]),
  consortium("labels", ["labels", "declarationOfConformity"]),
  consortium("material_composition", ["batteryChemistry", "batteryMaterials"]),
  consortium("performance", ["batteryTechicalProperties", "batteryCondition"]),
  consortium("supply_chain_due_diligence", ["supplyChainDueDiligenceReport"]),
];

/** Throws VALIDATION_ERROR for a document of an unknown model, or of another version of a known one. */
function recogniseModel(document: JsonObject): PublishedModel {
  const model = PUBLISHED_MODELS.find(({ members }) => members.every((name) => memberOf(document, name) !== undefined));
  if (model === undefined) {
    const known = PUBLISHED_MODELS.map(({ name, version }) => `${name} ${version}`).join(", ");
    throw refusal("", `the document is of no model that is known here; known are ${known}`);
  }
  requireVersion(document, model);
  return model;
}

function requireVersion(document: JsonObject, { name, version, specVersion }: PublishedModel): void {
  if (specVersion === undefined) return;
  const declared = valueAt(document, specVersion.at);
  if (declared === undefined || declared === specVersion.is) return;
  const shown = typeof declared === "string" ? declared.slice(0, 100) : "no text";
  const pointer = `/${specVersion.at.join("/")}`;
  throw refusal(pointer, `is ${shown}; of ${name} the version ${version} is known: give ${specVersion.is}`);
}

function valueAt(document: JsonObject, steps: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const step of steps) {
    if (isList<JsonValue>(value)) value = value[Number(step)];
    else value = isJsonObject(value) ? memberOf(value, step) : undefined;
  }
  return value;
}

/** Defines a model of Battery Pass. The spelling "Techical" is the model's own. */
function consortium(name: string, members: readonly string[]): PublishedModel {
  return { publisher: "BatteryPass", name, version: "1.2.0", members };
}

function refusal(pointer: string, reason: string): RotaError {
  const place = pointer === "" ? "" : `${pointer}: `;
  return new PassportError("VALIDATION_ERROR", `${place}${reason}`, { reason: "MODEL_NOT_KNOWN", pointer });
}

/**
 * Returns one fact for each object of the document, with the object's path as its key, such as
 * `battery_pass.performance.rated.capacity`: rules read an attribute in two steps. Keys do not name a battery, because a
 * snapshot holds one battery and rules are written for all of them.
 */
export function factsOfModel(document: JsonObject): Fact[] {
  const { publisher, name, version } = recogniseModel(document);
  const schemaVersion = Number(version.split(".")[0]);
  return objectsOf(name, document).map(([factKey, payload]) =>
    makeFact({ factType: publisher, factKey, payload, schemaVersion }),
  );
}

/** Returns the object without the objects inside it, followed by those. Lists stay where they are. */
function objectsOf(path: string, object: JsonObject): (readonly [path: string, object: JsonObject])[] {
  const own = Object.entries(object).filter(([, value]) => !isJsonObject(value));
  const inner = Object.entries(object).filter((member): member is [string, JsonObject] => isObjectMember(member));
  return [[path, Object.fromEntries(own)], ...inner.flatMap(([name, value]) => objectsOf(`${path}.${name}`, value))];
}

function isObjectMember(member: [string, JsonValue]): member is [string, JsonObject] {
  return isJsonObject(member[1]);
}

const DECIMAL = /^-?\d+(\.\d+)?$/;
const MATERIAL_NUMBERS = ["concentration", "recycled", "renewable"];

type Step = string | number;

/**
 * Writes a `battery_pass` from the payload of a passport whose rules were drafted from one. The fields below
 * `battery_pass` are the members of the document, and fields that are `none` are left out.
 */
export function batteryPassJson(payload: JsonObject): string {
  const fields = memberOf(payload, "fields");
  const document = isJsonObject(fields) ? memberOf(fields, "battery_pass") : undefined;
  if (isJsonObject(document)) return textOf(document, []);
  const message = "the passport has no fields below battery_pass: compile it with rules that carry one";
  throw new PassportError("VALIDATION_ERROR", message, { reason: "NO_BATTERY_PASS" });
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

/** Returns true outside of lists: inside a list, names are those of the document. */
function isDrafted(path: readonly Step[]): boolean {
  return path.every((step) => typeof step === "string");
}

/** Returns true for a path where the published schema has a number. */
function isNumberAt(path: readonly Step[]): boolean {
  const [section, part] = path;
  const name = path.at(-1);
  if (section === "performance") return isDrafted(path);
  if (section === "materials") return typeof name === "string" && MATERIAL_NUMBERS.includes(name);
  if (section === "characteristics") return name === "value" || name === "lifeValue";
  return section === "sustainability" && part === "carbonFootprint" && path.length === 4 && name === "value";
}
