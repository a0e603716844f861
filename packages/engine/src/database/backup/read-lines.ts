/** Cuts a compressed stream into lines, at line feeds only: rows may hold any other character that ends a line. */
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { RotaError } from "../../errors.ts";
import { invalidBackup } from "./backup-lines.ts";

/** PostgreSQL's largest value is 1 GB; JavaScript's longest text is half of that. */
const LINE_CHARACTERS_MAX = 400_000_000;

export async function* readLines(source: Readable): AsyncGenerator<string> {
  const unpacked = createGunzip().setEncoding("utf8");
  pipeline(source, unpacked, () => undefined); // an error comes out of the loop below
  let unfinished: string[] = [];
  try {
    for await (const part of unpacked) {
      const lines = String(part).split("\n");
      const last = lines.pop() ?? "";
      if (lines.length > 0) yield unfinished.splice(0).join("") + (lines.shift() ?? "");
      yield* lines;
      unfinished = limitLength([...unfinished, last]);
    }
  } catch (error) {
    throw error instanceof RotaError ? error : invalidBackup("it ends early, is damaged, or is no gzip file", error);
  }
  if (unfinished.join("") !== "") throw invalidBackup("it ends in the middle of a line");
}

function limitLength(parts: string[]): string[] {
  const characters = parts.reduce((sum, part) => sum + part.length, 0);
  if (characters > LINE_CHARACTERS_MAX) throw invalidBackup("it has a line that is too long");
  return parts;
}
