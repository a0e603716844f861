/** The files of a record, be it a folder or one zip file. */
import { statSync } from "node:fs";
import type { RecordFiles } from "./record-files.ts";
import { openRecordFolder } from "./record-folder.ts";
import { openRecordZip } from "./record-zip.ts";

export function openRecordFiles(path: string): RecordFiles {
  const isFile = path.toLowerCase().endsWith(".zip") && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? openRecordZip(path) : openRecordFolder(path);
}
