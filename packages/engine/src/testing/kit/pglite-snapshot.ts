/** A fresh PGlite data folder kept between test runs: starting from it is several times faster than making one. */
import { open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

let snapshot: Promise<Blob> | undefined;

/** Read from the folder for temporary files, or made and put there for the next time. */
export function pgliteSnapshot(): Promise<Blob> {
  snapshot ??= readSnapshot();
  return snapshot;
}

async function readSnapshot(): Promise<Blob> {
  const file = join(tmpdir(), `rota-pglite-${await pgliteVersion()}-${String(userInfo().uid)}.tar`);
  const kept = await readOwnFile(file).catch(() => undefined);
  if (kept !== undefined) return new Blob([kept]);
  const bytes = await makeSnapshot();
  await keep(file, bytes).catch(() => undefined); // only the next run is slower
  return new Blob([bytes]);
}

/** Undefined for a file of another user: anybody may put files into that folder. */
async function readOwnFile(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await open(path);
  try {
    const { uid } = await file.stat();
    return uid === (process.getuid?.() ?? uid) ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}

async function makeSnapshot(): Promise<Uint8Array<ArrayBuffer>> {
  const { PGlite } = await import("@electric-sql/pglite");
  const pglite = await PGlite.create();
  const dump = await pglite.dumpDataDir("none");
  await pglite.close();
  return new Uint8Array(await dump.arrayBuffer());
}

/** Written beside and renamed, so that tests running at the same time never read half of it. */
async function keep(file: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${file}.${String(process.pid)}`;
  await writeFile(unfinished, bytes, { mode: 0o600 });
  await rename(unfinished, file).catch(() => rm(unfinished));
}

async function pgliteVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const description = await readFile(join(main, "../../package.json"), "utf8");
  return /"version":\s*"([^"]+)"/.exec(description)?.[1] ?? "unknown";
}
