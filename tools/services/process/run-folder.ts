/** The folder of one run's services: every server in it ends with its owner, or is swept by the next run. */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identifyProcess, isRunning, signalGroup } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";

const PREFIX = "rota-test-services";
const PID_FILE = "server.pid";

/** Creates a new private folder for one server, below the folder of this process. */
export function makeServerFolder(name: string): string {
  runFolder ??= openRunFolder();
  return mkdtempSync(join(runFolder, `${name}-`));
}

/** Notes a started server in its folder. Call it directly after the start: a sweep ends only noted servers. */
export function notePid(folder: string, pid: number): ProcessIdentity | undefined {
  const identity = identifyProcess(pid);
  if (identity !== undefined) writeFileSync(join(folder, PID_FILE), `${identity.pid} ${identity.mark}\n`);
  return identity;
}

export function forgetPid(folder: string): void {
  rmSync(join(folder, PID_FILE), { force: true });
}

/** Returns every server that this process has started and not ended. */
export function startedProcesses(): ProcessIdentity[] {
  return runFolder === undefined ? [] : notedProcesses(runFolder);
}

/** Ends the servers and deletes the folders of runs whose own process has exited. Returns the deleted folders. */
export function sweepStaleRuns(): string[] {
  const stale = readdirSync(tmpdir())
    .filter(isStaleRun)
    .map((name) => join(tmpdir(), name));
  stale.forEach(endRun);
  return stale;
}

let runFolder: string | undefined;

/** The folder's name contains the id of its owner, so that it has one from the moment it exists. */
function openRunFolder(): string {
  sweepStaleRuns();
  const owner = identifyProcess(process.pid);
  const folder = join(tmpdir(), `${PREFIX}-${process.pid}-${owner?.mark ?? "unknown"}`);
  // A server that runs as another user must reach its own folder; other users must not list this one.
  mkdirSync(folder, { mode: 0o711, recursive: true });
  endRunWithProcess(folder);
  return folder;
}

function isStaleRun(name: string): boolean {
  const [, pid, mark] = new RegExp(`^${PREFIX}-(\\d+)-([0-9a-f]{12})$`).exec(name) ?? [];
  if (pid === undefined || mark === undefined || !isOurs(join(tmpdir(), name))) return false;
  return !isRunning({ pid: Number(pid), mark });
}

/** Another user's folder is swept by that user; we must not signal processes because of it. */
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

/** Returns nothing when the folder has been deleted: two processes may sweep at once. */
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

/** Uses SIGKILL, because it works in a synchronous exit handler and the data is discarded anyway. */
function endRunWithProcess(folder: string): void {
  process.once("exit", () => {
    endRun(folder);
  });
  for (const signal of ENDING_SIGNALS) {
    process.once(signal, () => {
      endRun(folder);
      // A listener disables the signal's default effect; send the signal again unless there is another listener.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}
