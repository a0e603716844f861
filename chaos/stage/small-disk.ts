/** A small in-memory disk that can be filled to the last byte, with a PostgreSQL on it. */
import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStandaloneServer, findBinaries } from "@rota/bundled-postgres";
import { forgetPid, makeServerFolder, notePid } from "../../tools/services/process/run-folder.ts";
import type { Service } from "../../tools/services/service.ts";

export type SmallDisk = {
  readonly folder: string;
  /** Fills the disk to the last byte. */
  fill(): void;
  /** Frees the bytes again. */
  empty(): void;
  unmount(): void;
};

/** Room for the programs of PostgreSQL, a cluster and its log, and little else. */
const SIZE = "360m";
const PORTION = Buffer.alloc(65_536, 1);

/** Returns undefined if this process may mount. */
export function obstacleToMounting(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "a small disk is mounted on Linux by root only";
  const folder = mkdtempSync(join(tmpdir(), "rota-chaos-try-"));
  const isMounted = mount(folder, "64k");
  if (isMounted) unmount(folder);
  rmSync(folder, { recursive: true, force: true });
  return isMounted ? undefined : "mounting is not allowed here";
}

export function mountSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "rota-chaos-disk-"));
  if (!mount(folder, SIZE)) throw new Error("the small disk could not be mounted");
  chmodSync(folder, 0o711); // The server's user must get through to its data.
  const end = () => {
    unmount(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", end);
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill: () => fillFile(ballast),
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      process.off("exit", end);
      end();
    },
  };
}

/** The server ends with the cell; unmounting the disk deletes its data. */
export async function startPostgresOn({ folder }: SmallDisk): Promise<Service> {
  const binaries = findBinaries();
  if ("missing" in binaries) throw new Error(`no bundled PostgreSQL can run here: ${binaries.missing}`);
  const server = await createStandaloneServer({ folder: join(folder, "data"), binaries, copyBinaries: true });
  const noted = makeServerFolder("postgres-on-small-disk");
  const start = async () => {
    await server.start();
    notePid(noted, server.pid() ?? 0);
  };
  const kill = async (signal: NodeJS.Signals = "SIGKILL") => {
    await server.kill(signal);
    forgetPid(noted);
  };
  await start();
  return {
    name: "postgres on a small disk",
    url: server.url,
    pid: () => server.pid(),
    start,
    kill,
    stop: () => kill("SIGINT"),
    dispose: () => kill("SIGQUIT"),
  };
}

function fillFile(path: string): void {
  const file = openSync(path, "w");
  try {
    for (let size = PORTION.length; size >= 1; size /= 2) while (canWrite(file, size));
  } finally {
    closeSync(file);
  }
}

function canWrite(file: number, size: number): boolean {
  try {
    return writeSync(file, PORTION, 0, size) === size;
  } catch {
    return false;
  }
}

function mount(folder: string, size: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "rota-chaos", folder]).status === 0;
}

/** Unmounts lazily: processes with open files keep them until they close them. */
function unmount(folder: string): void {
  spawnSync("umount", ["--lazy", folder]);
}
