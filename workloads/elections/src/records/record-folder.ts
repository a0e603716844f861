/** The files of a record that lies in a folder. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordFiles } from "./read-record.ts";

export function openRecordFolder(path: string): RecordFiles {
  return {
    list: (folder) => {
      const below = join(path, folder);
      if (!existsSync(below)) return [];
      const names = readdirSync(below).filter((name) => name.endsWith(".json"));
      return names.sort().map((name) => `${folder}/${name}`);
    },
    read: (name) => {
      const file = join(path, name);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    },
  };
}
