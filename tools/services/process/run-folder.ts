/** The folder of one run's services: whatever runs in it ends with its owner, or is swept by the next run. */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identifyProcess, isRunning, signalGroup } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";

const PREFIX = "rota-test-services";
const PID_FILE = "server.pid";

/** Makes a new private folder for one server, below the folder of this process. */
export function makeServerFolder(name: string): string {
  runFolder ??= openRunFolder();
  return mkdtempSync(join(runFolder, `${name}-`));
}

/** Notes a started server in its folder. Must follow the start at once: a sweep ends only what is noted. */
export function notePid(folder: string, pid: number): ProcessIdentity | undefined {
  const identity = identifyProcess(pid);
  if (identity !== undefined) writeFileSync(join(folder, PID_FILE), `${identity.pid} ${identity.mark}\n`);
  return identity;
}

export function forgetPid(folder: string): void {
  rmSync(join(folder, PID_FILE), { force: true });
}

/** Every server of this process that was started and not ended by it. */
export function startedProcesses(): ProcessIdentity[] {
  return runFolder === undefined ? [] : notedProcesses(runFolder);
}

/** Ends the servers and deletes the folders of runs whose own process is gone. Returns the deleted folders. */
export function sweepStaleRuns(): string[] {
  const stale = readdirSync(tmpdir())
    .filter(isStaleRun)
    .map((name) => join(tmpdir(), name));
  stale.forEach(endRun);
  return stale;
}

let runFolder: string | undefined;

/** The folder's name says whose it is, so that it has an owner from the moment it exists. */
function openRunFolder(): string {
  sweepStaleRuns();
  const owner = identifyProcess(process.pid);
  const folder = join(tmpdir(), `${PREFIX}-${process.pid}-${owner?.mark ?? "unknown"}`);
  // A server that runs as another user must get through to its own folder; nobody else may look around.
  mkdirSync(folder, { mode: 0o711, recursive: true });
  endRunWithProcess(folder);
  return folder;
}

function isStaleRun(name: string): boolean {
  const [, pid, mark] = new RegExp(`^${PREFIX}-(\\d+)-([0-9a-f]{12})$`).exec(name) ?? [];
  if (pid === undefined || mark === undefined || !isOurs(join(tmpdir(), name))) return false;
  return !isRunning({ pid: Number(pid), mark });
}

/** Another user's folder is that user's to sweep, and must not make us signal anything. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}

function endRun(folder: string): void {
  for (const identity of notedProcesses(folder)) signalGroup(identity, "SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function notedProcesses(folder: string): ProcessIdentity[] {
  return entriesOf(folder)
    .map((entry) => readPid(join(folder, entry)))
    .filter((identity) => identity !== undefined);
}

/** None when the folder is gone: two processes may sweep at once, and a signal is followed by an exit. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readPid(folder: string): ProcessIdentity | undefined {
  try {
    const [pid, mark] = readFileSync(join(folder, PID_FILE), "utf8").trim().split(" ");
    return pid === undefined || mark === undefined ? undefined : { pid: Number(pid), mark };
  } catch {
    return undefined;
  }
}

const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The data is thrown away anyway, so ending is a SIGKILL, which fits into a synchronous exit handler. */
function endRunWithProcess(folder: string): void {
  process.once("exit", () => {
    endRun(folder);
  });
  for (const signal of ENDING_SIGNALS) {
    process.once(signal, () => {
      endRun(folder);
      // Listening has switched the signal's own effect off; it comes back unless somebody else listens too.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}
