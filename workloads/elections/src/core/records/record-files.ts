/** Defines how the files of a record are listed and read, wherever they are stored. */
import { ElectionError } from "../../errors.ts";
import { type JsonValue, readJson } from "./json-reader.ts";

/** Files of a record by name, such as `guardians/guardian_1.json`. */
export type RecordFiles = {
  /** Lists every file below a folder whose name ends in `.json`, in the order of names. */
  readonly list: (folder: string) => readonly string[];
  /** Returns undefined for a missing file. */
  readonly read: (name: string) => string | undefined;
};

export function jsonOf(files: RecordFiles, name: string): JsonValue {
  return readJson(textOf(files, name), name);
}

export function textOf(files: RecordFiles, name: string): string {
  const text = files.read(name);
  if (text === undefined)
    throw new ElectionError("ELECTION_RECORD_INVALID", `the record lacks ${name}`, { file: name });
  return text;
}

/** Reads the files of a folder one by one on each iteration, because a large election does not fit into memory. */
export function lazily<Item>(
  files: RecordFiles,
  folder: string,
  { read, isWanted = () => true }: { read: (json: JsonValue) => Item; isWanted?: (name: string) => boolean },
): Iterable<Item> {
  return {
    *[Symbol.iterator]() {
      for (const file of files.list(folder).filter(isWanted)) yield read(jsonOf(files, file));
    },
  };
}
