/** Starts a worker process that can be asked to end: by a message, since a signal may have come from the terminal already. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** One of both: it ended by itself, or by a signal. */
export type ProcessEnd = { readonly code: number | undefined; readonly signal: NodeJS.Signals | undefined };

export type WorkerProcess = {
  readonly pid: number | undefined;
  /** Resolves when it takes work; never if it ends before. */
  readonly ready: Promise<void>;
  readonly ended: Promise<ProcessEnd>;
  /** Asks it to end in order. */
  stop(): void;
  kill(): void;
};

export const READY_MESSAGE = "rota: ready";
export const STOP_MESSAGE = "rota: stop";

/** Runs Node with the arguments, on the standard streams of this process. The script must call `beSupervised`. */
export function startWorkerProcess(nodeArguments: readonly string[]): WorkerProcess {
  const child = spawn(process.execPath, [...nodeArguments], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.on("error", () => undefined); // a message to a process that has just ended: its end is heard of anyway
  const ready = new Promise<void>((resolve) => {
    child.on("message", (message) => {
      if (message === READY_MESSAGE) resolve();
    });
  });
  return {
    pid: child.pid,
    ready,
    ended: endOf(child),
    stop() {
      if (child.connected) child.send(STOP_MESSAGE);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

async function endOf(child: ReturnType<typeof spawn>): Promise<ProcessEnd> {
  await Promise.race([once(child, "exit"), failure(child)]);
  return { code: child.exitCode ?? undefined, signal: child.signalCode ?? undefined };
}

/** Node itself could not be started. */
function failure(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve) => {
    child.on("error", () => {
      if (child.pid === undefined) resolve();
    });
  });
}
