/** Writes a temporary file and renames it, so that no process reads half of it. */
import fs from "node:fs";
import { dirname } from "node:path";

export function writeWhole(path: string, content: string | Uint8Array): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${String(process.pid)}`;
  fs.writeFileSync(unfinished, content);
  fs.renameSync(unfinished, path);
}
