/** Reads and writes the files of a record in a folder; links and pipes are refused. */
import { createWriteStream, type Dirent, lstatSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { RotaError } from "@rota/engine/errors";
import { ElectionError } from "../../errors.ts";
import type { RecordFiles } from "../records/record-files.ts";
import type { RecordSink } from "../records/write-record.ts";

export type RecordFolderOptions = {
  /** Maximum size of a file, far above any file of a published record. Default 256 MiB. */
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

/** Returns nothing for a missing folder: required files are read by name. */
function entriesOf(folder: string): Dirent[] {
  return statOf(folder)?.isDirectory() === true ? readdirSync(folder, { withFileTypes: true }) : [];
}

function statOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new ElectionError("ELECTION_RECORD_INVALID", `${path} cannot be read`, { file: path }, { cause });
  }
}

function refuse(message: string, file: string): RotaError {
  return new ElectionError("ELECTION_RECORD_INVALID", message, { file });
}

/** Creates an empty folder. Refuses one with content: files of two elections would become one record. */
export async function createRecordFolder(path: string): Promise<RecordSink> {
  await mkdir(path, { recursive: true });
  if ((await readdir(path)).length > 0) {
    throw new RotaError("FILE_EXISTS", `${path} is not empty: name a new folder for the record`, { path });
  }
  const made = new Set<string>();
  return {
    write: async ({ name, text }) => {
      const file = join(path, name);
      if (!made.has(dirname(file))) await mkdir(dirname(file), { recursive: true });
      made.add(dirname(file));
      // An existing name is an error, also on file systems that ignore case.
      if (typeof text === "string") await writeFile(file, text, { flag: "wx" });
      else await pipeline(Readable.from(text), createWriteStream(file, { flags: "wx" }));
    },
  };
}
