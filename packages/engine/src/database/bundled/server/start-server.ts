/** Brings a server up on a cluster, or finds the one that runs there, and waits until it answers. */
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import { RotaError } from "../../../errors.ts";
import type { PostgresBinaries } from "../binaries/find-binaries.ts";
import type { ServerAccount } from "../server-account.ts";
import { disownDeadServer, findRunningServer } from "./postmaster-pid.ts";
import type { ServerAddress } from "./postmaster-pid.ts";
import { runBinary } from "./run-binary.ts";
import { serverAnswers } from "./server-answers.ts";
import { openServerLog, readLogTail, sizeOf } from "./server-log.ts";
import { serverArguments } from "./server-settings.ts";
import type { ListenOn } from "./server-settings.ts";

/** Recovery after a crash replays the log since the last checkpoint: seconds, minutes on a slow disk. */
const START_MAX_MS = 120_000;
const LOOK_AGAIN_MS = 15;

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
    await sleep(LOOK_AGAIN_MS);
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
