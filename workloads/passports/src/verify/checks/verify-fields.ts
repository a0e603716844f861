/** Compares the fields that a passport shows with what its proof defines. */
import { canonicalJson } from "../../canonical/canonical-json.ts";
import {
  isJsonObject,
  memberOf,
  type CanonicalValue,
  type JsonObject,
  type JsonValue,
} from "../../canonical/json-value.ts";
import { canonicalHash } from "../../canonical/sha256.ts";
import { nestFields } from "../../compile/payload.ts";
import type { Note } from "../report.ts";

/** `definitions` are the data of the nodes that define fields, by their paths; undefined where there is no such node. */
export function verifyFields(
  fields: JsonObject,
  definitions: ReadonlyMap<string, JsonObject | undefined>,
  note: Note,
): void {
  const found = new Map<string, CanonicalValue>();
  for (const [path, definition] of definitions) {
    const value = valueAt(fields, path);
    note("fields", path, value === undefined ? "the payload lacks it" : objectionToField(value, definition));
    if (value !== undefined) found.set(path, value);
  }
  const isAll = canonicalJson(nestFields(found)) === canonicalJson(fields);
  note("fields", "payload", isAll ? undefined : "it holds fields that the proof does not define");
}

function valueAt(fields: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = fields;
  for (const step of path.split(".")) value = isJsonObject(value) ? memberOf(value, step) : undefined;
  return value;
}

function objectionToField(value: JsonValue, definition: JsonObject | undefined): string | undefined {
  if (definition === undefined) return "the proof's index leads to no definition of it";
  const { value: shown, value_hash: hash } = definition;
  const isSame = shown === undefined ? hash === canonicalHash(value) : canonicalJson(shown) === canonicalJson(value);
  return isSame ? undefined : "its value is not the one that the proof defines";
}
