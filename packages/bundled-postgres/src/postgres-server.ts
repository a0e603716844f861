/** Starts and stops the PostgreSQL server of a cluster, waits until it answers, and bounds its log. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, type FileHandle, open, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { RotaError } from "@rota/engine";
import { executableName, type PostgresBinaries } from "./binaries.ts";
import { giveTo, type ServerAccount } from "./data-folder.ts";
import { disownDeadServer, findRunningServer, isServerOf, type ServerAddress } from "./postmaster-pid.ts";
import { type ListenOn, SERVER_DATABASE, SERVER_USER, serverArguments } from "./server-settings.ts";

/** Recovery after a crash replays the log since the last checkpoint: seconds, minutes on a slow disk. */
const START_MAX_MS = 120_000;
const POLL_MS = 15;

export type StartOptions = {
  readonly clusterDir: string;
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  readonly logPath: string;
  readonly listenOn: ListenOn;
  readonly password: string;
};

export type StartedServer = { readonly pid: number; readonly address: ServerAddress };

/** Call it under the lock of the folder. */
export async function startServer(options: StartOptions): Promise<StartedServer> {
  const deadline = Date.now() + START_MAX_MS;
  const attempt: Attempt = { child: undefined, logBytes: 0 };
  while (Date.now() < deadline) {
    const server = await findAnsweringServer(options.clusterDir, options.password);
    if (server !== undefined) return server;
    if ((await findRunningServer(options.clusterDir)) === undefined) await spawnUnlessRunning(options, attempt);
    await sleep(POLL_MS);
  }
  throw new RotaError("POSTGRES_START_FAILED", await describeSlowStart(options, attempt), {
    cluster: options.clusterDir,
  });
}

/** Undefined when no server runs, and while one that runs does not take connections. */
export async function findAnsweringServer(clusterDir: string, password: string): Promise<StartedServer | undefined> {
  const server = await findRunningServer(clusterDir);
  if (server?.address === undefined || !(await serverAnswers(server.address, password))) return undefined;
  return { pid: server.pid, address: server.address };
}

type Attempt = { child: Spawned | undefined; logBytes: number };
type Spawned = { readonly process: ChildProcess; failure: Error | undefined };

/** Spawns at most one at a time; one that ended is replaced if there is hope, else its last words are the refusal. */
async function spawnUnlessRunning(options: StartOptions, attempt: Attempt): Promise<void> {
  if (attempt.child !== undefined && isStillRunning(attempt.child)) return;
  if (attempt.child !== undefined) await refuseHopeless(options, attempt.child, attempt.logBytes);
  const socketDir = "socketDir" in options.listenOn ? options.listenOn.socketDir : undefined;
  await disownDeadServer({ ...options, socketDir });
  attempt.logBytes = await sizeOf(options.logPath);
  attempt.child = await spawnServer(options);
}

async function spawnServer(options: StartOptions): Promise<Spawned> {
  const { clusterDir, binaries, account, logPath, listenOn } = options;
  const log = await openServerLog(logPath, account);
  const child = runBinary({
    binaries,
    account,
    program: "postgres",
    arguments: serverArguments(clusterDir, listenOn),
    cwd: clusterDir,
    output: log.fd,
    detached: true,
  });
  const spawned: Spawned = { process: child, failure: undefined };
  child.on("error", (error) => (spawned.failure = error));
  child.unref();
  await log.close();
  return spawned;
}

function isStillRunning({ process: child, failure }: Spawned): boolean {
  return failure === undefined && child.exitCode === null && child.signalCode === null;
}

/**
 * After kill -9 of a server its processes need a moment to end, and one that another process spawned just before
 * being killed may have won: both pass. A server that was itself killed while it started is worth a new try.
 */
async function refuseHopeless(options: StartOptions, child: Spawned, logBytes: number): Promise<void> {
  if (child.process.signalCode === "SIGKILL") return;
  const tail = await readLogTail(options.logPath, logBytes);
  if (/pre-existing shared memory block|lock file .* already exists/.test(tail)) return;
  const said =
    child.failure?.message ??
    (tail === "" ? `it ended with ${String(child.process.exitCode ?? child.process.signalCode)}` : tail);
  const message = `PostgreSQL did not start on ${options.clusterDir}: ${said}\nIts log is ${options.logPath}`;
  throw new RotaError(
    "POSTGRES_START_FAILED",
    message,
    { cluster: options.clusterDir, log: options.logPath },
    { cause: child.failure },
  );
}

async function describeSlowStart(options: StartOptions, attempt: Attempt): Promise<string> {
  const tail = await readLogTail(options.logPath, attempt.logBytes);
  return `PostgreSQL did not answer on ${options.clusterDir} within ${String(START_MAX_MS / 1_000)} s; it may still be recovering: start again to go on waiting. The end of its log ${options.logPath}: ${tail}`;
}

/** "fast" ends sessions and writes everything out; "immediate" leaves that to recovery, and loses no commit either. */
const FAST_MAX_MS = 60_000;
const IMMEDIATE_MAX_MS = 10_000;
export type StopOptions = {
  readonly clusterDir: string;
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
};

/** Call it under the lock of the folder. Does nothing when no server runs. */
export async function stopServer(options: StopOptions): Promise<void> {
  const { clusterDir } = options;
  const server = await findRunningServer(clusterDir);
  if (server === undefined) return;
  await signal(options, server.pid, "fast");
  if (await hasExited(server.pid, clusterDir, FAST_MAX_MS)) return;
  await signal(options, server.pid, "immediate");
  if (await hasExited(server.pid, clusterDir, IMMEDIATE_MAX_MS)) return;
  const message = `PostgreSQL (process ${String(server.pid)}) on ${clusterDir} does not stop; end it with "kill -9 ${String(server.pid)}": its next start recovers`;
  throw new RotaError("POSTGRES_STOP_FAILED", message, { pid: server.pid, cluster: clusterDir });
}

const SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT" } as const;

/** Windows has no signals that PostgreSQL receives; pg_ctl knows another way. */
async function signal(options: StopOptions, pid: number, mode: "fast" | "immediate"): Promise<void> {
  if (process.platform !== "win32") {
    if (isServerOf(pid, options.clusterDir)) process.kill(pid, SIGNALS[mode]);
    return;
  }
  const { clusterDir, binaries, account } = options;
  const stop = ["stop", "-D", clusterDir, "-m", mode, "--no-wait"];
  const running = { binaries, account, cwd: clusterDir, output: "pipe", detached: false } as const;
  await once(runBinary({ ...running, program: "pg_ctl", arguments: stop }), "close");
}

async function hasExited(pid: number, clusterDir: string, waitMaxMs: number): Promise<boolean> {
  const deadline = Date.now() + waitMaxMs;
  while (isServerOf(pid, clusterDir)) {
    if (Date.now() >= deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

export type RunOptions = {
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  readonly program: "initdb" | "postgres" | "pg_ctl";
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** Where its output goes: a pipe, or an open file. */
  readonly output: "pipe" | number;
  /** In a session of its own, so that Ctrl-C in our terminal does not reach it. */
  readonly detached: boolean;
};

export function runBinary(options: RunOptions): ChildProcess {
  const { binaries, account, program, output } = options;
  return spawn(join(binaries.path, "bin", executableName(program)), options.arguments, {
    cwd: options.cwd,
    detached: options.detached,
    stdio: ["ignore", output, output],
    windowsHide: true,
    env: cleanEnvironment(),
    ...account.ids,
  });
}

/** Without PGDATA, PGPORT and the like, which would change what the programs do. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = new Set(["PATH", "TMPDIR", "SystemRoot", "TEMP", "TMP"]);
  const entries = Object.entries(process.env).filter(([name]) => kept.has(name));
  return { ...Object.fromEntries(entries), LC_ALL: "C", TZ: "UTC" };
}

const CONNECT_MAX_MS = 5_000;

/** It answers, but all of its connections are taken. */
const TOO_MANY_CONNECTIONS = "53300";

const WRONG_PASSWORD = ["28P01", "28000"];

/** False while it starts, recovers or stops; refuses when the password does not fit. */
export async function serverAnswers(address: ServerAddress, password: string): Promise<boolean> {
  const client = new Client({
    ...address,
    user: SERVER_USER,
    password,
    database: SERVER_DATABASE,
    connectionTimeoutMillis: CONNECT_MAX_MS,
  });
  client.on("error", () => undefined); // A server that dies between the two next lines is no news here.
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (WRONG_PASSWORD.includes(code)) throw wrongPassword(address, error);
    return code === TOO_MANY_CONNECTIONS;
  }
}

function wrongPassword(address: ServerAddress, cause: unknown): RotaError {
  const message = `the server at ${address.host} refuses the password in the data folder's file "password"; put the file back as it was when the folder was made`;
  return new RotaError("DATA_FOLDER_DAMAGED", message, { host: address.host }, { cause });
}

/** Beyond this the log is moved to a second file, which it replaces; so twice this is the most it takes. */
const LOG_BYTES_MAX = 5 * 1024 * 1024;

const TAIL_BYTES_MAX = 2_000;

export async function openServerLog(path: string, account: ServerAccount): Promise<FileHandle> {
  await boundServerLog(path);
  const handle = await open(path, "a", 0o600);
  await giveTo(account, path);
  return handle;
}

/** The server keeps writing into the same file, since it appends: emptying it is all that is needed. */
export async function boundServerLog(path: string): Promise<void> {
  if ((await sizeOf(path)) <= LOG_BYTES_MAX) return;
  await copyFile(path, `${path}.old`);
  await truncate(path);
}

/** Text that the server wrote since the log had a certain size; its end if that is much. */
export async function readLogTail(path: string, fromBytes: number): Promise<string> {
  const size = await sizeOf(path);
  const start = Math.max(Math.min(fromBytes, size), size - TAIL_BYTES_MAX);
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAIL_BYTES_MAX), 0, size - start, start);
    return buffer.toString("utf8", 0, bytesRead).trim();
  } finally {
    await handle.close();
  }
}

export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}
