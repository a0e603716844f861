/** The files of a record that lies in a folder: plain files only, since a link or a pipe may lead anywhere or never end. */
import { RotaError } from "@rota/engine/errors";
import { lstatSync, readdirSync, readFileSync, type Dirent } from "node:fs";
import { join } from "node:path";
import type { RecordFiles } from "./record-files.ts";

export type RecordFolderOptions = {
  /** No file of a published record comes near. Default 256 MiB. */
  readonly fileBytesMax?: number;
};

const FILE_BYTES_MAX = 256 * 1024 * 1024;

export function openRecordFolder(
  path: string,
  { fileBytesMax = FILE_BYTES_MAX }: RecordFolderOptions = {},
): RecordFiles {
  if (statOf(path)?.isDirectory() !== true)
    throw refuse(`${path} is no folder: name the one that holds the record`, path);
  return {
    list: (folder) => filesBelow(path, folder).sort(),
    read: (name) => {
      const file = join(path, name);
      const stat = statOf(file);
      if (stat === undefined) return undefined;
      if (!stat.isFile()) throw refuse(`${name} must be a plain file`, name);
      if (stat.size > fileBytesMax) {
        throw refuse(`${name} has ${String(stat.size)} bytes, at most ${String(fileBytesMax)} are read`, name);
      }
      return readFileSync(file, "utf8");
    },
  };
}

function filesBelow(path: string, folder: string): string[] {
  return entriesOf(join(path, folder)).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path, name);
    return entry.name.endsWith(".json") ? [name] : [];
  });
}

/** Nothing for a folder that is not there: what has to be in it is asked for by name. */
function entriesOf(folder: string): Dirent[] {
  return statOf(folder)?.isDirectory() === true ? readdirSync(folder, { withFileTypes: true }) : [];
}

function statOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new RotaError("ELECTION_RECORD_INVALID", `${path} cannot be read`, { file: path }, { cause });
  }
}

function refuse(message: string, file: string): RotaError {
  return new RotaError("ELECTION_RECORD_INVALID", message, { file });
}
