/** Defines how the files of a record are reached and read, wherever they are. */
import { RotaError } from "@rota/engine/errors";
import { type JsonValue, readJson } from "./json-reader.ts";

/** The files of a record, by their names with slashes, such as `guardians/guardian_1.json`. */
export type RecordFiles = {
  /** Every file below a folder whose name ends in `.json`, in the order of names. */
  readonly list: (folder: string) => readonly string[];
  /** Undefined for a file that is not there. */
  readonly read: (name: string) => string | undefined;
};

export function jsonOf(files: RecordFiles, name: string): JsonValue {
  return readJson(textOf(files, name), name);
}

export function textOf(files: RecordFiles, name: string): string {
  const text = files.read(name);
  if (text === undefined) throw new RotaError("ELECTION_RECORD_INVALID", `the record lacks ${name}`, { file: name });
  return text;
}

/** Reads the files of a folder one by one, each time anew: a large election does not fit into memory. */
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
