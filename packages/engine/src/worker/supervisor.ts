/** Keeps a number of worker processes running: starts them, restarts those that exit with a growing delay, and stops them in order. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { RotaError } from "../errors.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { type Backoff, backoffMs } from "../runtime/loop.ts";

/** Number of worker processes and how each one starts. */
export type SupervisorOptions = {
  /** Starts a process in a place, counted from 1. The process that replaces it has the same place. */
  readonly start: (place: number) => WorkerProcess;
  /** How many processes run. */
  readonly count: number;
  readonly logger: Logger;
  /** How long a place is left empty after processes in it ended soon, one after the other. Default RESTART_BACKOFF. */
  readonly backoff?: Backoff;
  readonly clock?: Clock;
};

/** Starts worker processes and restarts those that exit. */
export type Supervisor = {
  /**
   * Returns when a process works in each place. Rejects with WORKER_START_FAILED, and ends the others, when the first one
   * in a place ended before: that is a mistake in what was given, and would repeat for ever.
   */
  start(): Promise<void>;
  /** Asks all processes to end in order, kills those that have not after the grace, and returns when all have ended. */
  stop(graceMs: number): Promise<void>;
  /** Kills all processes. */
  kill(): void;
};

/** Waits between restarts of a worker process that keeps failing. */
export const RESTART_BACKOFF: Backoff = { firstMs: 100, factor: 2, maxMs: 10_000 };
/** A process that lived so long did not end because of how it was started. */
const STEADY_MS = 10_000;

/** Creates a supervisor of worker processes. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { count, logger, clock = systemClock, backoff = RESTART_BACKOFF } = options;
  const stopping = new AbortController();
  const running = new Set<WorkerProcess>();
  const places: Promise<void>[] = [];

  const keepPlace = async (place: number, onReady: () => void): Promise<void> => {
    let isReady = false;
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      const startedMs = clock.monotonicMs();
      const { code, signal } = await runToEnd(options.start(place), running, () => {
        isReady = true;
        onReady();
      });
      const livedMs = clock.monotonicMs() - startedMs;
      if (stopping.signal.aborted) return;
      if (!isReady) throw startFailed({ code, signal });
      if (livedMs >= STEADY_MS) failures = 1;
      const pauseMs = backoffMs(backoff, failures);
      logger.warn({ place, code, signal, pauseMs }, "a worker process has ended: another is started");
      await clock.wait(pauseMs, stopping.signal);
    }
  };

  /** Returns when a process works in the place, or none is wanted any more. */
  const begin = async (place: number): Promise<void> => {
    if (stopping.signal.aborted) return;
    let onReady: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => (onReady = resolve));
    const kept = keepPlace(place, onReady);
    places.push(kept.catch(() => undefined));
    await Promise.race([ready, kept]);
  };

  const kill = (): void => {
    stopping.abort();
    for (const process of running) process.kill();
  };

  return {
    kill,
    async start() {
      try {
        // All of them would be refused like the first one.
        await begin(1);
        await Promise.all(Array.from({ length: count - 1 }, (_, index) => begin(index + 2)));
      } catch (error) {
        kill();
        await Promise.all(places);
        throw error;
      }
    },
    async stop(graceMs) {
      stopping.abort();
      const inTime = new AbortController();
      for (const process of running) process.stop();
      void clock.wait(graceMs, inTime.signal).then(() => {
        if (!inTime.signal.aborted) kill();
      });
      await Promise.all(places);
      inTime.abort();
    },
  };
}

async function runToEnd(process: WorkerProcess, running: Set<WorkerProcess>, onReady: () => void): Promise<ProcessEnd> {
  running.add(process);
  void process.ready.then(onReady);
  const end = await process.ended;
  running.delete(process);
  return end;
}

function startFailed({ code, signal }: ProcessEnd): RotaError {
  const how = signal === undefined ? `with exit code ${String(code)}` : `by ${signal}`;
  const message = `a worker process ended ${how} before it took any work: what it wrote before says why`;
  return new RotaError("WORKER_START_FAILED", message, { exitCode: code ?? null, signal: signal ?? null });
}

/** One of both: it ended by itself, or by a signal. */
export type ProcessEnd = { readonly code: number | undefined; readonly signal: NodeJS.Signals | undefined };

/** Worker process as its supervisor sees it. */
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
  child.on("error", () => undefined); // a message to a process that has just ended: its end is received anyway
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

/** Side of a worker process that is supervised. */
export type Supervised = {
  /** Says that this process takes work. */
  ready(): void;
};

const CLEAN_EXIT_CODE = 0;
const UNCLEAN_EXIT_CODE = 1;

/**
 * From here on a message of the supervisor, its end, SIGTERM and SIGINT stop the process, once: Ctrl-C in a terminal reaches
 * this process as well as its supervisor, and must not count twice.
 */
export function beSupervised(stop: () => Promise<void>): Supervised {
  let isStopping = false;
  const end = (): void => {
    if (isStopping) return;
    isStopping = true;
    void stop().then(
      () => process.exit(CLEAN_EXIT_CODE),
      (error: unknown) => {
        process.stderr.write(`the worker could not be stopped in order: ${String(error)}\n`);
        process.exit(UNCLEAN_EXIT_CODE);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("disconnect", end);
  process.on("message", (message) => {
    if (message === STOP_MESSAGE) end();
  });
  process.channel?.unref(); // whatever works here keeps the process running, not that it could be asked to end
  return { ready: () => void process.send?.(READY_MESSAGE) };
}
