/** Prevents a second process from using a PGlite folder, with a lock file that names the process. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RotaError } from "../errors.ts";

/** Process that holds the lock. Its start time distinguishes it from a later process with the same number. */
type Holder = { readonly pid: number; readonly startedAt: string };

const LOCK_FILE = /^pglite\.lock\.(\d+)$/;
const heldByThisProcess = new Set<string>();

/**
 * Takes the lock or throws DATABASE_FOLDER_LOCKED. The returned function frees it.
 *
 * Each process creates the file with the next number, which only one can do. Files of dead processes are deleted afterwards.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const existing = await lockFiles(folder);
  for (const file of existing) await refuseLiving(file);
  const own = join(folder, `pglite.lock.${String(nextNumber(existing))}`);
  await createLockFile(own);
  const free = async () => {
    heldByThisProcess.delete(own);
    await rm(own, { force: true });
  };
  for (const file of await lockFiles(folder)) if (file !== own) await removeOrYield(file, free);
  return free;
}

async function lockFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => LOCK_FILE.test(name)).map((name) => join(folder, name));
}

function nextNumber(files: readonly string[]): number {
  return Math.max(0, ...files.map((file) => Number(/\d+$/.exec(file)?.[0]))) + 1;
}

async function createLockFile(file: string): Promise<void> {
  const holder: Holder = { pid: process.pid, startedAt: await processStart(process.pid) };
  heldByThisProcess.add(file);
  await writeFile(file, JSON.stringify(holder), { flag: "wx" }).catch((error: unknown) => {
    heldByThisProcess.delete(file);
    throw error instanceof Error && "code" in error && error.code === "EEXIST" ? locked(file, undefined) : error;
  });
}

/** Deletes the file of a dead process. Two processes that start at the same time may both yield; the next try succeeds. */
async function removeOrYield(file: string, free: () => Promise<void>): Promise<void> {
  try {
    await refuseLiving(file);
  } catch (error) {
    await free();
    throw error;
  }
  await rm(file, { force: true });
}

async function refuseLiving(file: string): Promise<void> {
  const holder = await readHolder(file);
  if (holder === "missing") return;
  if (holder === "being written") throw locked(file, undefined);
  if (await isAlive(holder, file)) throw locked(file, holder.pid);
}

async function readHolder(file: string): Promise<Holder | "missing" | "being written"> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return "missing";
  const match = /^\{"pid":(\d+),"startedAt":"(\d*)"\}$/.exec(text);
  return match === null ? "being written" : { pid: Number(match[1]), startedAt: match[2] ?? "" };
}

async function isAlive(holder: Holder, file: string): Promise<boolean> {
  if (holder.pid === process.pid) return heldByThisProcess.has(file); // in a container a restarted process has the same number
  if (!processExists(holder.pid)) return false;
  return holder.startedAt === "" || holder.startedAt === (await processStart(holder.pid));
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Returns the start time of a process in ticks since boot on Linux; an empty text elsewhere. */
async function processStart(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function locked(file: string, pid: number | undefined): RotaError {
  const who = pid === undefined ? "another process" : `process ${String(pid)}`;
  return new RotaError(
    "DATABASE_FOLDER_LOCKED",
    `the data folder is in use by ${who} and PGlite allows one process only: stop it, give another folder, ` +
      `or use PostgreSQL (ROTA_DATABASE_URL). If that process is certainly gone, delete ${file}`,
    pid === undefined ? { file } : { file, pid },
  );
}
