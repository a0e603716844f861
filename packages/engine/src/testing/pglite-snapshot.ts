/** A fresh PGlite data folder kept between test runs: starting from it is several times faster than making one. */
import { readFile, rename, writeFile } from "node:fs/promises";
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
  const bytes = await readFile(file).catch(() => undefined);
  return new Blob([bytes ?? (await makeSnapshot(file))]);
}

/** Written beside and renamed, so that tests running at the same time never read half of it. */
async function makeSnapshot(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const { PGlite } = await import("@electric-sql/pglite");
  const pglite = await PGlite.create();
  const dump = await pglite.dumpDataDir("none");
  await pglite.close();
  const bytes = new Uint8Array(await dump.arrayBuffer());
  const unfinished = `${file}.${String(process.pid)}`;
  await writeFile(unfinished, bytes, { mode: 0o600 });
  await rename(unfinished, file);
  return bytes;
}

async function pgliteVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const description = await readFile(join(main, "../../package.json"), "utf8");
  return /"version":\s*"([^"]+)"/.exec(description)?.[1] ?? "unknown";
}
