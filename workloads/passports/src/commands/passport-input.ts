/** Reads the files that are given to the commands of passports. */
import { readFile, stat } from "node:fs/promises";
import { RotaError } from "@rota/engine";

export const BYTES_MAX = 60_000_000;

/** Reads a file. @throws FILE_UNUSABLE with the reason and the way out. */
export async function readInput(path: string): Promise<Uint8Array> {
  const size = await sizeOf(path);
  if (size > BYTES_MAX) {
    const message = `${path} has ${String(size)} bytes, at most ${String(BYTES_MAX)}: it is no file of a passport`;
    throw new RotaError("FILE_UNUSABLE", message, { path });
  }
  return readFile(path);
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (cause) {
    throw new RotaError("FILE_UNUSABLE", `${path} cannot be read: name a file that is there`, { path }, { cause });
  }
  throw new RotaError("FILE_UNUSABLE", `${path} is no file: name one`, { path });
}
