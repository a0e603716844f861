/** Secrets of the scene: drawn once, in files that only their owner reads, beside the database whose rows they belong to. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FOR_OWNER = 0o700;
const READ_BY_OWNER = 0o600;
const PASSABLE = 0o755;

/** The text of the file; a file that is not there is written first. */
export function keepSecret(folder: string, name: string, draw: () => string): { path: string; text: string } {
  const path = join(folder, name);
  makeFolder(folder);
  try {
    writeFileSync(path, `${draw()}\n`, { mode: READ_BY_OWNER, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return { path, text: readFileSync(path, "utf8").trim() };
}

export function replaceSecret(folder: string, name: string, text: string): void {
  makeFolder(folder);
  writeFileSync(join(folder, name), `${text}\n`, { mode: READ_BY_OWNER });
}

export function readSecret(folder: string, name: string): string {
  return readFileSync(join(folder, name), "utf8").trim();
}

/** The folder above is also the database's, whose server runs as another user when this process is root. */
function makeFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true, mode: process.getuid?.() === 0 ? PASSABLE : FOR_OWNER });
  mkdirSync(folder, { recursive: true, mode: FOR_OWNER });
}
