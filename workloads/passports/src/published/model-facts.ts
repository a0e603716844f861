/** Turns a document of a published model into facts: one for each object, under its path. */
import { isJsonObject, type JsonObject, type JsonValue } from "../canonical/json-value.ts";
import { makeFact, type Fact } from "../facts/fact.ts";
import { recogniseModel } from "./published-models.ts";

/**
 * `battery_pass.performance.rated.capacity` is the key of what stands there in the document, so that rules read an
 * attribute in two steps. Keys name no battery: a snapshot holds one, and rules are written for all of them.
 */
export function factsOfModel(document: JsonObject): Fact[] {
  const { publisher, name, version } = recogniseModel(document);
  const schemaVersion = Number(version.split(".")[0]);
  return objectsOf(name, document).map(([factKey, payload]) =>
    makeFact({ factType: publisher, factKey, payload, schemaVersion }),
  );
}

/** The object without the objects inside of it, and then those; lists stay where they are. */
function objectsOf(path: string, object: JsonObject): (readonly [path: string, object: JsonObject])[] {
  const own = Object.entries(object).filter(([, value]) => !isJsonObject(value));
  const inner = Object.entries(object).filter((member): member is [string, JsonObject] => isObjectMember(member));
  return [[path, Object.fromEntries(own)], ...inner.flatMap(([name, value]) => objectsOf(`${path}.${name}`, value))];
}

function isObjectMember(member: [string, JsonValue]): member is [string, JsonObject] {
  return isJsonObject(member[1]);
}
