/** Reads the pid file of a cluster and reports whether its server is running. */
import { readFileSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { giveTo, type ServerAccount } from "./data-folder.ts";
import { isKernelThread, isRunning } from "./process-claim.ts";
import { SOCKET_NUMBER } from "./server-settings.ts";

/** Where to reach a server; `host` is the folder of its socket, or an address. */
export type ServerAddress = { readonly host: string; readonly port: number };

/** Without an address while it starts, recovers or stops. */
export type RunningServer = { readonly pid: number; readonly address: ServerAddress | undefined };

/** The server that runs on a cluster; undefined when there is none, also if one died and left its file behind. */
export async function findRunningServer(clusterDir: string): Promise<RunningServer | undefined> {
  const lines = await readLines(pidFile(clusterDir));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isServerOf(pid, clusterDir)) return undefined;
  return { pid, address: readAddress(lines) };
}

/** True while the process is there and has not been replaced by another one of the same pid. */
export function isServerOf(pid: number, clusterDir: string): boolean {
  if (!isRunning(pid)) return false;
  const commandLine = readCommandLine(pid);
  // While a process ends it loses its command line first and its open sockets later.
  if (commandLine === "") return !isKernelThread(pid);
  return commandLine === undefined || commandLine.split("\0").includes(clusterDir);
}

export type LeftOver = {
  readonly clusterDir: string;
  /** Where the server has its socket, if it has one; a second file beside it holds the pid too. */
  readonly socketDir: string | undefined;
  readonly account: ServerAccount;
};

/**
 * Lets a server start although the pid in a left-over file now belongs to another process or to a zombie.
 *
 * PostgreSQL would take that process for a server. Removing the file would also remove its note of the shared memory,
 * by which a new server sees that some process of the old one still runs. PostgreSQL passes over the pid of its own
 * parent, which is us, and still reads the shared memory.
 */
export async function disownDeadServer({ clusterDir, socketDir, account }: LeftOver): Promise<void> {
  const socketLock = socketDir === undefined ? [] : [join(socketDir, `.s.PGSQL.${String(SOCKET_NUMBER)}.lock`)];
  for (const path of [pidFile(clusterDir), ...socketLock]) {
    const lines = await readLines(path);
    const pid = Number(lines[0]);
    if (!isRunningOrZombie(pid) || isServerOf(pid, clusterDir)) continue;
    const draft = `${path}.new`;
    await writeFile(draft, [String(process.pid), ...lines.slice(1)].join("\n"), { mode: 0o600 });
    await giveTo(account, draft);
    await rename(draft, path);
  }
}

export function pidFile(clusterDir: string): string {
  return join(clusterDir, "postmaster.pid");
}

function isRunningOrZombie(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function readLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n");
}

/** Lines 4 to 6 hold the port, the folder of the socket and the address listened on; line 8 says "ready" in the end. */
function readAddress(lines: readonly string[]): ServerAddress | undefined {
  const [port, socketDir, listenAddress] = [Number(lines[3]), lines[4] ?? "", lines[5] ?? ""];
  const host = socketDir === "" ? listenAddress : socketDir;
  return lines[7]?.trim() !== "ready" || host === "" || !(port > 0) ? undefined : { host, port };
}

/** Empty for a thread of the kernel and for a process that is ending; undefined where the system does not say. */
function readCommandLine(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, "utf8");
  } catch {
    return undefined;
  }
}
