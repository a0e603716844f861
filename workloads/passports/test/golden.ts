/** Reads golden files by path. A missing member fails the test. */
import { readFileSync } from "node:fs";
import {
  isJsonObject,
  isList,
  memberOf,
  type JsonObject,
  type JsonValue,
} from "../src/core/canonical/canonical-json.ts";
import { readJson } from "../src/core/canonical/read-json.ts";

export type Golden = {
  readonly at: (path: string) => Golden;
  readonly text: (path: string) => string;
  readonly integer: (path: string) => number;
  readonly object: (path: string) => JsonObject;
  readonly list: (path: string) => readonly Golden[];
  readonly value: JsonValue;
};

export function readGolden(file: string): Golden {
  return goldenOf(readJson(readFileSync(file, "utf8")));
}

export function goldenOf(value: JsonValue): Golden {
  const at = (path: string): JsonValue => {
    let found: JsonValue | undefined = value;
    for (const name of path.split(".").filter((step) => step !== "")) {
      found = isJsonObject(found) ? memberOf(found, name) : undefined;
    }
    if (found === undefined) throw new Error(`the golden file lacks ${path}`);
    return found;
  };
  return {
    value,
    at: (path) => goldenOf(at(path)),
    text: (path) => {
      const found = at(path);
      if (typeof found !== "string") throw new Error(`${path} is no text`);
      return found;
    },
    integer: (path) => Number(at(path)),
    object: (path) => {
      const found = at(path);
      if (!isJsonObject(found)) throw new Error(`${path} is no object`);
      return found;
    },
    list: (path) => {
      const found = at(path);
      if (!isList<JsonValue>(found)) throw new Error(`${path} is no list`);
      return found.map(goldenOf);
    },
  };
}
