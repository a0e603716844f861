/** One server program in its own process: started until it answers, ended by pid, started again. */
import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { signalGroup } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { lastLines } from "./run-command.ts";
import { forgetPid, notePid } from "./run-folder.ts";
import type { Service } from "../service.ts";
import { describeError, ServiceError } from "../service-error.ts";

type ServerCommand = {
  readonly name: string;
  readonly url: string;
  /** Folder of this server alone, with its data, its log and its pid. */
  readonly folder: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Resolves once the server answers as its protocol says; rejects while it does not. */
  readonly handshake: () => Promise<void>;
};

/** Describes a server that is not started yet. Ctrl-C in the caller's terminal does not reach it. */
export function serverProcess(command: ServerCommand): Service {
  let running: StartedProcess | undefined;
  const current = () => (running?.hasEnded() === false ? running : undefined);
  const end = async (signal: NodeJS.Signals) => {
    await endProcess(command, current(), signal);
    running = undefined;
  };
  return {
    name: command.name,
    url: command.url,
    folder: command.folder,
    pid: () => current()?.identity.pid,
    start: async () => {
      if (current() !== undefined) return;
      running = spawnServer(command);
      await untilItAnswers(command, running);
    },
    kill: (signal = "SIGKILL") => end(signal),
    stop: () => end("SIGTERM"),
    dispose: async () => {
      await end("SIGKILL");
      rmSync(command.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

type StartedProcess = {
  readonly identity: ProcessIdentity;
  /** True after the parent's wait, which follows the last thread: only then is the port free again. */
  hasEnded(): boolean;
};

const START_MS_MAX = 240_000;
const STOP_MS_MAX = 120_000;
const POLL_MS = 25;
const LOG_FILE = "server.log";

function spawnServer(command: ServerCommand): StartedProcess {
  const log = openSync(join(command.folder, LOG_FILE), "a");
  const child = spawn(command.file, command.args, {
    cwd: command.folder,
    env: command.env ?? process.env,
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.on("error", () => undefined); // a program that cannot be started has no pid, which is reported below
  child.unref();
  const identity = child.pid === undefined ? undefined : notePid(command.folder, child.pid);
  if (identity === undefined) throw startFailed(command, `${command.file} could not be run`);
  return { identity, hasEnded: () => child.exitCode !== null || child.signalCode !== null };
}

async function untilItAnswers(command: ServerCommand, started: StartedProcess): Promise<void> {
  const deadline = Date.now() + START_MS_MAX;
  for (;;) {
    try {
      await command.handshake();
      return;
    } catch (error) {
      if (started.hasEnded()) throw startFailed(command, "it ended by itself");
      if (Date.now() > deadline) {
        await endProcess(command, started, "SIGKILL");
        throw startFailed(command, `no answer within ${START_MS_MAX / 1000} s (${describeError(error)})`);
      }
      await delay(POLL_MS);
    }
  }
}

async function endProcess(
  command: ServerCommand,
  started: StartedProcess | undefined,
  signal: NodeJS.Signals,
): Promise<void> {
  if (started !== undefined) {
    signalGroup(started.identity, signal);
    await untilExited(command, started);
  }
  forgetPid(command.folder);
}

async function untilExited(command: ServerCommand, started: StartedProcess): Promise<void> {
  const deadline = Date.now() + STOP_MS_MAX;
  while (!started.hasEnded()) {
    if (Date.now() > deadline) {
      throw new ServiceError(
        "SERVICE_STOP_FAILED",
        `${command.name} (pid ${started.identity.pid}) still runs after ${STOP_MS_MAX / 1000} s`,
      );
    }
    await delay(POLL_MS);
  }
}

function startFailed(command: ServerCommand, reason: string): ServiceError {
  const logFile = join(command.folder, LOG_FILE);
  const log = existsSync(logFile) ? lastLines(readFileSync(logFile, "utf8")) : "";
  const tail = log === "" ? "Its log is empty." : `The end of its log:\n${log}`;
  return new ServiceError("SERVICE_START_FAILED", `${command.name} did not start: ${reason}. ${tail}`);
}
